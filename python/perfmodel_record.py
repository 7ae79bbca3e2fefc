#!/usr/bin/env python3
"""Records what a PyTorch step dispatches on a card, without the card: operations with shapes, strides and formats, and
the birth and death of every storage. Nothing is calculated: tensors are fake. Needs only torch (2.1 to 2.11; 1.13).

    python3 perfmodel_record.py my_script.py:step --batches my_script.py:batches --device H200-SXM --path step.json

or in a program (import it before autocast contexts and gradient scalers are made):

    perfmodel_record.record(step, device="H200-SXM", path="step.json", batches=[(x_at_2, y_at_2), (x_at_4, y_at_4)])

`step(*inputs)` is one whole step: zero_grad, forward, loss, backward, optimizer.step (or a forward pass under no_grad).
Networks, optimizers and gradient scalers that it uses are found in its closure, its defaults, its object and the
globals that it names. The two batches make every size a straight line in the batch; numbers of tokens a sample stay as
they are. For --framework compile, record with compiled=True (--compiled): programs that ask whether they are being
compiled then do what they would do while torch.compile traces them; Hugging Face's encoders keep attention masks that
leave nothing out. That is for the planner's frameworks compile and compile_graph alone.
Then: perfmodel-plan layers recorded:step.json -b 64 -d H100. Schema: python/recording.schema.json.

Examples

A torchvision network (train.py), recorded with
`python3 perfmodel_record.py train.py:step --batches train.py:batches`:

    import torch, torchvision
    network = torchvision.models.resnet50()
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1, momentum=0.9)

    def step(images, labels):
        optimizer.zero_grad(set_to_none=True)
        with torch.autocast("cuda", dtype=torch.bfloat16):
            loss = torch.nn.functional.cross_entropy(network(images), labels)
        loss.backward()
        optimizer.step()

    def inputs(batch):
        return torch.zeros(batch, 3, 224, 224), torch.zeros(batch, dtype=torch.int64)

    batches = [inputs(8), inputs(16)]

A Hugging Face model, from a program:

    import perfmodel_record, torch
    from transformers import AutoConfig, AutoModelForCausalLM
    model = AutoModelForCausalLM.from_config(AutoConfig.from_pretrained("gpt2"))
    optimizer = torch.optim.AdamW(model.parameters(), fused=True)

    def step(tokens):
        optimizer.zero_grad()
        with torch.autocast("cuda", dtype=torch.bfloat16):
            loss = model(input_ids=tokens, labels=tokens, use_cache=False).loss
        loss.backward()
        optimizer.step()

    perfmodel_record.record(step, path="gpt2.json", batches=[(torch.ones(b, 1024, dtype=torch.int64),) for b in (2, 4)])

A hand-written loop with a gradient scaler, or inference:

    scaler = torch.amp.GradScaler("cuda")

    def step(x, y):
        optimizer.zero_grad()
        with torch.autocast("cuda", dtype=torch.float16):
            loss = criterion(network(x), y)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()

    def forward_only(x):
        with torch.no_grad():
            network(x)
"""
import argparse
import bisect
import collections
import contextlib
import functools
import gc
import importlib
import importlib.util
import itertools
import json
import os
import re
import sys
import warnings


def arguments():
    """The command line's; made before PyTorch is imported, so that --help needs none."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", help="FILE.py:FUNCTION, one whole step")
    parser.add_argument("--batches", required=True, help="FILE.py:NAME, a list of two tuples of inputs")
    parser.add_argument("--device", default="H200-SXM", help="the card that is meant (default: %(default)s)")
    parser.add_argument("--path", default="step.json", help="the file to write (default: %(default)s)")
    parser.add_argument("--compiled", action="store_true", help="as torch.compile would see the forward pass")
    return parser.parse_args()


try:
    import torch
    import torch.library
    from torch._subclasses.fake_tensor import FakeTensorMode
    from torch.overrides import TorchFunctionMode
    from torch.utils._python_dispatch import TorchDispatchMode
    from torch.utils._pytree import tree_flatten, tree_map
except ImportError as error:
    lacking = "this PyTorch has no FakeTensorMode" if sys.modules.get("torch") else "this Python has no PyTorch"
    if __name__ != "__main__":
        raise ImportError(f"perfmodel_record: {lacking}; 2.1 or newer is needed") from error
    arguments()
    print(f"perfmodel_record: {lacking}; 2.1 or newer is needed", file=sys.stderr)
    sys.exit(2)

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

    def __init__(self, state, mode=None):
        super().__init__()
        self.state = state  # of autocast
        converter = getattr(getattr(mode, "fake_tensor_converter", None), "meta_converter", None)
        # what some versions hold for a while for tensors that have gone
        self.let_go = getattr(converter, "check_for_expired_weak_storages", lambda: None)
        self.storages, self.live, self.notes = [], {}, []
        self.events, self.phase, self.muted = [], "forward", False
        self.paths, self.sequence = [], []  # modules that run; (autograd's number, layer) of forward operations
        self.layers, self.kinds = {}, []

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
        self.let_go()
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
        if isinstance(value, float) and (value != value or abs(value) == float("inf")):
            return str(value)
        return value if value is None or isinstance(value, (bool, int, float)) else str(value)

    def note(self, text):
        if text not in self.notes:
            self.notes.append(text)

    # --- modules ---
    def layer(self, path, kind):
        if path not in self.layers:
            self.layers[path] = len(self.kinds)
            self.kinds.append(kind)
        return self.layers[path]

    def current_layer(self):
        if self.phase == "backward" and not torch.is_grad_enabled():  # what autograd runs
            node = getattr(torch._C, "_current_autograd_node", lambda: None)()
            number = node._sequence_nr() if node is not None and hasattr(node, "_sequence_nr") else None
            if number is None or not self.sequence:
                return -1
            at = bisect.bisect_right(self.sequence, (number, 1 << 60)) - 1
            return self.sequence[max(at, 0)][1]
        return self.paths[-1] if self.paths else -1

    def remember_sequence(self, layer):
        numbers = getattr(torch.autograd, "_get_sequence_nr", None)
        if numbers is None or not torch.is_grad_enabled():
            return
        number = numbers()
        if self.sequence and number == self.sequence[-1][0]:
            self.sequence.pop()
        if not self.sequence or number > self.sequence[-1][0]:
            self.sequence.append((number, layer))

    # --- operations ---
    def emit(self, name, inputs, outputs, **more):
        """Writes down an operation that this program runs in place of the card's."""
        self.sweep()
        event = {"op": name, "in": self.describe(inputs, None)}
        event["out"] = self.describe(outputs)
        event["phase"] = self.phase
        self.place(event)
        self.events.append(dict(event, **more))

    def place(self, event):
        layer = self.current_layer()
        if layer >= 0:
            event["layer"] = layer

    @contextlib.contextmanager
    def silent(self):
        before, self.muted = self.muted, True
        try:
            yield
        finally:
            self.muted = before

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        name = str(func)
        if name.startswith("prim.") or self.muted:  # questions such as a tensor's device
            return func(*args, **kwargs)
        if name.startswith("aten.scaled_dot_product_attention."):
            with self:
                return attention_of_card(*args, **kwargs)
        if name == "aten.dropout.default":
            with self:
                return dropout_of_card(*args, **kwargs)
        if name in ("aten.lstm.input", "aten.gru.input"):
            with self:
                return recurrent_of_card(name[5:-6], *args, **kwargs)
        if name.startswith("aten.ctc_loss."):
            with self:
                return aligned_loss_of_card(*args, **kwargs)
        if name == "aten._transformer_encoder_layer_fwd.default":
            with self:
                return encoder_layer_of_card(*args, **kwargs)
        if name == "aten._native_multi_head_attention.default" and args[0] is args[1] is args[2]:
            with self:  # (query, key, value, width, heads, weights and biases, mask, need_weights, average)
                given = dict(zip(("mask", "need_weights", "average_attn_weights"), args[9:]), **kwargs)
                asked, mean = given.get("need_weights", True), given.get("average_attn_weights", True)
                return self_attention_of_card(args[0], *args[4:9], given.get("mask"), asked, mean)
        if name.startswith("aten._fused_rms_norm."):
            with self:
                return FusedRmsNorm.apply(*args)
        if name == "aten.batch_norm.default" and _library_norm(args[0], args[1]):
            with self:
                return batch_norm_of_card(*args, **kwargs)
        if _is_composite(func):
            with self, _autocast_of_parts(self.state):
                return _parts(func, *args, **kwargs)
        if name.startswith("aten.native_batch_norm_backward") and _library_norm(args[1], args[2]):
            with self:
                args = (_as_image(args[0], _image_format(args[1])), *args[1:])
        if name in IN_PLACE and self.phase == "backward" and not torch.is_grad_enabled() and _by_engine():
            func = IN_PLACE[name] if self.just_zeroed(args[0]) else func
            name = str(func)
        self.sweep()
        # what no operation has made is a constant of the program: one number stays on the host
        given = list(args)
        if name.startswith("aten._ctc_loss"):  # as many lengths as samples
            given = [max(a, default=0) if isinstance(a, (list, tuple)) else a for a in args]
        before = [self.describe(given, None), {k: self.describe(v, None) for k, v in kwargs.items()}]
        if "_local_scalar_dense" in name:
            return self.read(args[0])
        out = self.result(func, name, args, kwargs)
        event = {"op": name, "in": before[0], "out": self.describe(_as_list(out)), "phase": self.phase}
        if before[1]:
            event["named"] = before[1]
        if name == "aten.add.Tensor" and self.phase == "backward" and not torch.is_grad_enabled() and _by_engine():
            event["sum"] = True
        self.place(event)
        if self.phase == "forward":
            self.remember_sequence(event.get("layer", -1))
        self.events.append(event)
        return out

    def just_zeroed(self, tensor):
        """Whether the tensor is zeros that the operation before has made, but for views."""
        key = self.storage(tensor, None)
        for event in reversed(self.events[-8:]):
            made = event.get("out") or [{}]
            if "op" not in event or made[0] is None or "s" not in made[0]:
                continue
            if made[0]["s"] == key:
                return "zeros" in event["op"]
            if event["in"] and isinstance(event["in"][0], dict) and event["in"][0].get("s") == made[0]["s"]:
                continue  # a view
            return False
        return False

    def read(self, tensor):
        """The program reads a number: the host waits for the card."""
        if self.storages[self.storage(tensor, None)]["why"] != "host" and self.phase != "optimizer":
            self.events.append({"sync": True, "phase": self.phase})
        if self.phase == "optimizer":  # the number of the step, or a product of rates, which lie on the host
            return 0.5 if getattr(tensor, "_perfmodel_product", False) else 1
        value = VALUES.get(tensor)
        if value is not None:
            with torch._C._DisableTorchDispatch():
                return value.item()
        if getattr(tensor, "_perfmodel_asks_all", False):
            self.note("the step asks on the host whether all of a tensor's values hold; it was taken as true")
            return True
        self.note("the step reads a tensor's value on the host; it was taken as 0")
        return False if tensor.dtype == torch.bool else 0.0 if tensor.dtype.is_floating_point else 0

    def grouped_product(self, a, b, ends):
        """aten/src/ATen/native/cuda/GroupedBlas.cpp: formats other than BF16 are a product a group, whose ends the host
        reads."""
        if a.dtype != torch.bfloat16:
            self.events.append({"sync": True, "phase": self.phase})
        groups = [] if a.dim() != b.dim() else [ends.shape[0] if a.dim() == 2 else a.shape[0]]
        return torch.empty(*groups, a.shape[-2], b.shape[-1], dtype=a.dtype)

    def result(self, func, name, args, kwargs):
        if name.startswith(
            ("aten._foreach_", "aten._fused_adam", "aten._fused_sgd", "aten._fused_adagrad", "aten._amp_")
        ):
            base = name.split(".")[1]  # no meta function in some versions
            if base.endswith("_"):
                for changed in args[0] if isinstance(args[0], (list, tuple)) else [args[0]]:
                    VALUES.forget(changed)
                    if base == "_foreach_mul_" and changed.dim() == 0 and self.phase == "optimizer":
                        changed._perfmodel_product = True  # NAdam's
                return args[0] if base.startswith("_amp_update") else None
            if base.startswith(("_foreach_norm", "_foreach_max")):
                return [torch.empty((), dtype=t.dtype) for t in args[0]]
            if base.startswith("_foreach_"):
                return [torch.empty_like(t) for t in args[0]]
        if name.startswith("aten._grouped_mm."):  # meta functions of some versions take BF16 alone
            return self.grouped_product(*args[:2], args[2] if len(args) > 2 else kwargs.get("offs"))
        if name.startswith("aten._ctc_loss"):
            return aligned_labels(name, *args)
        known = self.known_values(func, name, args, kwargs)
        try:
            out = func(*args, **kwargs)
        except Exception as error:
            kind = type(error).__name__
            if "Dynamic" in kind or "DataDependent" in kind or "UnbackedSymInt" in kind or "GuardOnData" in kind:
                if isinstance(known, torch.Tensor):
                    out = torch.empty(known.shape, dtype=known.dtype)
                elif isinstance(known, (bool, int)):
                    out = known
                elif name == "aten.equal.default":  # asked on the host, as istft does of its window
                    self.events.append({"sync": True, "phase": self.phase})
                    self.note("the step asks on the host whether two tensors are equal; it was taken as false")
                    out = False
                else:
                    text = f"{name}: the shape of its result depends on data, which a recording has not"
                    raise RecordError(text) from error
            elif isinstance(error, NotImplementedError):
                raise RecordError(f"{name}: this PyTorch cannot say the shape of its result: {error}") from error
            else:
                raise
        self.keep_values(out, known, name, args)
        if name in ("aten.all.default", "aten._is_all_true.default"):  # what programs check their input by
            out._perfmodel_asks_all = True
        if name.startswith("aten.native_batch_norm_backward") and args[2] is not None:
            # a card's gradients of gain and shift have their format; some versions' stand-in has the image's
            out = [
                out[0],
                *(torch.empty_like(args[2]) if t is not None and t.dtype != args[2].dtype else t for t in out[1:]),
            ]
        return out

    # --- known values: masks, positions, what a program decides by ---
    @staticmethod
    def known_values(func, name, args, kwargs):
        """The true result, if it is made of numbers that are known; None: unknown."""
        if any(word in name for word in ("rand", "bernoulli", "multinomial", "empty", "uniform", "normal")):
            return None
        flat, shape = tree_flatten((args, kwargs))
        tensors = [t for t in flat if isinstance(t, torch.Tensor)]
        if any(VALUES.get(t) is None for t in tensors):
            return None
        if not tensors and not name.startswith(("aten.arange", "aten.full", "aten.ones", "aten.zeros", "aten.tri")):
            return None
        true_args, true_kwargs = tree_map(lambda t: VALUES.get(t) if isinstance(t, torch.Tensor) else t, (args, kwargs))
        try:
            with torch._C._DisableTorchDispatch():
                return func(*true_args, **dict(true_kwargs, **({"device": "cpu"} if "device" in kwargs else {})))
        except Exception:
            return None

    @staticmethod
    def keep_values(out, known, name, args):
        if name.split(".")[1].endswith("_") and known is None and args and isinstance(args[0], torch.Tensor):
            VALUES.forget(args[0])
        for fake, true in zip(_as_list(out), _as_list(known)):
            if isinstance(fake, torch.Tensor) and isinstance(true, torch.Tensor) and fake.shape == true.shape:
                VALUES.set(fake, true)


class Values:
    """True values of small tensors that follow from the program: of whole numbers, of ones, zeros, ranges."""

    LARGEST = {False: 1 << 24, True: 1 << 20}  # elements; of real numbers fewer

    def get(self, tensor):
        if type(tensor) is torch.Tensor and tensor.device.type == "cpu":
            return tensor
        return getattr(tensor, "_perfmodel_value", None)

    def set(self, tensor, value):
        if not value.dtype.is_complex and value.numel() <= self.LARGEST[value.dtype.is_floating_point]:
            tensor._perfmodel_value = value

    def forget(self, tensor):
        if hasattr(tensor, "_perfmodel_value"):
            del tensor._perfmodel_value


VALUES = Values()


@functools.lru_cache(maxsize=None)
def _is_composite(func):
    """Whether the card runs it as other operations: it has no kernel of its own there. A build without CUDA knows
    kernels of CPUs alone, which then stand for the card's."""
    has = torch._C._dispatch_has_kernel_for_dispatch_key
    own = ("CUDA",) if torch.version.cuda else ("CUDA", "CPU")
    try:
        return has(func.name(), "CompositeImplicitAutograd") and not any(has(func.name(), k) for k in own)
    except Exception:
        return False


def _parts(func, *args, **kwargs):
    """Runs the dispatcher's own composition; func.decompose() prefers some compilers' other one."""
    run = getattr(func, "_op_dk", None)
    if run is None:
        return func.decompose(*args, **kwargs)
    return run(torch._C.DispatchKey.CompositeImplicitAutograd, *args, **kwargs)


# Compositions that autocast has seen as a whole, one inside the other: it leaves their parts alone.
_SEEN_WHOLE = []


@contextlib.contextmanager
def _seen_whole():
    _SEEN_WHOLE.append(True)
    try:
        yield
    finally:
        _SEEN_WHOLE.pop()


@contextlib.contextmanager
def _autocast_of_parts(state):
    """Inference mode hands compositions over undivided, with autocast behind them: it looks at their parts, too."""
    ask = getattr(torch._C, "_dispatch_tls_is_dispatch_key_excluded", None)
    change = getattr(torch._C, "_dispatch_tls_set_dispatch_key_excluded", None)
    if _SEEN_WHOLE or not state.enabled or ask is None or change is None or not ask("AutocastCPU"):
        yield
        return
    change("AutocastCPU", False)
    try:
        yield
    finally:
        change("AutocastCPU", True)


# Of PyTorch's own files those that only hand an operation on to a mode.
_HANDING_ON = ("_python_dispatch.py", "torch/_ops.py", "torch/_compile.py", "eval_frame.py", "torch/utils/_stats.py")


def _by_engine():
    """Whether autograd itself asked, not a Python function of the program."""
    frame = sys._getframe(2)
    while frame is not None and frame.f_code.co_filename.endswith(_HANDING_ON):
        frame = frame.f_back
    return frame is not None and frame.f_code.co_filename.endswith(("autograd/__init__.py", "autograd/graph.py"))


def _as_list(out):
    return [] if out is None else list(out) if isinstance(out, (list, tuple)) else [out]


def _reach(tensor):
    return 0 if 0 in tensor.shape else 1 + sum((n - 1) * s for n, s in zip(tensor.shape, tensor.stride()))


# --- the card's own ways, where this machine has none ---

RECORDERS = []  # the one that runs


def dropout_of_card(x, p=0.5, train=True):
    """aten/src/ATen/native/Dropout.cpp: one kernel on a card, where the CPU has three."""
    if p == 0 or not train or x.numel() == 0:
        return x
    return torch.native_dropout(x, p, train)[0]


def aligned_loss_of_card(logs, labels, input_lengths, lengths, blank=0, reduction=1, zero_infinity=False):
    """aten/src/ATen/native/LossCTC.cpp, ctc_loss_impl: the lengths go to the card for the mean."""
    losses = torch._ctc_loss(logs, labels, input_lengths, lengths, blank, zero_infinity)[0]
    if zero_infinity:
        zero = torch.zeros((), dtype=losses.dtype)
        losses = torch.where(losses == float("inf"), zero, losses)
    if reduction == 1:
        if not isinstance(lengths, torch.Tensor):
            lengths = torch.empty(len(lengths), dtype=losses.dtype)
        return (losses / lengths.to(losses.dtype).clamp_min(1)).mean()
    return losses.sum() if reduction == 2 else losses


def aligned_labels(name, logs, labels, *more):
    """Losses and logarithms of a connectionist loss, or its gradient: made as on a card. Lengths that are not known are
    as long as the labels are. aten/src/ATen/native/cuda/LossCTC.cu, ctc_loss_gpu_template.
    """
    if "backward" in name:
        return torch.empty_like(labels, memory_format=torch.contiguous_format)  # (gradient, logarithms, ...)
    longest = labels.shape[-1]
    if not isinstance(more[1], torch.Tensor):
        longest = max(more[1], default=0)
    elif VALUES.get(more[1]) is not None:
        with contextlib.suppress(TypeError), torch._C._DisableTorchDispatch():
            longest = int(VALUES.get(more[1]).max())
    steps, batch = logs.shape[:2]
    return torch.empty(batch, dtype=logs.dtype), torch.empty(batch, steps, 2 * longest + 1, dtype=logs.dtype)


# Gradients that autograd adds into zeros of its own: in place, but into a copy while a program's mode listens
# (torch/csrc/autograd/FunctionsManual.cpp, areAnyTensorSubclassLike).
IN_PLACE = {}
for _name, _kind in (
    ("scatter_add", "default"),
    ("scatter", "src"),
    ("scatter", "value"),
    ("index_add", "default"),
    ("index_put", "default"),
):
    with contextlib.suppress(AttributeError):
        IN_PLACE[f"aten.{_name}.{_kind}"] = getattr(getattr(torch.ops.aten, _name + "_"), _kind)


def _library_norm(x, weight):
    """Whether a card's cuDNN runs a batch norm. aten/src/ATen/native/Normalization.cpp, _select_batch_norm_backend."""
    return weight is not None and x.dtype == torch.float32 and x.dim() >= 3


def _image_format(x):
    wide = {4: torch.channels_last, 5: torch.channels_last_3d}.get(x.dim())
    together = wide is not None and x.is_contiguous(memory_format=wide) and not x.is_contiguous()
    return wide if together else torch.contiguous_format


def _as_image(x, layout):
    return x if x.is_contiguous(memory_format=layout) else x.contiguous(memory_format=layout)


def batch_norm_of_card(x, weight, bias, mean, variance, training, momentum, epsilon, _=True):
    """cuDNN's takes images without gaps; PyTorch's own takes them as they lie."""
    if _library_norm(x, weight):
        x = _as_image(x, _image_format(x))
    return torch.native_batch_norm(x, weight, bias, mean, variance, training, momentum, epsilon)[0]


def _whole(x, multiple):
    return (x + multiple - 1) // multiple * multiple


def _takes_cudnn():
    """Whether 16-bit attention goes to cuDNN's kernels, which take masks and shared heads: seen with 2.11 on an H100
    and an H200."""
    return _version() >= (2, 11)


def _efficient_gradients(q, k, v):
    """By token, then by head; one tensor if q, k and v are parts of one. attention_backward.cu,
    _efficient_attention_backward."""
    one = len({storage_of(t)._cdata for t in (q, k, v)}) == 1 and q.shape == k.shape == v.shape
    if one:
        b, h, n, d = q.shape
        return [part.transpose(1, 2) for part in torch.empty(b, n, 3, h, d, dtype=q.dtype).unbind(2)]
    return [torch.empty(t.transpose(1, 2).shape, dtype=t.dtype).transpose(1, 2) for t in (q, k, v)]


class FusedAttention(torch.autograd.Function):
    """Flash, cuDNN's or memory-efficient attention: result, FP32 sums of rows, seeds; gradients of q, k and v."""

    @staticmethod
    def forward(ctx, q, k, v, mask, dropout, causal, name):
        recorder = RECORDERS[-1]
        flash, efficient = "flash" in name, "efficient" in name
        (b, h, n, _), d = q.shape, v.shape[-1]
        with recorder.silent():
            as_query = not efficient and _takes_cudnn() and d == q.shape[-1]  # cudnn/MHA.cpp
            out = torch.empty_like(q) if as_query else torch.empty(b, n, h, d, dtype=q.dtype).transpose(1, 2)
            sums = torch.empty(b, h, _whole(n, 32) if efficient else n, dtype=torch.float32)
            seed = torch.empty(2, dtype=torch.int64)
        ctx.given, ctx.name = (dropout, causal), name
        ctx.save_for_backward(q, k, v, mask, out, sums, seed)
        arguments = [q, k, v, float(dropout), causal] if flash else [q, k, v, mask, True, float(dropout), causal]
        recorder.emit(f"aten.{name}.default", arguments, [out, sums, seed])
        return out

    @staticmethod
    def backward(ctx, dy):
        recorder = RECORDERS[-1]
        q, k, v, mask, out, sums, seed = ctx.saved_tensors
        dropout, causal = ctx.given
        with recorder.silent():
            if "efficient" in ctx.name:
                gradients = _efficient_gradients(q, k, v)
            else:
                gradients = [torch.empty_like(t) for t in (q, k, v)]
            of_mask = torch.empty_like(mask) if mask is not None and ctx.needs_input_grad[3] else None
        if "flash" in ctx.name:
            rest = [out, sums, None, None, q.shape[2], k.shape[2], float(dropout), causal, seed]
        elif "cudnn" in ctx.name:
            rest = [out, sums, seed, None, mask, None, None, q.shape[2], k.shape[2], float(dropout), causal]
        else:
            rest = [mask, out, sums, seed, None, float(dropout), [True, True, True, of_mask is not None], causal]
        made = gradients + ([of_mask] if of_mask is not None else [])
        recorder.emit(f"aten.{ctx.name}_backward.default", [dy, q, k, v, *rest], made)
        return (*gradients, of_mask, None, None, None)


def attention_of_card(q, k, v, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    """What a card of compute capability 8.0 or newer takes: flash (or cuDNN's, recorded by the same name) in 16 bits
    without a mask, cuDNN's with one, else the memory-efficient kernel, else products, as for operands or masks whose
    elements lie apart.
    aten/src/ATen/native/transformers/cuda/sdp_utils.cpp."""
    cuda = torch.backends.cuda

    def enabled(name):
        return getattr(cuda, name, lambda: True)()

    sizes = [t.shape[-1] for t in (q, k, v)]
    # elements of the last dimension side by side (check_last_dim_stride_equals_1_dense in sdp_utils_cpp.h); a mask of
    # keys that is repeated over the queries without a copy may have a stride of 0 there
    beside = all(t.stride(-1) == 1 for t in (q, k, v)) and (attn_mask is None or attn_mask.stride(-1) == 1)
    four = all(t.dim() == 4 and 0 not in t.shape for t in (q, k, v))
    together = four and q.shape[1] == k.shape[1] == v.shape[1] and q.shape[0] == k.shape[0] == v.shape[0]
    half = q.dtype in (torch.float16, torch.bfloat16) and q.dtype == k.dtype == v.dtype
    if attn_mask is not None and attn_mask.dtype == torch.bool:
        none, minus = (torch.scalar_tensor(x, dtype=q.dtype) for x in (0.0, float("-inf")))
        attn_mask = torch.where(attn_mask, none, minus)
    flash = beside and four and (together or enable_gqa) and half and attn_mask is None and max(sizes) <= 256
    flash = flash and len(set(sizes)) == 1 and enabled("flash_sdp_enabled")
    library = beside and half and four and (together or enable_gqa) and _takes_cudnn() and enabled("cudnn_sdp_enabled")
    library = library and attn_mask is not None and not attn_mask.requires_grad
    library = library and len(set(sizes)) == 1 and sizes[0] % 8 == 0 and sizes[0] <= 256
    if library:
        return FusedAttention.apply(q, k, v, attn_mask, dropout_p, is_causal, "_scaled_dot_product_cudnn_attention")
    multiple = 8 if half else 4
    efficient = beside and together and not enable_gqa and q.dtype == k.dtype == v.dtype and q.dtype != torch.float64
    efficient = efficient and all(n % multiple == 0 for n in sizes) and enabled("mem_efficient_sdp_enabled")
    if flash and sizes[0] % 8 != 0:  # padded, and the result cut
        wide = [torch.nn.functional.pad(t, (0, _whole(sizes[0], 8) - sizes[0])) for t in (q, k, v)]
        out = FusedAttention.apply(*wide, None, dropout_p, is_causal, "_scaled_dot_product_flash_attention")
        return out[..., : sizes[0]]
    if flash:
        return FusedAttention.apply(q, k, v, None, dropout_p, is_causal, "_scaled_dot_product_flash_attention")
    if efficient:
        mask, keys = attn_mask, k.shape[2]
        if mask is not None:
            if mask.shape[-1] % 8 != 0:  # rows must begin at multiples of 16 bytes
                mask = torch.nn.functional.pad(mask, (0, _whole(keys, 8) - keys))[..., :keys]
            mask = mask.expand(q.shape[0], q.shape[1], q.shape[2], keys)
        return FusedAttention.apply(q, k, v, mask, dropout_p, is_causal, "_scaled_dot_product_efficient_attention")
    with _seen_whole():  # whose products run in FP32
        return products_attention(q, k, v, attn_mask, dropout_p, is_causal, scale, enable_gqa)


def products_attention(q, k, v, mask, dropout, causal, scale, gqa):
    """aten/src/ATen/native/transformers/attention.cpp, _scaled_dot_product_attention_math."""
    stored = q.dtype
    if (
        stored in (torch.float16, torch.bfloat16)
        and not getattr(torch.backends.cuda, "fp16_bf16_reduction_math_sdp_allowed", lambda: False)()
    ):
        q, k, v = q.float(), k.float(), v.float()
    if gqa and q.shape[-3] != k.shape[-3]:
        k = k.repeat_interleave(q.shape[-3] // k.shape[-3], -3)
        v = v.repeat_interleave(q.shape[-3] // v.shape[-3], -3)
    root = (scale if scale is not None else 1.0 / float(q.shape[-1]) ** 0.5) ** 0.5
    scores = torch.matmul(q * root, k.transpose(-2, -1) * root)
    if causal:
        mask = torch.zeros(q.shape[-2], k.shape[-2], dtype=q.dtype).masked_fill_(
            torch.ones(q.shape[-2], k.shape[-2], dtype=torch.bool).tril().logical_not(), float("-inf")
        )
    if mask is not None:
        scores.add_(mask)
    shares = dropout_of_card(safe_softmax(scores), dropout, True)
    return torch.matmul(shares, v).to(stored)


class SafeSoftmax(torch.autograd.Function):
    """Zeros where a whole row is masked; the result alone is kept. _safe_softmax in the same file."""

    @staticmethod
    def forward(ctx, scores):
        shares = torch.softmax(scores, -1)
        minus = scores.isneginf()
        masked = minus.all(-1, keepdim=True)
        zero = torch.scalar_tensor(0.0, dtype=shares.dtype)
        into = {"out": shares} if _version() >= (2, 11) else {}
        shares = torch.where(masked, zero, shares, **into)
        ctx.save_for_backward(shares)
        return shares

    @staticmethod
    def backward(ctx, dy):
        (shares,) = ctx.saved_tensors
        return torch.ops.aten._softmax_backward_data(dy, shares, -1, shares.dtype)


def safe_softmax(scores):
    return torch.softmax(scores, -1) if _version() < (2, 5) else SafeSoftmax.apply(scores)


def linear_of_card(x, weight, bias=None):
    """aten/src/ATen/native/Linear.cpp, linear(): fake tensors, being of a class of their own, would get a copy where
    the bias is added in place."""
    if bias is not None and x.dim() == 2:
        return torch.addmm(bias, x, weight.t())
    if bias is not None and bias.dim() == 1 and x.dim() > 2 and x.is_contiguous():
        turned = weight.t()
        flat = torch.addmm(bias, x.view(-1, x.shape[-1]), turned)
        return flat.view(*x.shape[:-1], weight.shape[0])
    out = torch.matmul(x, weight.t())
    return out if bias is None else out.add_(bias)


def _heads(x, heads):
    return x.view(x.shape[0], -1, heads, x.shape[-1] // heads).transpose(1, 2)


def self_attention_of_card(x, heads, in_weight, in_bias, out_weight, out_bias, mask=None, asked=False, mean=True):
    """Result, and weights if `asked` for. aten/src/ATen/native/transformers/cuda/attention.cu,
    native_multi_head_attention_cuda: fused attention without a mask, else products, with bias, scale and the order of
    heads in one kernel."""
    width = x.shape[-1]
    if mask is None and not asked and (width // heads) % 8 == 0:
        q, k, v = (_heads(part, heads) for part in linear_of_card(x, in_weight, in_bias).chunk(3, -1))
        y = attention_of_card(q, k, v).transpose(1, 2).reshape(x.shape[0], -1, width)
        return linear_of_card(y, out_weight, out_bias), None
    qkv = torch.matmul(x, in_weight.t())
    q, k, v = qkv.view(*x.shape[:2], 3, heads, width // heads).permute(2, 0, 3, 1, 4).contiguous().unbind(0)
    shares = torch.softmax(torch.matmul(q, k.transpose(-2, -1)), -1)  # which takes the mask in the same kernel
    y = torch.matmul(shares, v).transpose(1, 2).contiguous().view(*x.shape[:2], width)
    y = linear_of_card(y, out_weight, out_bias)
    return y, (shares.sum(1).div_(heads) if mean else shares) if asked else None


def encoder_layer_of_card(
    x, width, heads, in_weight, in_bias, out_weight, out_bias, gelu, norm_first, epsilon, *weights_and_mask
):
    """The whole layer in evaluation without gradients. aten/src/ATen/native/transformers/transformer.cpp,
    transformer_encoder_layer_forward."""
    norm1, norm_bias1, norm2, norm_bias2, up, up_bias, down, down_bias = weights_and_mask[:8]
    mask = weights_and_mask[8] if len(weights_and_mask) > 8 else None
    before, rows = x, x.shape[0] * x.shape[1]

    def normed(t, weight, bias):
        return torch.layer_norm(t, (width,), weight, bias, epsilon)

    if norm_first:
        x = normed(x, norm1, norm_bias1)
    x = self_attention_of_card(x, heads, in_weight, in_bias, out_weight, out_bias, mask)[0].add_(before)
    if not norm_first:
        x = normed(x, norm1, norm_bias1)
    before = x
    if norm_first:
        x = normed(x, norm2, norm_bias2)
    inner = torch._addmm_activation(up_bias, x.view(rows, width), up.t(), use_gelu=gelu)
    x = torch.addmm(down_bias, inner, down.t()).view(*before.shape).add_(before)
    return x if norm_first else normed(x, norm2, norm_bias2)


def _time_first(a, b, width, dtype, batch_first):
    """A tensor as cuDNN fills it: time in front of the batch, though it is seen the other way round."""
    return (
        torch.empty(b, a, width, dtype=dtype).transpose(0, 1) if batch_first else torch.empty(a, b, width, dtype=dtype)
    )


class CudnnRecurrent(torch.autograd.Function):
    """All steps of all layers in one call; backward in one more. aten/src/ATen/native/cudnn/RNN.cpp."""

    @staticmethod
    def forward(ctx, given, x, *state_and_weights):
        recorder = RECORDERS[-1]
        states = 2 if given["mode"] == 2 else 1
        first, weights = state_and_weights[:states], state_and_weights[states:]
        ways = 2 if given["bidirectional"] else 1
        rows, hidden = x.shape[0] * x.shape[1], first[0].shape[2]
        with recorder.silent():
            y = _time_first(*x.shape[:2], ways * hidden, x.dtype, given["batch_first"])
            last = [torch.empty_like(t) for t in first]
            # gates and states of every step (operation/recurrent.hpp)
            kept = (5 if states == 2 else 6) * given["layers"] + given["layers"] - 1
            count = rows * hidden * ways * kept if given["train"] else 0
            reserve = torch.empty(count * x.element_size(), dtype=torch.uint8)
        ctx.given = given
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(x, y, reserve, *first, *weights)
        cell = first[1] if states == 2 else None
        arguments = [x, list(weights), 4, None, first[0], cell, given["mode"], hidden, 0, given["layers"]]
        arguments += [given["batch_first"], given["dropout"], given["train"], given["bidirectional"], [], None]
        recorder.emit("aten._cudnn_rnn.default", arguments, [y, *last, reserve])
        return (y, *last)

    @staticmethod
    def backward(ctx, dy, *of_last):
        recorder, given = RECORDERS[-1], ctx.given
        x, y, reserve, *rest = ctx.saved_tensors
        states = 2 if given["mode"] == 2 else 1
        first, weights = rest[:states], rest[states:]
        with recorder.silent():
            dx = _time_first(*x.shape, x.dtype, given["batch_first"])
            of_first = [torch.empty_like(t) for t in first]
            of_weights = [torch.empty_like(t) for t in weights]
        arguments = [x, list(weights), 4, None, first[0], first[1] if states == 2 else None, y, dy, None, None]
        arguments += [given["mode"], first[0].shape[2], 0, given["layers"], given["batch_first"], given["dropout"]]
        arguments += [given["train"], given["bidirectional"], [], None, reserve]
        recorder.emit("aten._cudnn_rnn_backward.default", arguments, [dx, *of_first, *of_weights])
        return (None, dx, *of_first, *of_weights)


def recurrent_of_card(kind, x, first, weights, bias, layers, dropout, train, bidirectional, batch_first):
    """aten/src/ATen/native/RNN.cpp, with what autocast of a card does to the operands of cuDNN's call: FP16, whichever
    format is asked for (aten/src/ATen/cudnn/AutocastRNN.cpp)."""
    state, first = RECORDERS[-1].state, list(first) if isinstance(first, (list, tuple)) else [first]
    with _no_autocast(state):
        if state.enabled:
            narrow = functools.partial(state.narrow, dtype=torch.float16)
            x, first, weights = tree_map(narrow, (x, first, list(weights)))
        given = {"mode": 2 if kind == "lstm" else 3, "layers": layers, "dropout": float(dropout), "train": train}
        given.update(bidirectional=bidirectional, batch_first=batch_first)
        return CudnnRecurrent.apply(given, x, *first, *weights)


class Product(torch.autograd.Function):
    """The gradient asks on the host whether there are zeros, and divides where there are none. prod_backward in
    torch/csrc/autograd/FunctionsManual.cpp, which goes another way for tensors that it does not know."""

    @staticmethod
    def forward(ctx, x, dim, keepdim):
        below = torch._C._AutoDispatchBelowAutograd()  # no context manager in PyTorch 1.13
        y = torch.ops.aten.prod.dim_int(x, dim, keepdim)
        del below
        ctx.dim, ctx.keepdim = dim, keepdim
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, dy):
        x, y = ctx.saved_tensors
        if not ctx.keepdim:
            dy, y = dy.unsqueeze(ctx.dim), y.unsqueeze(ctx.dim)
        (x == 0).sum(ctx.dim, True).sum().item()
        return dy * (y / x), None, None


def product_of_card(x, dim, keepdim=False, *, dtype=None):
    return Product.apply(x if dtype is None else x.to(dtype), dim, keepdim)


class FusedRmsNorm(torch.autograd.Function):
    """PyTorch 2.9 and newer have one kernel for it on a card."""

    @staticmethod
    def forward(ctx, x, shape, weight, epsilon):
        recorder = RECORDERS[-1]
        with recorder.silent():
            y = torch.empty(x.shape, dtype=x.dtype)
            deviation = torch.empty(x.shape[: x.dim() - len(shape)] + (1,) * len(shape), dtype=torch.float32)
        ctx.shape = list(shape)
        ctx.save_for_backward(x, weight, deviation)
        recorder.emit("aten._fused_rms_norm.default", [x, list(shape), weight, epsilon], [y, deviation])
        ctx.mark_non_differentiable(deviation)
        return y, deviation

    @staticmethod
    def backward(ctx, dy, _):
        recorder = RECORDERS[-1]
        x, weight, deviation = ctx.saved_tensors
        which = [ctx.needs_input_grad[0], weight is not None and ctx.needs_input_grad[2]]
        with recorder.silent():
            dx = torch.empty(x.shape, dtype=x.dtype) if which[0] else None
            dw = torch.empty_like(weight) if which[1] else None
        made = [t for t in (dx, dw) if t is not None]
        recorder.emit("aten._fused_rms_norm_backward.default", [dy, x, ctx.shape, deviation, weight, which], made)
        return dx, None, dw, None


# Operations that autocast of a card runs in 16 bits: aten/src/ATen/autocast_mode.h (AT_FORALL_LOWER_PRECISION_FP)
NARROW = """_convolution.deprecated _convolution conv1d conv2d conv3d conv1d.padding conv2d.padding conv3d.padding
conv_tbc
conv_transpose1d conv_transpose2d.input conv_transpose3d.input convolution prelu addmm addmv addr matmul einsum mm mv
linalg_vecdot linear addbmm baddbmm bmm chain_matmul linalg_multi_dot lstm_cell gru_cell rnn_tanh_cell rnn_relu_cell
scaled_dot_product_attention""".split()
# those that take the widest format of their operands: AT_FORALL_PROMOTE
WIDEST = (
    """addcdiv addcmul atan2 bilinear cross dot vdot grid_sampler index_put tensordot scatter_add cat stack""".split()
)
# Operations that it runs in FP32: aten/src/ATen/autocast_mode.h (AT_FORALL_FP32, ..._SET_OPT_DTYPE)
WIDE = """acos asin cosh erfinv exp expm1 log log10 log2 log1p reciprocal rsqrt sinh tan pow.Tensor_Scalar
pow.Tensor_Tensor pow.Scalar softplus layer_norm native_layer_norm group_norm frobenius_norm.dim nuclear_norm
nuclear_norm.dim cosine_similarity poisson_nll_loss cosine_embedding_loss nll_loss nll_loss2d hinge_embedding_loss
kl_div
l1_loss smooth_l1_loss huber_loss mse_loss margin_ranking_loss multilabel_margin_loss soft_margin_loss
triplet_margin_loss
multi_margin_loss binary_cross_entropy_with_logits dist pdist cdist renorm logsumexp""".split()
WIDE_RESULT = """prod prod.dim_int softmax.int log_softmax.int cumprod cumsum linalg_vector_norm linalg_matrix_norm
sum sum.dim_IntList""".split()
# Resizing, which newer versions run in FP32, too: at the end of AT_FORALL_FP32
WIDE_RESIZING = """upsample_nearest1d _upsample_nearest_exact1d upsample_nearest2d _upsample_nearest_exact2d
upsample_nearest3d _upsample_nearest_exact3d upsample_linear1d upsample_bilinear2d _upsample_bilinear2d_aa
upsample_trilinear3d upsample_bicubic2d _upsample_bicubic2d_aa""".split()
SIXTEEN = (torch.float16, torch.bfloat16)


class AutocastState:
    def __init__(self):
        self.enabled, self.dtype, self.seen = False, torch.float16, set()
        self.casts, self.depth = {}, 0

    def narrow(self, value, dtype=None):
        """In 16 bits: a copy, of a parameter once until the outermost context ends."""
        dtype = dtype or self.dtype
        if not isinstance(value, torch.Tensor) or value.dtype not in (torch.float32, *SIXTEEN):
            return value
        if value.dtype == dtype:
            return value
        keeps = value.dtype == torch.float32 and value.requires_grad and value.is_leaf and not value._is_view()
        if not keeps or torch.is_inference_mode_enabled():
            return value.to(dtype)
        if (id(value), dtype) not in self.casts:
            self.casts[id(value), dtype] = (value.to(dtype), value)
        return self.casts[id(value), dtype][0]


_originals = {
    name: getattr(torch, name)
    for name in ("set_autocast_enabled", "set_autocast_cpu_enabled", "set_autocast_dtype", "set_autocast_cpu_dtype")
    if hasattr(torch, name)
}


def _set_cpu_autocast(enabled):
    """The dispatcher's autocast of CPU tensors, which stands for the card's: it only calls the kernels below."""
    if "set_autocast_dtype" in _originals:
        _originals["set_autocast_enabled"]("cpu", enabled)
    else:
        _originals["set_autocast_cpu_enabled"](enabled)


def _on_card_list(name):
    """Whether autocast of a card knows the operation in this version."""
    with contextlib.suppress(RuntimeError):
        return torch._C._dispatch_has_kernel_for_dispatch_key("aten::" + name, "AutocastCUDA")
    return False


@functools.lru_cache(maxsize=None)
def _only_of_cpu():
    """Operations in autocast's lists for CPUs that are in none of those for a card."""
    known = {*NARROW, *WIDE, *WIDE_RESULT, *WIDEST, *(n for n in WIDE_RESIZING if _on_card_list(n))}
    has = torch._C._dispatch_has_kernel_for_dispatch_key
    every = {s.name + ("." + s.overload_name if s.overload_name else "") for s in torch._C._jit_get_all_schemas()}
    names = []
    for name in sorted(n for n in every if n.startswith("aten::") and n[6:] not in known):
        with contextlib.suppress(RuntimeError):
            if has(name, "AutocastCPU"):
                names.append(name[6:])
    return names


def _overload(name):
    base, _, overload = name.partition(".")
    return getattr(getattr(torch.ops.aten, base), overload or "default")


@contextlib.contextmanager
def _no_autocast(state):
    _set_cpu_autocast(False)
    try:
        yield
    finally:
        _set_cpu_autocast(state.enabled)


def _widened(value):
    return value.float() if isinstance(value, torch.Tensor) and value.dtype in SIXTEEN else value


def card_library(state):
    """Python kernels in place of the CPU's, while it lives: autocast's lists, attention, dropout, RMS norm."""
    library = torch.library.Library("aten", "IMPL")

    def put(name, kernel, key):
        with warnings.catch_warnings(), contextlib.suppress(AttributeError, RuntimeError):  # not in this version
            warnings.simplefilter("ignore")  # that there was another kernel
            _overload(name)
            library.impl(name, kernel, key)

    def wide(function):
        def kernel(*args, **kwargs):
            with _no_autocast(state):
                args, kwargs = tree_map(_widened, (list(args), dict(kwargs)))
                return function(*args, **kwargs)

        return kernel

    def wide_result(function, name):
        def kernel(x, *args, **kwargs):
            with _no_autocast(state):
                narrow = isinstance(x, torch.Tensor) and x.dtype in SIXTEEN
                asked = kwargs.get("dtype") is not None or (
                    name.startswith(("softmax", "log_softmax")) and len(args) > 1 and args[1] is not None
                )
                if not narrow or asked:
                    return function(x, *args, **kwargs)
                if name in ("softmax.int", "log_softmax.int"):
                    if x.dtype == torch.float16:  # read in 16 bits, written in 32
                        return (torch._softmax if name == "softmax.int" else torch._log_softmax)(x, args[0], True)
                    return function(x, args[0], torch.float32)
                return function(x, *args, **dict(kwargs, dtype=torch.float32))

        return kernel

    def narrow(function):
        def kernel(*args, **kwargs):
            with _no_autocast(state):
                args, kwargs = tree_map(state.narrow, (list(args), dict(kwargs)))
                return function(*args, **kwargs)

        return kernel

    def widest(function):
        def kernel(*args, **kwargs):
            with _no_autocast(state):
                tensors = [t for t in tree_flatten((args, kwargs))[0] if isinstance(t, torch.Tensor)]
                if any(t.dtype == torch.float32 for t in tensors):
                    args, kwargs = tree_map(_widened, (list(args), dict(kwargs)))
                return function(*args, **kwargs)

        return kernel

    def plain(function):
        def kernel(*args, **kwargs):
            if _is_composite(function):  # autocast looks at its parts
                return _parts(function, *args, **kwargs)
            with _no_autocast(state):
                return function(*args, **kwargs)

        return kernel

    for names, made in ((NARROW, narrow), (WIDE, wide), (WIDEST, widest), (_only_of_cpu(), plain)):
        for name in names:
            with contextlib.suppress(AttributeError):
                kernel = aligned_loss_of_card if name.startswith("ctc_loss.") else made(_overload(name))
                put(name, kernel, "AutocastCPU")
    for name in ("rms_norm", *WIDE_RESIZING):
        with contextlib.suppress(AttributeError):
            if _on_card_list(name):
                put(name, wide(_overload(name)), "AutocastCPU")
    for name in WIDE_RESULT:
        with contextlib.suppress(AttributeError):
            put(name, wide_result(_overload(name), name), "AutocastCPU")
    put("dropout", dropout_of_card, "AutogradCPU")
    put("linear", linear_of_card, "AutogradCPU")
    put("batch_norm", batch_norm_of_card, "AutogradCPU")
    put("prod.dim_int", product_of_card, "AutogradCPU")
    put("scaled_dot_product_attention", attention_of_card, "AutogradCPU")
    for kind in ("lstm", "gru"):
        put(kind + ".input", functools.partial(recurrent_of_card, kind), "AutogradCPU")
    for kind in ("IntList", "Tensor"):
        put("ctc_loss." + kind, aligned_loss_of_card, "AutogradCPU")
    if _version() >= (2, 9):
        put("_fused_rms_norm", lambda x, shape, weight, eps: FusedRmsNorm.apply(x, shape, weight, eps), "AutogradCPU")
    return library


def _version():
    return tuple(int(n) for n in re.match(r"(\d+)\.(\d+)", torch.__version__).groups())


# What a program asked for, although this machine has no card and PyTorch turned it off.


def _remember(owner, name="_perfmodel_asked"):
    original = owner.__init__
    if getattr(original, "_perfmodel", False):
        return

    @functools.wraps(original)
    def init(self, *args, **kwargs):
        if not hasattr(self, name):
            setattr(self, name, (args, kwargs))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that there is no card
            try:
                original(self, *args, **kwargs)
            except (AssertionError, RuntimeError):  # asks the card for its formats
                if not RECORDERS:
                    raise

    init._perfmodel = True
    owner.__init__ = init


_remember(torch.autocast)
_scalers = [torch.cuda.amp.GradScaler]
if hasattr(torch, "amp") and hasattr(torch.amp, "GradScaler"):
    _scalers.append(torch.amp.GradScaler)
for _scaler in _scalers:
    _remember(_scaler)


def _asked_of(context, state):
    """Device, format and whether it is on, as an autocast context was made."""
    args, kwargs = getattr(context, "_perfmodel_asked", ((), {}))
    names = ("device_type", "dtype", "enabled", "cache_enabled")
    given = dict(zip(names, args), **kwargs)
    dtype = given.get("dtype") or (torch.bfloat16 if given.get("device_type") == "cpu" else torch.float16)
    return dtype, given.get("enabled", True)


def autocast_changes(state):
    def enter(self):
        dtype, enabled = _asked_of(self, state)
        if not hasattr(self, "_perfmodel_before"):
            self._perfmodel_before = []
        self._perfmodel_before.append((state.enabled, state.dtype))
        state.enabled, state.dtype = enabled, dtype if enabled else state.dtype
        if enabled:
            state.seen.add(dtype)
        _set_cpu_autocast(state.enabled)
        state.depth += 1
        return self

    def leave(self, *_):
        state.depth -= 1
        if state.depth == 0:
            state.casts.clear()
        state.enabled, state.dtype = self._perfmodel_before.pop()
        _set_cpu_autocast(state.enabled)
        return False

    answers = {
        "is_autocast_enabled": lambda *_: state.enabled,
        "is_autocast_cpu_enabled": lambda: state.enabled,
        "get_autocast_dtype": lambda *_: state.dtype,
        "get_autocast_gpu_dtype": lambda: state.dtype,
        "get_autocast_cpu_dtype": lambda: state.dtype,
    }
    changes = [(torch.autocast, "__enter__", enter), (torch.autocast, "__exit__", leave)]
    return changes + [(torch, name, answer) for name, answer in answers.items()]


class OnThisMachine(TorchFunctionMode):
    """Tensors that a program wants on a card stay where they are."""

    CARD = re.compile(r"^(cuda|gpu)")

    def move(self, value):
        if (
            isinstance(value, torch.device)
            and value.type == "cuda"
            or isinstance(value, str)
            and self.CARD.match(value)
        ):
            return torch.device("cpu")
        return value

    def __torch_function__(self, func, types, args=(), kwargs=None):
        name = getattr(func, "__name__", "")
        if name in ("cuda", "pin_memory") and args and isinstance(args[0], torch.Tensor):
            return args[0]
        if name == "is_pinned":
            return False
        if name in ("tolist", "numpy") and args and isinstance(args[0], torch.Tensor):
            value = VALUES.get(args[0])
            if value is None:
                raise RecordError(
                    f"Tensor.{name}: the step takes a tensor's values to the host, and they are not known"
                )
            if RECORDERS:
                RECORDERS[-1].events.append({"sync": True, "phase": RECORDERS[-1].phase})
            with torch._C._DisableTorchDispatch():
                return getattr(value, name)()
        kwargs = {k: self.move(v) if k in ("device", "size", "other") else v for k, v in (kwargs or {}).items()}
        if name in ("to", "new_empty", "new_zeros"):
            args = tuple(self.move(a) for a in args)
        return func(*args, **kwargs)


# --- what the step uses ---


def reachable(step):
    """Objects that a function can name: closure, defaults, object, arguments bound by partial, globals of its code.
    -> networks, optimizers, scalers, and what else holds tensors: lists, dicts and variables of closures."""
    found, holders, seen, todo = [], [], set(), [step]
    while todo:
        x = todo.pop()
        if id(x) in seen:
            continue
        seen.add(id(x))
        if isinstance(x, (torch.nn.Module, torch.optim.Optimizer, *_scalers)):
            found.append(x)
            continue
        if isinstance(x, (list, tuple)):
            todo += list(x)
            holders += [x] if isinstance(x, list) and _tensors(x) else []
        elif isinstance(x, dict):
            todo += list(x.values())
            holders += [x] if _tensors(x.values()) else []
        elif isinstance(x, functools.partial):
            todo += [x.func, x.args, x.keywords]
        elif hasattr(x, "__func__"):
            todo += [x.__func__, x.__self__]
        elif hasattr(x, "__code__"):
            filled = [c for c in x.__closure__ or () if _filled(c)]
            cells = [c.cell_contents for c in filled]
            holders += [c for c in filled if _tensors(v if type(v := c.cell_contents) is tuple else (v,))]
            named = [x.__globals__[n] for n in x.__code__.co_names if n in x.__globals__]
            todo += cells + list(x.__defaults__ or ())
            todo += [v for v in named if isinstance(v, _WANTED)]
            todo += [v for v in named if getattr(v, "__module__", None) == x.__module__ and hasattr(v, "__code__")]
        elif hasattr(x, "__dict__") and not isinstance(x, type) and type(x).__module__ not in ("builtins", "torch"):
            todo += list(vars(x).values())
    kinds = (torch.nn.Module, torch.optim.Optimizer, tuple(_scalers))
    return [*([x for x in found if isinstance(x, kind)] for kind in kinds), holders]


def _tensors(values):
    return any(isinstance(t, torch.Tensor) for t in values)


_WANTED = (torch.nn.Module, torch.optim.Optimizer, *_scalers, list, tuple, dict, functools.partial)


def _filled(cell):
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


@contextlib.contextmanager
def faked(modules, optimizers, scalers, holders, fake):
    """Tensors of networks, and those that the step holds otherwise, are fake inside; outside all is as it was."""
    copies, undo = {}, []

    def copy(t):
        if id(t) not in copies:
            new = fake(t.detach())
            if isinstance(t, torch.nn.Parameter):
                new = torch.nn.Parameter(new, requires_grad=t.requires_grad)
            copies[id(t)] = (new, t)
        return copies[id(t)][0]

    def in_place(store):
        before = dict(store)
        undo.append(lambda: (store.clear(), store.update(before)))

    def list_in_place(store):
        before = list(store)
        undo.append(lambda: store.__setitem__(slice(None), before))

    for network in modules:
        for module in network.modules():
            in_place(module.__dict__)
            for store in (module._parameters, module._buffers):
                in_place(store)
                for key, t in store.items():
                    if t is not None:
                        store[key] = copy(t)
            for key, value in list(module.__dict__.items()):  # tensors that are neither parameters nor buffers
                if isinstance(value, dict) and key not in ("_parameters", "_buffers", "_modules"):
                    in_place(value)  # hooks, and what a network keeps from step to step
                elif isinstance(value, list):
                    list_in_place(value)
                if isinstance(value, torch.Tensor):
                    module.__dict__[key] = copy(value)
                elif type(value) in (list, tuple, dict) and key not in ("_parameters", "_buffers", "_modules"):
                    if any(isinstance(t, torch.Tensor) for t in tree_flatten(value)[0]):
                        module.__dict__[key] = tree_map(lambda t: copy(t) if isinstance(t, torch.Tensor) else t, value)
    fakes = lambda value: copy(value) if isinstance(value, torch.Tensor) else value
    for holder in holders:  # of optimizers that the step's author wrote: parameters, means that follow them
        if isinstance(holder, list):
            list_in_place(holder)
            holder[:] = [fakes(v) for v in holder]
        elif isinstance(holder, dict):
            in_place(holder)
            holder.update((key, fakes(v)) for key, v in list(holder.items()))
        else:
            value = holder.cell_contents
            undo.append(lambda cell=holder, value=value: setattr(cell, "cell_contents", value))
            holder.cell_contents = tuple(fakes(v) for v in value) if type(value) is tuple else fakes(value)
    for optimizer in optimizers:
        in_place(optimizer.__dict__)
        before = {id(p): of_p for p, of_p in optimizer.state.items() if _unused(of_p)}
        owners = {id(p): p for group in optimizer.param_groups for p in group["params"]}
        optimizer.state = type(optimizer.state)(dict) if hasattr(optimizer.state, "default_factory") else {}
        for key, of_p in before.items():
            optimizer.state[copy(owners[key])] = {k: fakes(v) for k, v in of_p.items()}
        for group in optimizer.param_groups:
            in_place(group)
            group["params"] = [copy(t) for t in group["params"]]
            plain = not group.get("fused") and not group.get("differentiable")
            plain = plain and type(optimizer).__name__ != "Adafactor"  # whose default is a loop
            if "foreach" in group and group["foreach"] is None and plain and _version() >= (2, 0):
                group["foreach"] = True  # the default on a card
    ready = _ready_state()
    for scaler in scalers:
        in_place(scaler.__dict__)
        args, kwargs = getattr(scaler, "_perfmodel_asked", ((), {"enabled": False}))
        kwargs = dict(kwargs)
        if type(scaler) is not torch.cuda.amp.GradScaler and args and isinstance(args[0], str):
            args = args[1:]  # the device
        kwargs.pop("device", None)
        given = dict(
            zip(("init_scale", "growth_factor", "backoff_factor", "growth_interval", "enabled"), args), **kwargs
        )
        scaler._enabled = given.get("enabled", True)
        scaler._init_scale = given.get("init_scale", 2.0**16)
        scaler._growth_factor = given.get("growth_factor", 2.0)
        scaler._backoff_factor = given.get("backoff_factor", 0.5)
        scaler._growth_interval = given.get("growth_interval", 2000)
        scaler._init_growth_tracker, scaler._scale, scaler._growth_tracker = 0, None, None

        scaler._per_optimizer_states = collections.defaultdict(lambda: {"stage": ready, "found_inf_per_device": {}})
    try:
        yield [new for new, _ in copies.values()], {id(old): new for new, old in copies.values()}
    finally:
        for again in reversed(undo):
            again()


def _unused(of_parameter):
    """Whether an optimizer's state was made with it, before any step, as Adagrad's is."""
    step = of_parameter.get("step") if isinstance(of_parameter, dict) else None
    return step is not None and float(step) == 0


def _ready_state():
    for place in ("torch.amp.grad_scaler", "torch.cuda.amp.grad_scaler"):
        with contextlib.suppress(ImportError, AttributeError):
            return importlib.import_module(place).OptState.READY
    return 0


class OneDevice:
    """GradScaler's copies of a number on all devices: there is one."""

    def __init__(self, number):
        self.number, self._per_device_tensors = number, {number.device: number}

    def get(self, _):
        return self.number


def scale_on_card(self, outputs):
    """GradScaler.scale without the question whether the tensor lies on a card."""
    if not self._enabled:
        return outputs
    if isinstance(outputs, torch.Tensor):
        if self._scale is None:
            self._lazy_init_scale_growth_tracker(outputs.device)
        return outputs * self._scale.to(device=outputs.device, non_blocking=True)
    return type(outputs)(scale_on_card(self, t) for t in outputs)


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
    changes.append((torch.autograd, "grad", during("backward", torch.autograd.grad)))
    changes.append((torch.autograd.profiler, "record_function", lambda *a, **k: contextlib.nullcontext()))
    for optimizer in optimizers:
        changes.append((optimizer, "step", during("optimizer", optimizer.step)))
        changes.append((optimizer, "zero_grad", during("zero_gradients", optimizer.zero_grad)))
    return changes


@contextlib.contextmanager
def named_modules(recorder, modules):
    """The path of the module that runs, noted for each operation; names of the parameters' owners."""
    layers = {}

    def before(module, *_):
        if id(module) in layers:
            recorder.paths.append(layers[id(module)])
            recorder.remember_sequence(layers[id(module)])

    def after(module, *_):
        if id(module) in layers:
            if recorder.paths:
                recorder.paths.pop()
            recorder.remember_sequence(recorder.paths[-1] if recorder.paths else -1)

    # of all modules: those with hooks of their own leave their fast paths. A recomputation may stop early
    of_all = torch.nn.modules.module
    handles = [of_all.register_module_forward_pre_hook(before)]
    always = {"always_call": True} if _version() >= (2, 1) else {}
    handles.append(of_all.register_module_forward_hook(after, **always))
    for i, network in enumerate(modules):
        prefix = f"{i}." if len(modules) > 1 else ""
        for path, module in network.named_modules():
            layer = recorder.layer(prefix + path if path else prefix + "network", type(module).__name__)
            layers[id(module)] = layer
            for key, t in list(module._parameters.items()) + list(module._buffers.items()):
                if t is None:
                    continue
                entry = recorder.storages[recorder.storage(t, "parameter")]
                if "layer" not in entry:
                    entry.update(layer=layer, elements=t.numel())
                    if key in module._buffers or not t.requires_grad:
                        entry["buffer"] = True
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()


def places_that_ask():
    """Where programs ask whether they are being compiled: (owner, name)."""
    owners = [getattr(torch, "compiler", None), sys.modules.get("torch._dynamo")]
    names = ("is_compiling", "is_dynamo_compiling")
    return [(owner, name) for owner in owners for name in names if hasattr(owner, name)]


def compiler_changes(recorder):
    """What a program would be told while torch.compile traces its forward pass and its loss: the optimizer is not
    compiled with them."""
    places = places_that_ask()
    if not places:
        raise RecordError("compiled: this PyTorch has no torch.compiler; 2.1 or newer is needed")
    recorder.note("recorded as torch.compile traces it, for --framework compile or compile_graph")
    asked = lambda *a, **k: recorder.phase == "forward"  # noqa: E731
    changes = [(owner, name, asked) for owner, name in places]
    for name, module in list(sys.modules.items()):
        if name.startswith("transformers") and "is_tracing" in vars(module):
            changes.append((module, "is_tracing", asked))
    return changes


def card_changes(state):
    """What a program would be told on the card."""
    changes = [(torch.cuda, "synchronize", lambda *a, **k: None), (torch.cuda, "empty_cache", lambda: None)]
    changes += autocast_changes(state)
    changes.append((torch.overrides, "has_torch_function", lambda *_: False))  # what fast paths of modules ask
    changes += [(scaler, "scale", scale_on_card) for scaler in _scalers]
    for place in ("torch.amp.grad_scaler", "torch.cuda.amp.grad_scaler"):
        with contextlib.suppress(ImportError):
            changes.append((importlib.import_module(place), "_MultiDeviceReplicator", OneDevice))
    yes = lambda *a, **k: True  # noqa: E731
    with contextlib.suppress(ImportError):
        clip = importlib.import_module("torch.nn.utils.clip_grad")
        changes += [(clip, "_has_foreach_support", yes), (clip, "_device_has_foreach_support", yes)]
    if "torch._dynamo" in sys.modules:
        changes.append((sys.modules["torch._dynamo"].config, "disable", True))
    for name, module in list(sys.modules.items()):  # programs that would do something else with fake tensors
        if name.startswith("transformers") and "is_tracing" in vars(module):
            changes.append((module, "is_tracing", lambda *a, **k: False))
    return changes


class Setting:
    """One fake mode for both runs: tensors that a program keeps stay of one kind."""

    def __init__(self):
        try:
            self.mode = FakeTensorMode(allow_non_fake_inputs=True)
        except TypeError:
            self.mode = FakeTensorMode()

    def fake(self, tensor):
        if type(tensor).__name__ == "FakeTensor":
            return tensor
        if tensor.is_sparse or tensor.layout != torch.strided:
            raise RecordError(f"a tensor of layout {tensor.layout}: only strided tensors can be recorded")
        with self.mode:
            new = torch.empty_strided(tuple(tensor.shape), tensor.stride(), dtype=tensor.dtype, device="cpu")
        if tensor.requires_grad and tensor.is_leaf:
            new.requires_grad_()
        if not tensor.dtype.is_floating_point and tensor.device.type == "cpu":
            VALUES.set(new, tensor.detach().clone())
        return new


def run_once(setting, step, inputs, used, compiled=False):
    """Events of set-up, first and second step for one batch."""
    modules, optimizers, scalers, holders = used
    state = AutocastState()
    recorder = Recorder(state, setting.mode)
    RECORDERS.append(recorder)
    library = card_library(state)
    collects = gc.isenabled()
    try:
        with faked(modules, optimizers, scalers, holders, setting.fake) as (tensors, _):
            given = tree_map(lambda t: setting.fake(t) if isinstance(t, torch.Tensor) else t, inputs)
            for t in tensors:
                recorder.storage(t, "parameter")
            for t in tree_flatten(given)[0]:
                if isinstance(t, torch.Tensor):
                    recorder.storage(t, "input")
            parts = []
            with contextlib.ExitStack() as stack:
                stack.enter_context(named_modules(recorder, modules))
                stack.enter_context(patched(*phases(recorder, optimizers), *card_changes(state)))
                if compiled:
                    stack.enter_context(patched(*compiler_changes(recorder)))
                stack.enter_context(setting.mode)
                stack.enter_context(recorder)
                stack.enter_context(OnThisMachine())
                gc.collect()
                gc.disable()
                for _ in range(2):
                    recorder.events, recorder.sequence = [], []
                    out = step(**given) if isinstance(given, dict) else step(*given)
                    del out
                    gc.collect()
                    recorder.sweep()
                    parts.append(recorder.events)
            mark_counters(recorder, optimizers)
            note_state(recorder, optimizers)
    finally:
        if collects:
            gc.enable()
        RECORDERS.pop()
        _set_cpu_autocast(False)
        getattr(library, "_destroy", lambda: None)()
        del library
    layers = sorted(recorder.layers, key=recorder.layers.get)
    return {
        "storages": recorder.storages,
        "steps": parts,
        "notes": recorder.notes,
        "layers": layers,
        "kinds": recorder.kinds,
        "autocast": sorted(str(t) for t in state.seen),
        "parameters": [str(t.dtype) for t in tensors if t.dtype.is_floating_point],
    }


def mark_counters(recorder, optimizers):
    """Numbers of steps lie on the host, unless the optimizer is fused or capturable."""
    for optimizer in optimizers:
        for group in optimizer.param_groups:
            if group.get("fused") or group.get("capturable"):
                continue
            for t in group["params"]:
                of_t = optimizer.state.get(t)
                for key in ("step", "mu_product") if isinstance(of_t, dict) else ():
                    if isinstance(of_t.get(key), torch.Tensor):
                        recorder.storages[recorder.storage(of_t[key], "host")]["why"] = "host"


def note_state(recorder, optimizers):
    for optimizer in optimizers:
        if not optimizer_word(optimizer):
            recorder.note(
                f"the optimizer {type(optimizer).__name__} has no word among the planner's; it is priced as recorded"
            )


def optimizer_word(optimizer):
    word = type(optimizer).__name__.lower()
    groups = optimizer.param_groups
    if word == "sgd" and any(g.get("momentum") for g in groups):
        word = "momentum"
    if word not in ("sgd", "momentum", "rmsprop", "adam", "adamw"):
        return ""
    if any(g.get("fused") for g in groups):
        return word + ":fused"
    lists = [g.get("foreach") for g in groups]
    if any(x is True for x in lists) or all(x is None for x in lists) and _version() >= (2, 0):
        return word + ":foreach"
    return word + ":loop"


def allows_tf32():
    """Of products and of convolutions, as the program has set it."""
    answers = []
    for owner in (getattr(torch.backends.cuda, "matmul", None), torch.backends.cudnn):
        try:
            answers.append(bool(owner.allow_tf32))
        except Exception:  # set in the words of PyTorch 2.9 and newer
            place = getattr(owner, "conv", owner) if owner is torch.backends.cudnn else owner
            answers.append(getattr(place, "fp32_precision", "ieee") == "tf32")
    return answers


def precision_word(run):
    if run["autocast"]:
        return "amp_bf16" if "torch.bfloat16" in run["autocast"] else "amp_fp16"
    parameters = run["parameters"]
    for dtype, word in (("torch.bfloat16", "bf16"), ("torch.float16", "fp16")):
        if parameters and 2 * parameters.count(dtype) > len(parameters):
            return word
    return "tf32" if allows_tf32()[0] else "fp32"


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


def first_difference(steps, others):
    """Where two recordings part: in words, after a semicolon; nothing where their operations are the same."""
    for which, step, other in zip(("first", "later"), steps, others):
        names = [[event["op"] for event in s if "op" in event] for s in (step, other)]
        for i, (one, two) in enumerate(itertools.zip_longest(*names, fillvalue="none")):
            if one != two:
                return f"; operation {i} of the {which} step is {one} at one batch and {two} at the other"
    return ""


def batch_sizes(one, other):
    """The first extent in which the tensors of the two batches differ."""
    tensors = [[t for t in tree_flatten(inputs)[0] if isinstance(t, torch.Tensor)] for inputs in (one, other)]
    if not tensors[0] or len(tensors[0]) != len(tensors[1]):
        raise RecordError("batches: each must hold the inputs of one step, the same number of tensors in both")
    for a, b in zip(*tensors):
        for m, n in zip(a.shape, b.shape):
            if m != n:
                return [m, n]
    raise RecordError(
        f"batches: all tensors of equal shapes {list(tensors[0][0].shape)}; two different sizes are needed"
    )


def record(step, device="H200-SXM", path="step.json", batches=(), compiled=False):
    """Writes the recording of `step(*inputs)` at two batches; `batches` are two tuples (or dicts) of inputs.
    `compiled`: as torch.compile would see the forward pass. @raises RecordError"""
    if len(batches) != 2:
        raise RecordError(f"batches: {len(batches)} given; exactly two are needed, of different sizes")
    batches = [b if isinstance(b, dict) else (b,) if isinstance(b, torch.Tensor) else tuple(b) for b in batches]
    sizes = batch_sizes(*batches)
    used = reachable(step)
    optimizers = used[1]
    setting = Setting()
    with torch.jit.optimized_execution(False):  # or scripted functions do something else once they were called
        runs = [run_once(setting, step, inputs, used, compiled) for inputs in batches]
    same = ("storages", "steps")
    try:
        both = merged({k: runs[0][k] for k in same}, {k: runs[1][k] for k in same}, "recording")
    except RecordError as error:
        why = first_difference(*(run["steps"] for run in runs))
        if 1 in sizes:
            why += "; PyTorch does less for extents of 1: record at batches of 2 and more"
        raise RecordError(f"{error}{why}") from None
    trained = any("backward" == e.get("phase") for e in runs[0]["steps"][0])
    tf32 = allows_tf32()
    words = {optimizer_word(o) for o in optimizers}
    document = {
        "perfmodel_recording": VERSION,
        "torch": torch.__version__,
        "device": device,
        "mode": "train" if trained else "infer",
        "precision": precision_word(runs[0]),
        "optimizer": words.pop() if trained and len(words) == 1 else "",
        "tf32": tf32[0],
        "tf32_convolutions": tf32[1],
        "batches": sizes,
        "notes": runs[0]["notes"],
        "layers": runs[0]["layers"],
        "kinds": runs[0]["kinds"],
        "storages": both["storages"],
        "first_step": both["steps"][0],
        "step": both["steps"][1],
        "end": VERSION,
    }
    text = json.dumps(document, separators=(",", ":"), allow_nan=False) + "\n"
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    return document


def named(text):
    file, _, name = text.partition(":")
    spec = importlib.util.spec_from_file_location("recorded_script", file)
    if not name or spec is None:
        raise RecordError(f"{text}: must be FILE.py:NAME")
    if "recorded_script" in sys.modules and sys.modules["recorded_script"].__file__ == file:
        module = sys.modules["recorded_script"]
    else:
        sys.path.insert(0, os.path.dirname(os.path.abspath(file)))  # as if the script itself ran
        module = importlib.util.module_from_spec(spec)
        sys.modules["recorded_script"] = module
        spec.loader.exec_module(module)
    if not hasattr(module, name):
        raise RecordError(f"{text}: the file has no {name}")
    return getattr(module, name)


def main():
    options = arguments()
    try:
        record(named(options.step), options.device, options.path, named(options.batches), options.compiled)
    except (RecordError, OSError) as error:
        print(f"perfmodel_record: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.modules["perfmodel_record"] = sys.modules["__main__"]  # what a script imports is this program
    sys.exit(main())
