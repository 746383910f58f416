"""Turns off the usage reports of other people's libraries: nothing leaves the user's machine.

`import motjuste` calls this first, before any of these libraries can be imported; child processes
inherit it. A variable that the user has set is left alone. docs/privacy.md says what is written
where.
"""

import os
import sys

_TELEMETRY_OFF = {
    # ONNX Runtime: a device id and a queue of events in the user's cache, sent to Microsoft.
    "ORT_DISABLE_TELEMETRY": "1",
    # huggingface_hub: which library asks, sent along with every download; a check for updates.
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_UPDATE_CHECK": "1",
    # transformers: asks a service of the hub to convert a model that has no safetensors file.
    "DISABLE_SAFETENSORS_CONVERSION": "1",
    # Ray: statistics of use, and a question about them at its first start.
    "RAY_USAGE_STATS_ENABLED": "0",
    # The common switch, for libraries that come with the ones above.
    "DO_NOT_TRACK": "1",
}


def disable_telemetry() -> None:
    """Tell every library that reports its use to stay silent."""
    for name, value in _TELEMETRY_OFF.items():
        os.environ.setdefault(name, value)
    # If it was imported before this package, the variable came too late.
    runtime = sys.modules.get("onnxruntime")
    if runtime is not None and hasattr(runtime, "disable_telemetry_events"):
        runtime.disable_telemetry_events()


def keep_matplotlib_files_here() -> None:
    """Let matplotlib keep its list of fonts in Motjuste's cache, not in folders of its own."""
    from platformdirs import user_cache_path

    os.environ.setdefault("MPLCONFIGDIR", str(user_cache_path("motjuste") / "matplotlib"))
