"""How a run is shown while it works: on a terminal, in a pipe, in a notebook, in a file of events."""
