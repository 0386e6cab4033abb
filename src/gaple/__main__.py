"""``python -m gaple`` is the command ``gaple``."""

import sys

from gaple.cli import main

if __name__ == "__main__":
    sys.exit(main())
