"""Compiled half of perfmodel; use the package."""
from typing import Any

import numpy
import numpy.typing

default_version: str
version: str
sweep_columns: list[str]

class Error(ValueError): ...

class Network:
    @property
    def name(self) -> str: ...
    @property
    def layers(self) -> list[str]: ...
    @property
    def parameters(self) -> int: ...
    @property
    def recorded(self) -> bool: ...
    @property
    def warnings(self) -> list[str]: ...

class RecipeWords:
    def __init__(
        self,
        batch: int,
        precision: str,
        optimizer: str,
        mode: str,
        memory_format: str,
        accumulation: int,
        checkpoint_every: int,
    ) -> None: ...

class RunWords:
    def __init__(self, framework: str, version: str, load: str, host_scale: float | None, host: str | None) -> None: ...

class SearchWords:
    def __init__(
        self,
        precisions: list[str],
        batches: list[int],
        gpus: list[int],
        by: str,
        samples: float | None,
        steps: float | None,
        prices: list[float | None],
    ) -> None: ...

def load_network(text: str) -> Network: ...
def device_names() -> list[str]: ...
def device_facts(word: str) -> dict[str, Any]: ...
def estimate(network: Network, device: str, recipe: RecipeWords, run: RunWords, gpus: int) -> dict[str, Any]: ...
def recommend(
    network: Network, devices: list[str], recipe: RecipeWords, run: RunWords, search: SearchWords
) -> list[dict[str, Any]]: ...
def sweep(
    networks: list[Network],
    devices: list[str],
    precisions: list[str],
    batches: list[int],
    recipe: RecipeWords,
    run: RunWords,
) -> numpy.typing.NDArray[numpy.float64]: ...
