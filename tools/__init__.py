"""Contact and craft: corpora, text, embeddings, citations, rendering. Deterministic, no LangGraph."""
