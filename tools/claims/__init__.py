"""Whether a claim stands in what it cites: quotes, numbers, names, entailment by rules or by a model."""
