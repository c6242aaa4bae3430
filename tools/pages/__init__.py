"""The page record, its checks, and what is rendered from it. Files written whole or not at all."""
