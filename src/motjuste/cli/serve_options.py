"""Options that both servers share: limits on connections and on requests."""

from typing import Annotated

import typer

RateOption = Annotated[
    float | None,
    typer.Option(
        "--rate",
        min=1,
        metavar="REQUESTS",
        help="Requests a minute from one address or token; more get a 429. Else no limit.",
    ),
]
MaxConnectionsOption = Annotated[
    int, typer.Option(min=1, metavar="NUMBER", help="Connections at once, in all.")
]
MaxPerAddressOption = Annotated[
    int,
    typer.Option(
        min=1, metavar="NUMBER", help="Connections at once from one address but this machine's."
    ),
]
HeaderSecondsOption = Annotated[
    float,
    typer.Option(min=0.1, metavar="SECONDS", help="The longest time for a request's headers."),
]
