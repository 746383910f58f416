"""`python -m motjuste`, and the command `motjuste` itself."""

import sys


def main() -> int:
    """Run the command line; stopping it while it is still being loaded is no crash either."""
    try:
        from motjuste.cli import main as command

        return command()
    except KeyboardInterrupt:
        print("motjuste: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
