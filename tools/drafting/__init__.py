"""A writer's Markdown read into drafts: blocks, headings, claims and the keys they cite."""
