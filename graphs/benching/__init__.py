"""Systems side by side on the same topics, and one report of them."""
