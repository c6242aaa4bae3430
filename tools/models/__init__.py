"""Chat and embedding models: specs, gate, tape, budgets, typed answers, fenced prompts."""
