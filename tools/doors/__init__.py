"""Doors to LangChain: chat models, a retriever and tools over the memories, and what other retrievers find gathered
into one."""
