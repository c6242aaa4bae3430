"""Rubrics, grades and preferences of judges, people or models, and how far they agree."""
