"""`motjuste lsp`: the language server, for editors."""

from typing import Annotated

import typer

from motjuste.errors import BadInputError


def lsp(
    stdio: Annotated[
        bool,
        typer.Option("--stdio", help="Use standard input and output; this is always the case."),
    ] = True,
) -> None:
    """Run the language server on standard input and output, for an editor.

    Do not run it by hand: add it to your editor's settings (docs/lsp.md shows how).

    Example (Helix):  [language-server.motjuste]  command = "motjuste"  args = ["lsp"]
    """
    import logging
    import os
    import sys

    from motjuste.extras import need

    if sys.stdin.isatty():
        raise BadInputError(
            "motjuste lsp is started by an editor; name it in the editor's settings (docs/lsp.md)"
        )
    need("pygls", "the language server", "lsp")
    from motjuste.lsp.server import make_server

    logging.basicConfig(level=logging.ERROR, format="motjuste: %(message)s")
    # Other output must not mix with the messages.
    messages = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    make_server().start_io(stdout=messages)
