"""Apollo as a graph: its state, nodes and routes, the unit that writes a section, where a person decides, what is
noted."""
