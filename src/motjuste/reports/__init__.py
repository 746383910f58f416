"""Work on whole benchmarks: the tables and figures of the papers."""

from typing import TYPE_CHECKING, Any

from motjuste.extras import from_module

if TYPE_CHECKING:
    from motjuste.reports.annotations import Annotations, read_annotations
    from motjuste.reports.overview import Inputs, Overview, Section
    from motjuste.reports.published import read_paper
    from motjuste.reports.reproduction import Reproduced, reproduce

__all__ = [
    "Annotations",
    "Inputs",
    "Overview",
    "Reproduced",
    "Section",
    "read_annotations",
    "read_paper",
    "reproduce",
]

_MODULES = {
    "Annotations": "annotations",
    "Inputs": "overview",
    "Overview": "overview",
    "Reproduced": "reproduction",
    "Section": "overview",
    "read_annotations": "annotations",
    "read_paper": "published",
    "reproduce": "reproduction",
}


def __getattr__(name: str) -> Any:
    return from_module(__name__, name, _MODULES)
