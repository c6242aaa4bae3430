"""``python -m castalia.graphs`` is the command line."""

from __future__ import annotations

import sys

from castalia.graphs.cli import main

sys.exit(main())
