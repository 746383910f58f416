"""The same model in ONNX: exported once into the user's cache, then run by onnxruntime.

Both graphs take word embeddings and a mask, as the module itself does here, so every system of
the family runs on them unchanged.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np

from motjuste.errors import BadInputError
from motjuste.extras import need
from motjuste.files import whole_file
from motjuste.systems.masked_lm.model import states_of

EXTRA = "onnx"
_AXES = {
    "vectors": {0: "rows", 1: "length"},
    "mask": {0: "rows", 1: "length"},
    "hidden": {1: "rows", 2: "length"},
    "attention": {0: "rows", 1: "length", 2: "length"},
    "logits": {0: "rows", 1: "length"},
}


class OnnxNetwork:
    """A model's states and logits, computed by onnxruntime on the processor."""

    def __init__(self, module: Any, layers: Sequence[int]) -> None:
        need("onnx", "the setting 'onnx'", EXTRA)
        self._runtime = need("onnxruntime", "the setting 'onnx'", EXTRA)
        self._module, self._layers = module, tuple(layers)
        self._sessions: dict[str, Any] = {}

    def states(self, vectors: Any, mask: Any) -> tuple[Any, Any]:
        """States of the chosen layers, and the mean attention."""
        name = "states-" + "-".join(map(str, self._layers))
        hidden, looks = self._run(name, ("hidden", "attention"), vectors, mask)
        return hidden, looks

    def logits(self, vectors: Any, mask: Any) -> Any:
        """The logits of the head at every position."""
        (logits,) = self._run("logits", ("logits",), vectors, mask)
        return logits

    def _run(self, name: str, outputs: tuple[str, ...], vectors: Any, mask: Any) -> Any:
        if name not in self._sessions:
            self._sessions[name] = self._session(name, outputs)
        given = {"vectors": vectors.cpu().numpy(), "mask": mask.cpu().numpy()}
        return self._sessions[name].run(list(outputs), given)

    def _session(self, name: str, outputs: tuple[str, ...]) -> Any:
        path = cache_folder() / f"{fingerprint(self._module)}-{name}.onnx"
        if not path.exists():
            graph = _graph(self._module, self._layers, outputs)
            with whole_file(path) as temporary:
                _export(graph, temporary, outputs)
                self._check(graph, temporary)
        return self._open(path)

    def _open(self, path: Path) -> Any:
        return self._runtime.InferenceSession(str(path), providers=["CPUExecutionProvider"])

    def _check(self, graph: Any, path: Path) -> None:
        """Check the graph, which was traced on one example, with an example of other sizes."""
        import torch

        vectors, mask = _example(graph, 3, 5)
        outputs = self._open(path).run(None, {"vectors": vectors.numpy(), "mask": mask.numpy()})
        with torch.no_grad():
            expected = graph(vectors.to(graph.module.device), mask.to(graph.module.device))
        pairs = zip(outputs, expected, strict=True)
        if not all(np.allclose(a, b.cpu().numpy(), atol=1e-3, rtol=1e-3) for a, b in pairs):
            raise BadInputError("the ONNX graph gives other results than the model; use onnx=false")


def cache_folder() -> Path:
    """The folder of exported models."""
    from platformdirs import user_cache_path

    return user_cache_path("motjuste") / "onnx"


def fingerprint(module: Any) -> str:
    """An identifier of a model by its shape and a sample of its weights."""
    digest = sha256(module.config.to_json_string().encode())
    for name, weights in module.state_dict().items():
        digest.update(f"{name} {tuple(weights.shape)} {weights.double().sum().item()}".encode())
    return digest.hexdigest()[:16]


def _graph(module: Any, layers: Sequence[int], outputs: tuple[str, ...]) -> Any:
    """The module as a function of vectors and mask alone."""
    import torch

    class Graph(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.module = module

        def forward(self, vectors: Any, mask: Any) -> Any:
            if "logits" in outputs:
                return (self.module(inputs_embeds=vectors, attention_mask=mask).logits,)
            return states_of(self.module, layers, vectors, mask)

    return Graph().eval()


def _example(graph: Any, rows: int, length: int) -> tuple[Any, Any]:
    """Vectors of the model's width, and a mask that hides some."""
    import torch

    width = graph.module.get_input_embeddings().weight.shape[1]
    random = torch.Generator().manual_seed(0)
    mask = torch.ones((rows, length), dtype=torch.long)
    mask[-1, -2:] = 0
    return torch.randn((rows, length, width), generator=random), mask


def _export(graph: Any, path: Path, outputs: tuple[str, ...]) -> None:
    import torch

    vectors, mask = (tensor.to(graph.module.device) for tensor in _example(graph, 2, 7))
    try:
        with torch.no_grad(), _quiet():
            torch.onnx.export(
                graph,
                (vectors, mask),
                str(path),
                input_names=["vectors", "mask"],
                output_names=list(outputs),
                dynamic_axes={name: _AXES[name] for name in ("vectors", "mask", *outputs)},
                opset_version=17,
                # By tracing: the newer way takes minutes where this takes seconds.
                dynamo=False,
            )
    except Exception as error:
        problem = str(error).strip().splitlines() or [type(error).__name__]
        raise BadInputError(
            f"this model cannot be exported to ONNX ({problem[0]}); use onnx=false"
        ) from None


@contextmanager
def _quiet() -> Iterator[None]:
    """Suppress the exporter's warnings; its output is checked."""
    with catch_warnings():
        simplefilter("ignore")
        yield
