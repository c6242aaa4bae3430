"""``python -m castalia.graphs`` is the command line."""

from __future__ import annotations

import sys

from castalia.graphs.start import main

sys.exit(main())
