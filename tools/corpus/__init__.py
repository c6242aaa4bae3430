"""From files of rows to clean snippets: reading, markup, source marks, chunks, duplicates."""
