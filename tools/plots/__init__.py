"""Figures of measured systems. Needs the extra ``plots``."""
