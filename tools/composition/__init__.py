"""From evidence to a page without a model: facets, labels, outline, placement, selection, lead."""
