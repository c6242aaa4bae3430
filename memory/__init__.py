"""What is known: records, stores, ledgers and the triplet graph. No model and no LangGraph here."""
