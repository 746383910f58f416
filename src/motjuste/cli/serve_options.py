"""Options that both servers share: limits on connections and on requests."""

from typing import Annotated

import typer

RateOption = Annotated[
    float | None,
    typer.Option(
        "--rate",
        min=1,
        metavar="REQUESTS",
        help="Maximum requests per minute from one address; more get a 429.",
    ),
]
MaxConnectionsOption = Annotated[
    int, typer.Option(min=1, metavar="NUMBER", help="Maximum number of connections.")
]
MaxPerAddressOption = Annotated[
    int,
    typer.Option(
        min=1,
        metavar="NUMBER",
        help="Maximum connections from one address; this machine's own are not limited.",
    ),
]
HeaderSecondsOption = Annotated[
    float,
    typer.Option(min=0.1, metavar="SECONDS", help="Maximum time to receive a request's headers."),
]
