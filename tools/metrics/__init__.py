"""What a page is measured by without asking anybody, and the statistics over topics."""
