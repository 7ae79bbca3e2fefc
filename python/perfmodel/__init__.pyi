from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
import numpy.typing

class Error(ValueError): ...

class Device:
    name: str
    architecture: str
    memory_bytes: float
    bandwidth_bytes_per_s: float
    board_power_w: float
    peak_flop_per_s: dict[str, float]
    measured: bool
    def __init__(self, name: str) -> None: ...
    @staticmethod
    def names() -> list[str]: ...

class Network:
    text: str
    def __init__(self, text: str) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def parameters(self) -> int: ...
    @property
    def layers(self) -> list[str]: ...

@dataclass(frozen=True)
class Recipe:
    batch: int = 64
    precision: str = "fp32"
    optimizer: str = "adam"
    mode: str = "train"
    memory_format: str = "nchw"
    accumulation: int = 1
    checkpoint_every: int = 0

@dataclass(frozen=True)
class Estimate:
    step_s: float
    low_s: float
    high_s: float
    device_s: float
    host_s: float
    communication_s: float
    bound: str
    samples_per_s: float
    peak_allocated_bytes: float
    peak_reserved_bytes: float
    device_used_bytes: float
    device_memory_bytes: float
    fits: bool
    power_w: float

@dataclass(frozen=True)
class Option(Estimate):
    device: str
    gpus: int
    batch: int
    precision: str
    time_s: float
    energy_j: float
    cost: float | None

class Recommendation(tuple[Option, ...]): ...

Figures = numpy.typing.NDArray[numpy.float64]

@dataclass(frozen=True)
class Sweep:
    networks: list[str]
    devices: list[str]
    precisions: list[str]
    batches: list[int]
    step_s: Figures
    low_s: Figures
    high_s: Figures
    samples_per_s: Figures
    device_used_bytes: Figures
    power_w: Figures

def estimate(
    network: str | Network,
    device: str | Device,
    recipe: Recipe = ...,
    *,
    gpus: int = 1,
    framework: str = "pytorch",
    framework_version: str | None = None,
    load: str = "sustained",
    host_scale: float | None = None,
) -> Estimate: ...
def recommend(
    network: str | Network,
    devices: str | Device | Iterable[str | Device] | None = None,
    recipe: Recipe = ...,
    *,
    batches: Iterable[int] | None = None,
    precisions: str | Iterable[str] = ...,
    max_gpus: int = 1,
    by: str = "samples",
    samples: float | None = None,
    steps: float | None = None,
    prices: Mapping[str, float] | None = None,
    framework: str = "pytorch",
    framework_version: str | None = None,
    load: str = "sustained",
    host_scale: float | None = None,
) -> Recommendation: ...
def sweep(
    networks: str | Network | Iterable[str | Network],
    devices: str | Device | Iterable[str | Device],
    batches: int | Iterable[int],
    precisions: str | Iterable[str] = ...,
    recipe: Recipe = ...,
    *,
    framework: str = "pytorch",
    framework_version: str | None = None,
    load: str = "sustained",
    host_scale: float | None = None,
) -> Sweep: ...
def from_torch(
    step: Callable[..., Any], inputs: Sequence[Any], device: str = "H200-SXM", path: str | None = None
) -> Network: ...
