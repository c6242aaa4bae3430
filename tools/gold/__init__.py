"""Gold pages: read from files, built from a wiki, and kept out of a corpus. Building needs the extra ``gold``."""
