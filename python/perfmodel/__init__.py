"""Which GPU, which batch size, how long, how much memory: predictions for training and inference without a GPU.

    import perfmodel
    step = perfmodel.estimate("resnet50", "H100-SXM5-80GB", perfmodel.Recipe(batch=256, precision="amp_bf16"))
    print(step.step_s, step.samples_per_s, step.fits)

Times are in seconds, memory in bytes, power in watts. Wrong input raises `perfmodel.Error` (a ValueError) with what is
accepted. Steps are those of PyTorch as typed; nothing beyond the recipe is assumed.
"""
from ._api import (
    Device,
    Error,
    Estimate,
    Network,
    Option,
    Recipe,
    Recommendation,
    Sweep,
    estimate,
    from_torch,
    recommend,
    sweep,
)
from ._native import version as __version__

__all__ = [
    "Device",
    "Error",
    "Estimate",
    "Network",
    "Option",
    "Recipe",
    "Recommendation",
    "Sweep",
    "estimate",
    "from_torch",
    "recommend",
    "sweep",
]
