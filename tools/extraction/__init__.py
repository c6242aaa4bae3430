"""Triplets from one sentence by patterns (Φ without a model), from the hypernyms of Hearst (1992) to finite verbs."""
