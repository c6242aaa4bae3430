"""Pages opened, measured, compared and judged: ``evaluate``, ``compare``, ``prefer``."""
