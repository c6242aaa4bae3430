"""Pages by the hundred, in this process or by workers on other machines."""
