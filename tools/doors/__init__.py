"""Doors to LangChain: chat models, a retriever and tools over the memories, and a memory filled by other retrievers."""
