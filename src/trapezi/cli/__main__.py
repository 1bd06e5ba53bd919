"""`python -m trapezi.cli` is the command `trapezi`."""

from trapezi.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
