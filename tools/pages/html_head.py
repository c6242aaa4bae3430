"""The head of an HTML page that loads nothing: its own style, and its own script if it has one, are all that its
security policy allows."""

from __future__ import annotations

import base64
import hashlib

from castalia.tools.pages.html_text import safe

TYPE = "<!DOCTYPE html>"  # the first line


def html_head(title: str, language: str, style: str, script: str = "") -> tuple[str, ...]:
    """The lines from the document type to the end of the head. ``script`` is only allowed, not placed; ``title`` and
    ``language`` are escaped here."""
    scripts = f"; script-src 'sha256-{_policy_hash(script)}'" if script else ""
    policy = (
        f"default-src 'none'; style-src 'sha256-{_policy_hash(style)}'{scripts}; base-uri 'none'; form-action 'none'"
    )
    return (
        TYPE,
        f'<html lang="{safe(language)}">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        '<meta name="color-scheme" content="light dark">',
        '<meta name="generator" content="Castalia">',
        f"<title>{safe(title)}</title>",
        f"<style>{style}</style>",
        "</head>",
    )


def _policy_hash(text: str) -> str:
    """SHA-256 in base64: how a security policy names the one style sheet or script that it allows."""
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
