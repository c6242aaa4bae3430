"""What a batch calls its own files among its pages. None of them is a corpus."""

from __future__ import annotations

MANIFEST = "manifest.jsonl"  # its record
OWN = "_batch"  # its own folder, beside its pages
