"""The form in which people rate pages: one HTML file that works without a network."""
