"""Classes and functions of the package: words and numbers in, dataclasses and NumPy arrays out."""
from __future__ import annotations

import dataclasses
import html
import itertools
import os
import tempfile
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy
    import numpy.typing

    Figures = numpy.typing.NDArray[numpy.float64]

_AXES = ["network", "device", "precision", "batch"]
_SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"
_HERE = os.path.dirname(os.path.abspath(__file__))
_DEVICES = os.path.join(_HERE, "share", "perfmodel", "devices")
if "PERFMODEL_DEVICES" not in os.environ and os.path.isdir(_DEVICES):
    os.environ["PERFMODEL_DEVICES"] = _DEVICES  # the cards that were installed with the package

from . import _native  # noqa: E402  (it reads the environment)

Error = _native.Error
Error.__doc__ = "Wrong input: says where, what came and what is accepted. A ValueError."


def _shown(value):
    """Four digits of a number, and all that stand before its point."""
    if not isinstance(value, float):
        return str(value)
    return f"{value:,.0f}" if abs(value) >= 1000.0 else f"{value:.4g}"


def _table(titles, rows):
    cells = "".join(f"<th>{html.escape(t)}</th>" for t in titles)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(_shown(c))}</td>" for c in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>"


def _bundle(result, **_):
    """What a notebook shows: the chart where it can draw Vega-Lite, else the table."""
    return {"application/vnd.vegalite.v5+json": result.chart(), "text/html": result._repr_html_()}


class Device:
    """A card by name (in any case), or the path of a device file or a calibrated file. `memory_bytes`;
    `bandwidth_bytes_per_s` of its memory; `board_power_w`, watts; `peak_flop_per_s`, dense, by number format;
    `measured`: its constants were measured on such a card."""

    name: str
    architecture: str
    memory_bytes: float
    bandwidth_bytes_per_s: float
    board_power_w: float
    peak_flop_per_s: dict[str, float]
    measured: bool

    def __init__(self, name: str) -> None:
        self._word = str(name)
        facts = _native.device_facts(self._word)
        self.name = facts["name"]
        self.architecture = facts["architecture"]
        self.memory_bytes = facts["memory_bytes"]
        self.bandwidth_bytes_per_s = facts["bandwidth_bytes_per_s"]
        self.board_power_w = facts["board_power_w"]
        self.peak_flop_per_s = facts["peak_flop_per_s"]
        self.measured = facts["measured"]

    @staticmethod
    def names() -> list[str]:
        """Names of all cards that are known."""
        return _native.device_names()

    def __repr__(self):
        return f"perfmodel.Device({self.name!r})"


class Network:
    """A network by name and options ("gpt2-124m:seq=512"), a JSON file of layers, "hf:config.json", or
    "recorded:step.json", whose unknown operations, and what the recorder could not see, are warned of."""

    text: str

    def __init__(self, text: str) -> None:
        self.text = str(text)
        self._native = _native.load_network(self.text)
        for warning in self._native.warnings:
            warnings.warn(f"{self.text}: {warning}", stacklevel=2)

    @property
    def name(self) -> str:
        return self._native.name

    @property
    def parameters(self) -> int:
        """Trainable parameters."""
        return self._native.parameters

    @property
    def layers(self) -> list[str]:
        """Names of the layers, in order."""
        return self._native.layers

    def __repr__(self):
        return f"perfmodel.Network({self.text!r})"


@dataclasses.dataclass(frozen=True)
class Recipe:
    """How a step is run. A recorded network keeps what was recorded; only its batch can be chosen.

    `batch`: samples a pass and GPU; `precision`: fp32, tf32, fp16, bf16, amp_fp16 or amp_bf16; `optimizer`: as
    --optimizer; `mode`: "train" or "infer"; `memory_format`: "nchw" or "nhwc"; `accumulation`: passes a step;
    `checkpoint_every`: blocks between kept activations, 0: all are kept."""

    batch: int = 64
    precision: str = "fp32"
    optimizer: str = "adam"
    mode: str = "train"
    memory_format: str = "nchw"
    accumulation: int = 1
    checkpoint_every: int = 0

    def _words(self):
        return _native.RecipeWords(*(getattr(self, f.name) for f in dataclasses.fields(Recipe)))


@dataclasses.dataclass(frozen=True)
class Estimate:
    """One step. Seconds: `step_s` from one step to the next, `low_s` and `high_s` its 90 % interval, `device_s` the
    kernels of one GPU, `host_s` the calls of the processor, `communication_s` the exchange between GPUs;
    `host_of_interval`: the share of the interval's width that is the host's, 0 to 1. `bound`: what limits the step.
    `samples_per_s` of all GPUs. Bytes of one GPU: `peak_allocated_bytes`, `peak_reserved_bytes` of the allocator,
    `device_used_bytes` as nvidia-smi shows, of `device_memory_bytes`; `fits`: whether they do. `power_w`: mean watts
    of one GPU."""

    step_s: float
    low_s: float
    high_s: float
    host_of_interval: float
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

    def _repr_html_(self):
        return _table(["", "value"], dataclasses.asdict(self).items())


@dataclasses.dataclass(frozen=True)
class Option(Estimate):
    """An `Estimate` and what it is of: `device`; `gpus`; `batch`, samples over all GPUs; `precision`; and what the
    whole amount of work takes: `time_s` seconds, `energy_j` joules of all GPUs, `cost` in the currency of the prices
    (None without one). Where no amount was given, of one step."""

    device: str
    gpus: int
    batch: int
    precision: str
    time_s: float
    energy_j: float
    cost: float | None


class Recommendation(tuple[Option, ...]):
    """Options, best first. A notebook draws `chart()`, or shows them as a table."""

    def chart(self) -> dict[str, Any]:
        """A Vega-Lite specification: samples per second of the best ten, with the 90 % interval."""
        rows = [
            {
                "option": f"{rank + 1}: {o.gpus} x {o.device}, batch {o.batch}, {o.precision}",
                "samples/s": o.samples_per_s,
                "low": o.samples_per_s * o.step_s / o.high_s,
                "high": o.samples_per_s * o.step_s / o.low_s,
            }
            for rank, o in enumerate(self[:10])
        ]
        y = {"field": "option", "type": "nominal", "sort": None, "title": None}
        bar = {"x": {"field": "samples/s", "type": "quantitative"}, "y": y}
        rule = {"x": {"field": "low", "type": "quantitative"}, "x2": {"field": "high"}, "y": y}
        return {
            "$schema": _SCHEMA,
            "data": {"values": rows},
            "layer": [{"mark": "bar", "encoding": bar}, {"mark": "rule", "encoding": rule}],
        }

    _repr_mimebundle_ = _bundle

    def _repr_html_(self):
        titles = ["device", "gpus", "batch", "precision", "step_s", "low_s", "high_s", "samples_per_s", "bound"]
        return _table(titles, ([getattr(option, t) for t in titles] for option in self))


@dataclasses.dataclass(frozen=True)
class Sweep:
    """A grid of steps over `networks`, `devices`, `precisions` and `batches`. Each figure is a NumPy array of float64
    of shape (networks, devices, precisions, batches): `step_s`, `low_s` and `high_s` in seconds, `samples_per_s`,
    `device_used_bytes` of one GPU, `power_w` in watts; cells are NaN where a card lacks the precision, or the batch
    cannot be trained or does not fit into memory."""

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

    def rows(self) -> list[dict[str, Any]]:
        """The cells that have a figure, one dictionary each: for a data frame, a table or a chart."""
        figures = ["step_s", "low_s", "high_s", "samples_per_s", "device_used_bytes", "power_w"]
        found = []
        for at in itertools.product(*(range(extent) for extent in self.step_s.shape)):
            if self.step_s[at] == self.step_s[at]:  # not NaN
                lists: tuple[Sequence[Any], ...] = (self.networks, self.devices, self.precisions, self.batches)
                row: dict[str, Any] = {k: v[i] for k, v, i in zip(_AXES, lists, at)}
                found.append(row | {name: float(getattr(self, name)[at]) for name in figures})
        return found

    def chart(self, figure: str = "samples_per_s") -> dict[str, Any]:
        """A Vega-Lite specification: a figure against the batch, a line for each network, card and precision."""
        names = [n for n, values in zip(_AXES, (self.networks, self.devices, self.precisions)) if len(values) > 1]
        line = [" ".join(str(row[n]) for n in names) for row in self.rows()]
        values = [{"line": text, "batch": row["batch"], figure: row[figure]} for text, row in zip(line, self.rows())]
        encoding = {
            "x": {"field": "batch", "type": "quantitative", "scale": {"type": "log", "base": 2}},
            "y": {"field": figure, "type": "quantitative"},
            "color": {"field": "line", "type": "nominal", "title": None},
        }
        return {
            "$schema": _SCHEMA,
            "data": {"values": values},
            "mark": {"type": "line", "point": True},
            "encoding": encoding,
        }

    def _repr_html_(self):
        rows = self.rows()
        return _table(list(rows[0]) if rows else _AXES, (row.values() for row in rows))

    _repr_mimebundle_ = _bundle


def _network(value):
    return value if isinstance(value, Network) else Network(value)


def _word(device):
    return device._word if isinstance(device, Device) else str(device)


def _list(value, kinds=(str,)):
    return [value] if isinstance(value, kinds) else list(value)


def _run(framework, framework_version, load, host_scale, host):
    return _native.RunWords(framework, framework_version or _native.default_version, load, host_scale, host)


def estimate(
    network: str | Network,
    device: str | Device,
    recipe: Recipe = Recipe(),
    *,
    gpus: int = 1,
    framework: str = "pytorch",
    framework_version: str | None = None,
    load: str = "sustained",
    host_scale: float | None = None,
    host: str | None = None,
) -> Estimate:
    """Time, memory and power of one step of a `network` on one `device` by a `recipe`, or data parallel on `gpus` of
    one machine, each with `recipe.batch` samples a pass. Returns an `Estimate`: seconds, bytes, watts.

    `framework`: "pytorch", "libtorch", "cuda_graph", "compile" or "compile_graph", as it was in `framework_version`
    ("2.11", the newest, by default); `load`: "sustained", the clock after seconds of work, or "isolated", that of a
    short burst; `host`: whose processor launches the steps, a name or a host file; `host_scale`: its times over those
    of the framework's profile instead."""
    run = _run(framework, framework_version, load, host_scale, host)
    return Estimate(**_native.estimate(_network(network)._native, _word(device), recipe._words(), run, int(gpus)))


def recommend(
    network: str | Network,
    devices: str | Device | Iterable[str | Device] | None = None,
    recipe: Recipe = Recipe(),
    *,
    batches: Iterable[int] | None = None,
    precisions: str | Iterable[str] = ("fp32", "tf32", "amp_fp16", "amp_bf16"),
    max_gpus: int = 1,
    by: str = "samples",
    samples: float | None = None,
    steps: float | None = None,
    prices: Mapping[str, float] | None = None,
    framework: str = "pytorch",
    framework_version: str | None = None,
    load: str = "sustained",
    host_scale: float | None = None,
    host: str | None = None,
) -> Recommendation:
    """Which card, batch, precision and number of GPUs for a `network`: everything that fits, best first, as a
    `Recommendation`. Nothing is tried beyond the `recipe`, as under the command line's --as-is.

    `devices`: all cards by default; `batches`: samples over all GPUs together, 1, 2, 4 to 16384 by default;
    `precisions` that a card lacks are left out; `max_gpus`: 1, 2, 4, ... up to so many, data parallel. `by`: "samples"
    (per second), "time", "energy" or "cost". Time, energy and cost are those of passing so many `samples` through the
    network, or of so many `steps`; of one step without either. `prices`: {device: price per hour and GPU}, in any
    currency. `framework`, `framework_version`, `load`, `host`, `host_scale`: as in `estimate`."""
    names = Device.names() if devices is None else _list(devices, (str, Device))
    words = [_word(d) for d in names]
    priced = {Device(d).name: float(p) for d, p in (prices or {}).items()}
    of = [priced.get(Device(w).name) for w in words] if priced else [None] * len(words)
    counts = [2**i for i in range(int(max_gpus).bit_length()) if 2**i <= max_gpus]
    search = _native.SearchWords(
        _list(precisions), list(batches or [2**i for i in range(15)]), counts, by, samples, steps, of
    )
    run = _run(framework, framework_version, load, host_scale, host)
    found = _native.recommend(_network(network)._native, words, recipe._words(), run, search)
    return Recommendation(Option(**option) for option in found)


def sweep(
    networks: str | Network | Iterable[str | Network],
    devices: str | Device | Iterable[str | Device],
    batches: int | Iterable[int],
    precisions: str | Iterable[str] = ("fp32",),
    recipe: Recipe = Recipe(),
    *,
    framework: str = "pytorch",
    framework_version: str | None = None,
    load: str = "sustained",
    host_scale: float | None = None,
    host: str | None = None,
) -> Sweep:
    """A grid of `networks`, `devices`, `precisions` and `batches` (samples a pass), each one or several, as a `Sweep`
    of NumPy arrays of shape (networks, devices, precisions, batches), run by the `recipe` otherwise. Other Python
    threads go on meanwhile. `framework`, `framework_version`, `load`, `host`, `host_scale`: as in `estimate`."""
    nets = [_network(n) for n in _list(networks, (str, Network))]
    words = [_word(d) for d in _list(devices, (str, Device))]
    formats = _list(precisions)
    sizes = [int(b) for b in _list(batches, (int,))]
    run = _run(framework, framework_version, load, host_scale, host)
    figures = _native.sweep([n._native for n in nets], words, formats, sizes, recipe._words(), run)
    columns = {name: figures[..., i] for i, name in enumerate(_native.sweep_columns)}
    return Sweep([n.text for n in nets], [Device(w).name for w in words], formats, sizes, **columns)


def from_torch(
    step: Callable[..., Any], inputs: Sequence[Any], device: str = "H200-SXM", path: str | None = None
) -> Network:
    """Records a PyTorch step without a GPU and returns it as a `Network`: a `step`, called as step(*inputs), is one
    whole step, `inputs` two tuples of inputs, whose first dimensions are different batches: [(x8, y8), (x16, y16)]
    with x8 of shape (8, ...). A module instead of a step: its forward pass without gradients, and `inputs` likewise.
    `device`: the card that is meant; `path`: a file that keeps the recording. Needs PyTorch (without it: ImportError);
    perfmodel_record.py says what it finds."""
    import perfmodel_record
    import torch

    run = step
    if isinstance(step, torch.nn.Module):
        module = step

        def run(*values):
            with torch.no_grad():
                module(*values)

    with tempfile.TemporaryDirectory() as folder:
        file = path if path is not None else os.path.join(folder, "step.json")
        try:
            perfmodel_record.record(run, device=device, path=file, batches=inputs)
        except perfmodel_record.RecordError as error:
            raise Error(str(error)) from error
        return Network(f"recorded:{file}")
