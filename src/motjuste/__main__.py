"""`python -m motjuste` is the command `motjuste`."""

import sys

from motjuste.cli import main

sys.exit(main())
