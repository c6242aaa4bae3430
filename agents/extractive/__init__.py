"""Agents that think without a model: term statistics, patterns, structure, verbatim sentences."""
