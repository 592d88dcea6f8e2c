"""`python -m footlights`."""

from footlights.cli import main

main()
