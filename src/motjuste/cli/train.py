"""`motjuste train`: making the models that the package ships, from named inputs."""

import typer

from motjuste.cli.options import show_help
from motjuste.cli.train_context2vec import context2vec

app = typer.Typer(
    name="train",
    help="Train the models that the package ships.",
    invoke_without_command=True,
    callback=show_help,
    rich_markup_mode=None,
)
app.command("context2vec")(context2vec)
