"""`python -m motjuste`, and the command `motjuste` itself."""

import os
import sys

# Commands that multiply large matrices; all others are slowed down by several threads, which wait
# for each other beside any other work.
_LARGE_MATRICES = ("space", "train")


def main() -> int:
    """Run the command line; stopping it while it is still being loaded is no crash either."""
    if not {*sys.argv[1:2]} & {*_LARGE_MATRICES}:
        # Before NumPy is imported, which reads it then.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from motjuste.cli import main as command

        return command()
    except KeyboardInterrupt:
        print("motjuste: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
