"""The same model in ONNX: exported once into the user's cache, then run by onnxruntime.

Both graphs take word embeddings and a mask, as the module itself does here, so every system of
the family runs on them unchanged.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from logging import ERROR, getLogger
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter

from motjuste.errors import MissingExtraError
from motjuste.systems.masked_lm.model import states_of

EXTRA = "onnx"


class OnnxNetwork:
    """A model's states and logits, computed by onnxruntime on the processor."""

    def __init__(self, module: Any, layers: Sequence[int]) -> None:
        try:
            import onnx  # noqa: F401
            import onnxruntime
            import onnxscript  # noqa: F401
        except ImportError:
            raise MissingExtraError("the setting 'onnx'", EXTRA) from None
        self._runtime, self._module, self._layers = onnxruntime, module, tuple(layers)
        self._sessions: dict[str, Any] = {}

    def states(self, vectors: Any, mask: Any) -> tuple[Any, Any]:
        """States of the chosen layers, and the mean attention."""
        name = "states-" + "-".join(map(str, self._layers))
        hidden, looks = self._run(name, ("hidden", "attention"), vectors, mask)
        return hidden, looks

    def logits(self, vectors: Any, mask: Any) -> Any:
        """What the head says at every position."""
        (found,) = self._run("logits", ("logits",), vectors, mask)
        return found

    def _run(self, name: str, outputs: tuple[str, ...], vectors: Any, mask: Any) -> Any:
        if name not in self._sessions:
            path = cache_folder() / f"{fingerprint(self._module)}-{name}.onnx"
            if not path.exists():
                _export(_graph(self._module, self._layers, outputs), path, outputs)
            self._sessions[name] = self._runtime.InferenceSession(
                str(path), providers=["CPUExecutionProvider"]
            )
        given = {"vectors": vectors.cpu().numpy(), "mask": mask.cpu().numpy()}
        return self._sessions[name].run(list(outputs), given)


def cache_folder() -> Path:
    """Where exported models are kept."""
    from platformdirs import user_cache_path

    return user_cache_path("motjuste") / "onnx"


def fingerprint(module: Any) -> str:
    """What tells one model from another: its shape and, roughly, its weights."""
    found = sha256(module.config.to_json_string().encode())
    for name, weights in module.state_dict().items():
        found.update(f"{name} {tuple(weights.shape)} {weights.double().sum().item()}".encode())
    return found.hexdigest()[:16]


def _graph(module: Any, layers: Sequence[int], outputs: tuple[str, ...]) -> Any:
    """The module as a function of vectors and mask alone."""
    import torch

    class Graph(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.module = module

        def forward(self, vectors: Any, mask: Any) -> Any:
            if "logits" in outputs:
                return self.module(inputs_embeds=vectors, attention_mask=mask).logits
            return states_of(self.module, layers, vectors, mask)

    return Graph().eval()


def _export(graph: Any, path: Path, outputs: tuple[str, ...]) -> None:
    """Write the graph; under another name first, so that a half-written file is never used."""
    import torch

    device = graph.module.device
    width = graph.module.get_input_embeddings().weight.shape[1]
    example = (
        torch.zeros((2, 7, width), device=device),
        torch.ones((2, 7), dtype=torch.long, device=device),
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    batch, length = torch.export.Dim("batch", min=1), torch.export.Dim("length", min=2)
    with torch.no_grad(), _quiet():
        torch.onnx.export(
            graph,
            example,
            str(part),
            input_names=["vectors", "mask"],
            output_names=list(outputs),
            dynamic_shapes=({0: batch, 1: length}, {0: batch, 1: length}),
            dynamo=True,
            external_data=False,
            verbose=False,
        )
    part.replace(path)


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the exporter's remarks on its own dependencies."""
    logger = getLogger("torch.onnx")
    before = logger.level
    logger.setLevel(ERROR)
    try:
        with catch_warnings():
            simplefilter("ignore")
            yield
    finally:
        logger.setLevel(before)
