"""The commands of the command line: what each takes, prints, and exits with. What they do lives elsewhere."""
