"""`motjuste collect`: judgement projects."""

import typer

from motjuste.cli import collect_serve
from motjuste.cli.options import show_help

app = typer.Typer(name="collect", help="Collect human judgements.", invoke_without_command=True)
app.command("serve")(collect_serve.serve)


@app.callback()
def _collect(context: typer.Context) -> None:
    show_help(context)
