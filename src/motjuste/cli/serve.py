"""`motjuste serve`: the editor page and the interfaces for programs, on this machine."""

from pathlib import Path
from typing import Annotated

import typer

from motjuste.cli.options import SetOption, split_settings
from motjuste.cli.serve_options import (
    HeaderSecondsOption,
    MaxConnectionsOption,
    MaxPerAddressOption,
    RateOption,
)


def serve(
    host: Annotated[
        str,
        typer.Option(
            metavar="HOST",
            help="The address to listen on; any but this machine's needs --token or --no-auth.",
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", "-p", min=0, max=65535, help="The port; 0 picks a free one.")
    ] = 8765,
    token: Annotated[
        str | None,
        typer.Option(
            envvar="MOTJUSTE_TOKEN", metavar="TOKEN", help="The token that clients must send."
        ),
    ] = None,
    no_auth: Annotated[
        bool, typer.Option("--no-auth", help="Serve every client, without a token.")
    ] = False,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A host name to accept, such as a proxy's."),
    ] = None,
    allow_origin: Annotated[
        list[str] | None,
        typer.Option(metavar="ORIGIN", help="The origin of a web page that may use the server."),
    ] = None,
    runs: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Runs to compare on the page /compare.")
    ] = None,
    benchmark: Annotated[
        list[str] | None,
        typer.Option("--benchmark", "-b", metavar="B", help="A benchmark to compare runs on."),
    ] = None,
    max_text: Annotated[
        int, typer.Option(min=1, metavar="CHARACTERS", help="Maximum length of a text.")
    ] = 100_000,
    max_seconds: Annotated[
        float, typer.Option(min=0.1, metavar="SECONDS", help="Maximum time for a request.")
    ] = 60.0,
    max_waiting: Annotated[
        int,
        typer.Option(
            min=1, metavar="REQUESTS", help="Maximum of waiting requests; more get a 503."
        ),
    ] = 128,
    rate: RateOption = None,
    max_connections: MaxConnectionsOption = 1000,
    max_per_address: MaxPerAddressOption = 50,
    header_seconds: HeaderSecondsOption = 10.0,
    system: Annotated[
        str, typer.Option("--system", "-s", metavar="NAME", help="A name from 'motjuste systems'.")
    ] = "default",
    change: SetOption = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Serve the web editor, the JSON API and an API for LanguageTool's clients.

    Example:  motjuste serve --open
    """
    from urllib.parse import urlencode

    from motjuste.extras import need

    for module in ("fastapi", "uvicorn"):
        need(module, "motjuste serve", "serve")
    from motjuste.serve.access import access_for
    from motjuste.serve.app import make_app
    from motjuste.serve.assistant import Assistant
    from motjuste.serve.connections import ConnectionLimits
    from motjuste.serve.limits import Limits
    from motjuste.serve.run_folder import RunFolder
    from motjuste.serve.server import addresses_of, listen, resolve, run

    addresses = resolve(host, port)
    access = access_for(
        host, addresses_of(addresses), token, no_auth, allow_host or [], allow_origin or []
    )
    # JSON may escape a character with up to twelve.
    limits = Limits(12 * max_text + 10_000, max_text, max_seconds, max_waiting)
    run_folder = RunFolder(runs, tuple(benchmark or []))
    assistant = Assistant(system, split_settings(change or []))
    with listen(addresses) as listening:
        assistant.warm_up()
        warning = "open to everybody who can reach it; " if no_auth else ""
        page = listening.address + (f"?{urlencode({'token': token})}" if token else "")
        run(
            make_app(assistant, access, limits, run_folder, rate),
            listening,
            started=lambda: typer.echo(f"Motjuste is at {page}  ({warning}Ctrl-C ends it)"),
            connections=ConnectionLimits(max_connections, max_per_address, header_seconds),
            page=page if open_page else None,
        )
