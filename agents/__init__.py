"""Who thinks: one agent a file, a question in and a typed answer out."""
