"""`motjuste collect serve`: the annotation site of a judgement project."""

from typing import Annotated

import typer

from motjuste.cli.collect_options import ProjectArgument, opened
from motjuste.cli.serve_options import (
    HeaderSecondsOption,
    MaxConnectionsOption,
    MaxPerAddressOption,
    RateOption,
)


def serve(
    folder: ProjectArgument,
    host: Annotated[str, typer.Option(metavar="HOST", help="The address to listen on.")] = (
        "127.0.0.1"
    ),
    port: Annotated[
        int, typer.Option("--port", "-p", min=0, max=65535, help="The port; 0 picks a free one.")
    ] = 8000,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A host name to accept, such as a proxy's."),
    ] = None,
    rate: RateOption = None,
    max_connections: MaxConnectionsOption = 1000,
    max_per_address: MaxPerAddressOption = 50,
    header_seconds: HeaderSecondsOption = 10.0,
    open_page: Annotated[bool, typer.Option("--open", help="Open the owner's page.")] = False,
) -> None:
    """Serve the annotation site, with tasks for annotators and progress for the owner.

    Nobody gets in without a link: 'motjuste collect invite' makes them, and 'collect init' prints
    the owner's key. Several servers can share a project whose database is PostgreSQL.

    Example:  motjuste collect serve my-project --port 8080
    """
    from motjuste.extras import need

    need("fastapi", "motjuste collect serve", "collect")
    need("jinja2", "motjuste collect serve", "collect")
    need("uvicorn", "motjuste collect serve", "collect")
    from motjuste.serve.access import access_for
    from motjuste.serve.connections import ConnectionLimits
    from motjuste.serve.judging.app import make_site
    from motjuste.serve.server import addresses_of, listen, resolve, run

    with opened(folder) as project:
        addresses = resolve(host, port)
        # Anybody may reach the site; the link decides what they may do.
        access = access_for(host, addresses_of(addresses), None, True, allow_host or [])
        listening = listen(addresses)
        owner = f"{listening.address}owner"
        run(
            make_site(project, access, rate),
            listening,
            started=lambda: typer.echo(f"The owner's page is at {owner}  (Ctrl-C ends it)"),
            connections=ConnectionLimits(max_connections, max_per_address, header_seconds),
            page=owner if open_page else None,
        )
