"""A finished page changed: a section rewritten, new evidence taken in, the rest to the letter."""
