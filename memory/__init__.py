"""What is known: records, stores, ledgers and the triplet graph. No model and no LangGraph here.

``memory.memory`` has the two memories in one object. The library, which runs share, is a store of snippets (the
protocol in ``memory.protocols``, embedded in ``memory.edge_store``, on a server in ``memory.server_store``) and the log
of triplets (``memory.triplet_log``), of which ``memory.triplets`` makes a graph. What one run curated, asked and
reviewed is in ``memory.ledgers``. ``memory.records`` are the values that all rooms pass around, ``memory.errors`` what
callers may catch.
"""
