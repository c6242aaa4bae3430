"""What of a corpus belongs to a topic: background, relevance, passages, definitions, a reader's likely doubt."""
