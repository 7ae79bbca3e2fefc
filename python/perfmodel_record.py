#!/usr/bin/env python3
"""Records what a PyTorch step dispatches, without a GPU: operations with shapes, strides and formats, and the birth and
death of every storage. Nothing is calculated: tensors are fake. Needs only torch (2.1 to 2.11; 1.13 on the CPU).

    python3 perfmodel_record.py my_script.py:step --batches my_script.py:batches --device H200-SXM --path step.json

or in a program:

    perfmodel_record.record(step, device="H200-SXM", path="step.json", batches=[(x_at_2, y_at_2), (x_at_4, y_at_4)])

`step(*inputs)` is one whole step: zero_grad, forward, loss, backward, optimizer.step (or a forward pass under no_grad).
Networks and optimizers that it uses are found in its closure, its defaults, its object and the globals that it names.
The two batches make every size a straight line in the batch. Schema: python/recording.schema.json."""
import argparse
import contextlib
import functools
import importlib.util
import json
import sys

try:
    import torch
except ImportError as error:
    raise SystemExit("perfmodel_record: this Python has no PyTorch; 2.1 or newer is needed") from error
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten, tree_map

try:
    from torch._subclasses.fake_tensor import FakeTensorMode
except ImportError as error:
    raise SystemExit("perfmodel_record: this PyTorch has no FakeTensorMode; 2.1 or newer is needed") from error

VERSION = 1
FORMATS = {
    "torch.float64": "fp64",
    "torch.float32": "fp32",
    "torch.float16": "fp16",
    "torch.bfloat16": "bf16",
    "torch.int64": "int64",
    "torch.int32": "int32",
    "torch.int16": "int16",
    "torch.int8": "int8",
    "torch.uint8": "uint8",
    "torch.bool": "bool",
    "torch.float8_e4m3fn": "fp8",
    "torch.float8_e5m2": "fp8",
}


class RecordError(Exception):
    """What cannot be recorded, in one line."""


def storage_of(tensor):
    return tensor.untyped_storage() if hasattr(tensor, "untyped_storage") else tensor.storage()


class Recorder(TorchDispatchMode):
    """One run's operations, births and deaths."""

    def __init__(self):
        super().__init__()
        self.storages, self.live, self.hosts, self.notes = [], {}, set(), []
        self.events, self.phase = [], "forward"

    # --- storages ---
    def storage(self, tensor, why):
        store = storage_of(tensor)
        key = store._cdata
        known = self.live.get(key)
        if known is None:
            count = tensor.element_size() * _reach(tensor)
            size = store.nbytes() if hasattr(store, "nbytes") else count
            known = [len(self.storages), torch.multiprocessing.reductions.StorageWeakRef(store)]
            why = why or ("host" if tensor.numel() <= 1 else "input")
            self.storages.append({"bytes": max(size, count), "why": why})
            self.live[key] = known
        return known[0]

    def sweep(self):
        """Storages whose last reference has gone since the last operation."""
        gone = [(key, entry) for key, entry in self.live.items() if entry[1].expired()]
        if gone:
            self.events.append({"free": sorted(entry[0] for _, entry in gone)})
        for key, _ in gone:
            del self.live[key]

    def describe(self, value, why="activation"):
        if isinstance(value, torch.Tensor):
            return {
                "s": self.storage(value, why),
                "shape": list(value.shape),
                "strides": list(value.stride()),
                "format": FORMATS.get(str(value.dtype), str(value.dtype)),
            }
        if isinstance(value, (list, tuple)):
            return [self.describe(v, why) for v in value]
        return value if value is None or isinstance(value, (bool, int, float)) else str(value)

    # --- operations ---
    def note(self, text):
        if text not in self.notes:
            self.notes.append(text)

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        name = str(func)
        if name.startswith("prim."):  # questions such as a tensor's device
            return func(*args, **kwargs)
        self.sweep()
        # what no operation has made is a constant of the program: one number stays on the host
        before = [self.describe(list(args), None), {k: self.describe(v, None) for k, v in kwargs.items()}]
        if "_local_scalar_dense" in name:
            if self.phase == "optimizer":  # the number of the step, which lies on the host
                return 1
            self.events.append({"sync": True, "phase": self.phase})
            self.note("the step reads a tensor's value on the host; it was taken as 0")
            return 0
        out = self.result(func, name, args, kwargs)
        event = {"op": name, "in": before[0], "out": self.describe(_as_list(out)), "phase": self.phase}
        if before[1]:
            event["named"] = before[1]
        self.events.append(event)
        return out

    @staticmethod
    def result(func, name, args, kwargs):
        if name.startswith(("aten._foreach_", "aten._fused_", "aten._amp_")):  # no meta function in some versions
            base = name.split(".")[1]
            if base.endswith("_"):
                return None
            if base.startswith("_foreach_") and not base.startswith("_foreach_norm"):
                return [torch.empty_like(t) for t in args[0]]
        try:
            return func(*args, **kwargs)
        except Exception as error:
            kind = type(error).__name__
            if kind in ("DynamicOutputShapeException", "DataDependentOutputException"):
                text = f"{name}: the shape of its result depends on data, which a recording has not"
                raise RecordError(text) from error
            raise


def _as_list(out):
    return [] if out is None else list(out) if isinstance(out, (list, tuple)) else [out]


def _reach(tensor):
    return 0 if 0 in tensor.shape else 1 + sum((n - 1) * s for n, s in zip(tensor.shape, tensor.stride()))


# --- what the step uses ---


def reachable(step):
    """Objects that a function can name: closure, defaults, object, arguments bound by partial, globals of its code."""
    found, seen, todo = [], set(), [step]
    while todo:
        x = todo.pop()
        if id(x) in seen:
            continue
        seen.add(id(x))
        if isinstance(x, (torch.nn.Module, torch.optim.Optimizer)):
            found.append(x)
            continue
        if isinstance(x, (list, tuple)):
            todo += list(x)
        elif isinstance(x, dict):
            todo += list(x.values())
        elif isinstance(x, functools.partial):
            todo += [x.func, x.args, x.keywords]
        elif hasattr(x, "__func__"):
            todo += [x.__func__, x.__self__]
        elif hasattr(x, "__code__"):
            cells = [c.cell_contents for c in x.__closure__ or () if _filled(c)]
            named = [x.__globals__[n] for n in x.__code__.co_names if n in x.__globals__]
            todo += cells + list(x.__defaults__ or ())
            todo += [v for v in named if isinstance(v, (torch.nn.Module, torch.optim.Optimizer, list, tuple, dict))]
            todo += [v for v in named if getattr(v, "__module__", None) == x.__module__ and hasattr(v, "__code__")]
        elif hasattr(x, "__dict__") and not isinstance(x, type) and type(x).__module__ not in ("builtins", "torch"):
            todo += list(vars(x).values())
    modules = [x for x in found if isinstance(x, torch.nn.Module)]
    return modules, [x for x in found if isinstance(x, torch.optim.Optimizer)]


def _filled(cell):
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


@contextlib.contextmanager
def faked(modules, optimizers, fake):
    """The networks' tensors are fake inside, and what they were before, outside."""
    copies, places = {}, []

    def copy(t):
        if id(t) not in copies:
            new = fake(t.detach())
            if isinstance(t, torch.nn.Parameter):
                new = torch.nn.Parameter(new, requires_grad=t.requires_grad)
            copies[id(t)] = (new, t)
        return copies[id(t)][0]

    for network in modules:
        for module in network.modules():
            for store in (module._parameters, module._buffers):
                for key, t in store.items():
                    if t is not None:
                        places.append((store, key, t))
                        store[key] = copy(t)
    states = []
    for optimizer in optimizers:
        states.append((optimizer, optimizer.state))
        optimizer.state = type(optimizer.state)(dict) if hasattr(optimizer.state, "default_factory") else {}
        for group in optimizer.param_groups:
            places.append((group, "params", group["params"]))
            group["params"] = [copy(t) for t in group["params"]]
    try:
        yield [new for new, _ in copies.values()]
    finally:
        for store, key, t in reversed(places):
            store[key] = t
        for optimizer, state in states:
            optimizer.state = state


@contextlib.contextmanager
def patched(*changes):
    old = [(place, name, getattr(place, name)) for place, name, _ in changes if hasattr(place, name)]
    for place, name, value in changes:
        if hasattr(place, name):
            setattr(place, name, value)
    try:
        yield
    finally:
        for place, name, value in old:
            setattr(place, name, value)


def phases(recorder, optimizers):
    """Changes that note which part of the step runs."""

    def during(phase, f):
        @functools.wraps(f)
        def call(*args, **kwargs):
            before, recorder.phase = recorder.phase, phase
            try:
                return f(*args, **kwargs)
            finally:
                recorder.phase = before

        return call

    changes = [(torch.autograd, "backward", during("backward", torch.autograd.backward))]
    changes.append((torch.autograd.profiler, "record_function", lambda *a, **k: contextlib.nullcontext()))
    for optimizer in optimizers:
        changes.append((optimizer, "step", during("optimizer", optimizer.step)))
        changes.append((optimizer, "zero_grad", during("zero_gradients", optimizer.zero_grad)))
    return changes


def fake_card(mode):
    """The device that fake tensors claim: a card where this PyTorch allows it without one, else the CPU."""
    try:
        with mode:
            x = torch.empty(2, device="cuda", requires_grad=True)
            (x * x).sum().backward()
        return "cuda"
    except Exception:  # a CPU build, or a version before fake cards
        return "cpu"


def card_changes(mode_device, recorder):
    """What a program would be told on the card: where the card is not there, it is emulated or named."""
    if mode_device == "cuda":
        return [(torch.cuda, "synchronize", lambda *a, **k: None)]
    recorder.note("recorded on the CPU: fused kernels and formats that only the card would choose are not recorded")
    plain = torch.autocast

    class Autocast(plain):
        def __init__(self, device_type="cuda", dtype=None, enabled=True, cache_enabled=None, **more):
            if enabled and device_type == "cuda":
                recorder.note("autocast of the CPU in place of the card's: norms and softmax stay in 16 bits")
                dtype = torch.bfloat16
            super().__init__("cpu", dtype=dtype or torch.bfloat16, enabled=enabled, cache_enabled=cache_enabled)

    return [(torch, "autocast", Autocast), (torch.cuda, "synchronize", lambda *a, **k: None)]


def run_once(step, inputs, modules, optimizers):
    """Events of set-up, first and second step for one batch."""
    mode = FakeTensorMode()
    device = fake_card(mode)
    mode = FakeTensorMode()
    recorder = Recorder()

    def fake(tensor):
        if device == "cpu" or tensor.device.type == device:
            return mode.from_tensor(tensor)
        with mode:
            return torch.empty_strided(tensor.shape, tensor.stride(), dtype=tensor.dtype, device=device)

    with faked(modules, optimizers, fake) as tensors:
        given = tree_map(lambda t: fake(t) if isinstance(t, torch.Tensor) else t, inputs)
        for t in tensors:
            recorder.storage(t, "parameter")
        for t in tree_flatten(given)[0]:
            if isinstance(t, torch.Tensor):
                recorder.storage(t, "input")
        parts = []
        with contextlib.ExitStack() as stack:
            stack.enter_context(patched(*phases(recorder, optimizers), *card_changes(device, recorder)))
            stack.enter_context(mode)
            stack.enter_context(recorder)
            for _ in range(2):
                recorder.events = []
                step(*given)
                recorder.sweep()
                parts.append(recorder.events)
        host = set()
        for optimizer in optimizers:
            for state in optimizer.state.values():
                count = state.get("step") if isinstance(state, dict) else None
                if isinstance(count, torch.Tensor):
                    host.add(recorder.storage(count, "host"))
        for index in host:
            recorder.storages[index]["why"] = "host"
    return {"storages": recorder.storages, "steps": parts, "notes": recorder.notes, "device": device}


# --- two runs into one file ---


def merged(a, b, place):
    """The same number once, two different ones as a pair, everything else equal."""
    if isinstance(a, bool) or isinstance(b, bool) or a is None or isinstance(a, str):
        if a != b:
            raise RecordError(f"{place}: {a} at one batch and {b} at the other; the step must do the same at both")
        return a
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return a if a == b else {"at": [a, b]}
    if type(a) is not type(b) or len(a) != len(b):
        raise RecordError(f"{place}: the step does something else at the other batch")
    if isinstance(a, dict):
        return {k: merged(v, b.get(k), f"{place}/{k}") for k, v in a.items()}
    return [merged(x, y, f"{place}/{i}") for i, (x, y) in enumerate(zip(a, b))]


def batch_of(inputs):
    for t in tree_flatten(inputs)[0]:
        if isinstance(t, torch.Tensor) and t.dim() > 0:
            return t.shape[0]
    raise RecordError("batches: an entry without a tensor; each must hold the inputs of one step")


def record(step, device="H200-SXM", path="step.json", batches=()):
    """Writes the recording of `step(*inputs)` at two batches. @raises RecordError"""
    if len(batches) != 2:
        raise RecordError(f"batches: {len(batches)} given; exactly two are needed, of different sizes")
    sizes = [batch_of(inputs) for inputs in batches]
    if sizes[0] == sizes[1]:
        raise RecordError(f"batches: both of size {sizes[0]}; two different sizes are needed")
    modules, optimizers = reachable(step)
    runs = [run_once(step, tuple(inputs), modules, optimizers) for inputs in batches]
    both = merged(
        {k: runs[0][k] for k in ("storages", "steps")}, {k: runs[1][k] for k in ("storages", "steps")}, "recording"
    )
    trained = any("backward" == e.get("phase") for e in runs[0]["steps"][0])
    document = {
        "perfmodel_recording": VERSION,
        "torch": torch.__version__,
        "device": device,
        "fake_device": runs[0]["device"],
        "mode": "train" if trained else "infer",
        "tf32": bool(torch.backends.cuda.matmul.allow_tf32),
        "batches": sizes,
        "notes": runs[0]["notes"],
        "storages": both["storages"],
        "first_step": both["steps"][0],
        "step": both["steps"][1],
        "end": VERSION,
    }
    with open(path, "w", encoding="utf-8") as out:
        json.dump(document, out, separators=(",", ":"))
        out.write("\n")
    return document


def named(text):
    file, _, name = text.partition(":")
    spec = importlib.util.spec_from_file_location("recorded_script", file)
    if not name or spec is None:
        raise RecordError(f"{text}: must be FILE.py:NAME")
    if "recorded_script" in sys.modules and sys.modules["recorded_script"].__file__ == file:
        module = sys.modules["recorded_script"]
    else:
        module = importlib.util.module_from_spec(spec)
        sys.modules["recorded_script"] = module
        spec.loader.exec_module(module)
    if not hasattr(module, name):
        raise RecordError(f"{text}: the file has no {name}")
    return getattr(module, name)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", help="FILE.py:FUNCTION, one whole step")
    parser.add_argument("--batches", required=True, help="FILE.py:NAME, a list of two tuples of inputs")
    parser.add_argument("--device", default="H200-SXM", help="the card that is meant (default: %(default)s)")
    parser.add_argument("--path", default="step.json", help="the file to write (default: %(default)s)")
    options = parser.parse_args()
    try:
        record(named(options.step), options.device, options.path, named(options.batches))
    except (RecordError, OSError) as error:
        print(f"perfmodel_record: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
