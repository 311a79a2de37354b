"""`python -m jaxstudio` is the command line."""

import sys

from jaxstudio.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
