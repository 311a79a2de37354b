"""`python -m jaxstudio.functions.worker` is the child process."""

import sys

from jaxstudio.processes.serve import main

main(sys.argv[1:])
