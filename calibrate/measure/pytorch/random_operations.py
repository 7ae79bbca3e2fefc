"""Single PyTorch operations drawn at random, each with its time by kernel and the time of one eager call.

    python3 random_operations.py OUT --seeds 1-8 --seconds 300 [--start 0] [--repeat 0] [--smoke] [--device cpu]
                                 [--families convolution_engine,norm_pass,resize]

What is drawn: for each family of operations and each seed a sequence of cases with random sizes (log-uniform, a third
of them
deliberately odd), memory layouts, precisions and attributes. A case is fixed by family, seed and its number in the
sequence.
The cases are taken in rounds, a few of each family and seed a round in random order, until the time is used up; --start
skips
the first cases of that order, so that a later call with the same seeds goes on where an earlier one ended.

How it is measured: the operands are filled with random values (never zeros). After warm-up calls
  wall_us    is the median of eager calls, each between two synchronizations, with no profiler running
  kernel_us  is the median over calls of the sum of the durations of everything the call ran on the device, by
  torch.profiler;
             small marker kernels before and after each call tell the calls apart
  operands   warm: the same tensors call after call; cold: a copy of FLUSH_BYTES runs between the calls, so that neither
  the
             operands nor the earlier results are left in the L2 cache, and lines that wait to be written back are
  mode       forward, or backward: the gradients of the operands named in spec["gradient_of"] alone, of a graph made
  before
  allocated_peak_bytes  the most that the call held allocated beyond what was allocated before it
  sm_clock_mhz  read while the profiled calls ran (0: could not be read)
Families that are drawn only where --families names them (NAMED_ALONE) are measured warm, in 6 profiled calls, with
names of kernels up to 160 characters; their wall_us is one call's.
A case that raises, or whose call takes over LONGEST_CALL seconds, goes to skipped.csv with the error's first line.

Files
    rows_<group>.csv  one row per case and kind of operands
    repeats.csv       the first cases measured once more at the end (--repeat)
    skipped.csv       what raised
    machine.json      card, versions, clocks
Written for PyTorch 2.11.
"""
import argparse
import csv
import json
import math
import os
import platform
import random
import statistics
import subprocess
import sys
import time
import warnings

import torch
import torch.nn.functional as F

warnings.filterwarnings("ignore")
BEGIN = time.perf_counter()
FLUSH_BYTES = 192 << 20
LONGEST_CALL = 0.3
LARGEST_CASE = 8e9
PROFILED_CALLS, WALL_CALLS = 12, 11
COLUMNS = (
    "seed,family,number,op,dtype,tf32,spec,mode,operands,kernels,kernel_us,longest_kernel,kernel_list,wall_us,"
    "allocated_peak_bytes,sm_clock_mhz,repetitions"
).split(",")
DTYPES = {
    "fp32": torch.float32,
    "fp16": torch.float16,
    "bf16": torch.bfloat16,
    "bool": torch.bool,
    "int64": torch.int64,
    "int32": torch.int32,
    "fp64": torch.float64,
}
NAMES = {value: key for key, value in DTYPES.items()}
LARGEST = 1.0e8  # elements of the largest operand


# ---- operands
# -------------------------------------------------------------------------------------------------------------


class Operand:
    """One tensor to make: its shape, layout, precision and what fills it."""

    def __init__(self, shape, dtype="fp32", layout=None, fill="normal", high=2):
        self.shape, self.dtype, self.layout, self.fill, self.high = (
            tuple(shape),
            dtype,
            layout or ("contiguous",),
            fill,
            high,
        )

    def values(self, shape, device):
        if self.fill == "bool":
            return torch.rand(shape, device=device) < 0.5
        if self.fill == "index":
            return torch.randint(0, self.high, shape, device=device, dtype=DTYPES[self.dtype])
        if self.fill == "permutation":
            return torch.randperm(shape[0], device=device)
        value = torch.randn(shape, device=device, dtype=DTYPES[self.dtype])
        return value.abs_().add_(0.1) if self.fill == "positive" else value

    def make(self, device):
        kind, shape = self.layout[0], list(self.shape)
        if kind == "scalar":
            return self.values([], device)
        if kind == "expanded":
            small = [1 if i in self.layout[1] else n for i, n in enumerate(shape)]
            return self.values(small, device).expand(shape)
        if kind == "permuted":  # dimension order[i] of the memory order is dimension i of the tensor
            order = self.layout[1]
            base = self.values([shape[i] for i in order], device)
            back = [0] * len(order)
            for position, i in enumerate(order):
                back[i] = position
            return base.permute(back)
        if kind == "sliced":  # rows longer than what is used of them
            dim, extra, begin = self.layout[1:]
            dim %= len(shape)
            large = shape[:]
            large[dim] += extra
            return self.values(large, device).narrow(dim, min(begin, extra), shape[dim])
        if kind == "strided":  # every step-th
            dim, step = self.layout[1] % len(shape), self.layout[2]
            large = shape[:]
            large[dim] *= step
            index = [slice(None)] * len(shape)
            index[dim] = slice(None, None, step)
            return self.values(large, device)[tuple(index)]
        if kind == "channels_last" and len(shape) == 4:
            return self.values(shape, device).contiguous(memory_format=torch.channels_last)
        return self.values(shape, device)


class Case:
    """One drawn operation. call(*tensors) runs it; setup(device), if given, makes tensors and call in another way."""

    listed = 12  # kernels written by name

    def __init__(self, op, dtype, operands, call, attributes=None, gradient_of=None, tf32=0, setup=None):
        self.op, self.dtype, self.operands, self.call = op, dtype, operands, call
        self.attributes, self.gradient_of, self.tf32, self.setup = attributes or {}, gradient_of, tf32, setup
        self.mode = "forward" if gradient_of is None else "backward"


# ---- drawing
# --------------------------------------------------------------------------------------------------------------


def log_uniform(draw, low, high):
    return max(int(low), int(round(math.exp(draw.uniform(math.log(low), math.log(high))))))


def size(draw, low, high):
    """A size; a third odd, most others a multiple of 8."""
    n = log_uniform(draw, low, high)
    if draw.random() < 1 / 3:
        return min(n | 1, int(high))
    if n >= 16 and draw.random() < 0.7:
        return n // 8 * 8
    return n


def shape_of(draw, rank, low=64, high=None):
    """A shape of about a log-uniform number of elements, shared among the dimensions at random; two in five of them
    large."""
    high = high or LARGEST
    total = log_uniform(draw, 1e6 if draw.random() < 0.4 and high > 4e6 else low, high)
    shares = [draw.random() + 0.15 for _ in range(rank)]
    whole, out = sum(shares), []
    for share in shares:
        n = max(1, round(total ** (share / whole)))
        if draw.random() < 1 / 3:
            n |= 1
        elif n >= 16 and draw.random() < 0.7:
            n = n // 8 * 8
        out.append(n)
    return out


def layout_of(draw, rank, plain=0.35, expand=True):
    if rank == 0 or draw.random() < plain:
        return ("contiguous",)
    kinds = ["sliced", "strided", "sliced"]
    if expand:
        kinds += ["inner", "outer", "middle", "scalar"]
    if rank >= 2:
        kinds += ["swap_inner", "swap_outer", "swap_inner", "permuted"]
    if rank == 4:
        kinds += ["channels_last", "channels_last"]
    kind = draw.choice(kinds)
    order = list(range(rank))
    if kind == "inner":
        return ("expanded", [rank - 1])
    if kind == "outer":
        return ("expanded", [0])
    if kind == "middle":
        return ("expanded", [rank // 2] if rank > 2 else [draw.randrange(rank)])
    if kind == "swap_inner":
        order[-1], order[-2] = order[-2], order[-1]
        return ("permuted", order)
    if kind == "swap_outer":
        order[0], order[1] = order[1], order[0]
        return ("permuted", order)
    if kind == "permuted":
        draw.shuffle(order)
        return ("permuted", order)
    if kind == "sliced":
        return (
            "sliced",
            draw.choice([-1, -1, 0, rank // 2]),
            draw.choice([1, 3, 8, 64, 100]),
            draw.choice([0, 1, 8, 64]),
        )
    if kind == "strided":
        return ("strided", draw.choice([-1, -1, 0, rank // 2]), draw.choice([2, 2, 3, 4]))
    return (kind,)


def not_scalar(layout):
    return ("contiguous",) if layout[0] == "scalar" else layout


def precision(draw):
    return draw.choice(["fp32", "fp32", "fp16", "bf16", "bf16"])


def product_precision(draw):
    return draw.choice([("fp32", 0), ("fp32", 1), ("fp16", 0), ("bf16", 0), ("bf16", 0)])


def flop_cap(dtype, tf32):
    return 2.5e11 if dtype == "fp32" and not tf32 else 1.0e12


UNARY = {
    "relu": torch.relu,
    "gelu": F.gelu,
    "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
    "silu": F.silu,
    "sigmoid": torch.sigmoid,
    "tanh": torch.tanh,
    "exp": torch.exp,
    "clamp": lambda x: torch.clamp(x, -0.5, 0.5),
    "neg": torch.neg,
    "abs": torch.abs,
    "sqrt": torch.sqrt,
    "rsqrt": torch.rsqrt,
    "log": torch.log,
    "add_scalar": lambda x: x + 1.5,
    "mul_scalar": lambda x: x * 1.5,
    "pow_2": lambda x: x.pow(2),
    "pow_3": lambda x: x.pow(3),
    "pow_0.5": lambda x: x.pow(0.5),
    "pow_2.7": lambda x: x.pow(2.7),
    "softplus": F.softplus,
    "leaky_relu": F.leaky_relu,
    "elu": F.elu,
    "mish": F.mish,
    "hardswish": F.hardswish,
    "sin": torch.sin,
    "erf": torch.erf,
    "to_fp32": lambda x: x.to(torch.float32),
    "to_bf16": lambda x: x.to(torch.bfloat16),
    "relu_inplace": lambda x: x.relu_(),
    "dropout": lambda x: F.dropout(x, 0.3, True),
}
NO_GRADIENT = {"relu_inplace", "to_fp32", "to_bf16", "neg", "mul_scalar", "add_scalar"}


def pointwise_unary(draw):
    op, dtype = draw.choice(sorted(UNARY)), precision(draw)
    rank = draw.randint(1, 5)
    shape, layout = shape_of(draw, rank), layout_of(draw, rank, 0.35, expand=op != "relu_inplace")
    fill = "positive" if op in ("sqrt", "rsqrt", "log", "pow_0.5", "pow_2.7") else "normal"
    gradient = [0] if op not in NO_GRADIENT and layout[0] != "scalar" and draw.random() < 0.25 else None
    return Case(op, dtype, [Operand(shape, dtype, layout, fill)], UNARY[op], {}, gradient)


BINARY = {
    "add": torch.add,
    "sub": torch.sub,
    "mul": torch.mul,
    "div": torch.div,
    "maximum": torch.maximum,
    "gt": torch.gt,
    "add_alpha": lambda a, b: torch.add(a, b, alpha=0.7),
    "pow_tensor": lambda a, b: torch.pow(a, b),
    "atan2": torch.atan2,
    "add_inplace": lambda a, b: a.add_(b),
    "mul_inplace": lambda a, b: a.mul_(b),
    "copy_inplace": lambda a, b: a.copy_(b),
}


def mixed(draw, dtype):
    return dtype if draw.random() < 0.7 else draw.choice(["fp32", "bf16", "fp16"])


def pointwise_binary(draw):
    op = draw.choice(["add", "add", "mul", "mul", "div"] + sorted(BINARY))
    inplace, rank, dtype = op.endswith("inplace"), draw.randint(1, 5), precision(draw)
    shape = shape_of(draw, rank)
    first = layout_of(draw, rank, 0.45, expand=not inplace)
    second = layout_of(draw, rank, 0.3)
    if draw.random() < 0.25:
        second = first
    other = mixed(draw, dtype)
    fill = "positive" if op in ("div", "pow_tensor") else "normal"
    a, b = Operand(shape, dtype, first, fill), Operand(shape, other, second, fill)
    gradient = None
    if not inplace and op != "gt" and draw.random() < 0.2:
        gradient = draw.choice([[0, 1], [0, 1], [0], [1]])
    return Case(op, dtype, [a, b], BINARY[op], {}, gradient)


def pointwise_ternary(draw):
    op = draw.choice(
        [
            "where",
            "where",
            "where_scalar",
            "addcmul",
            "addcdiv",
            "lerp",
            "lerp_scalar",
            "masked_fill",
            "clamp_tensor",
            "masked_fill_inplace",
            "swiglu",
            "add3",
        ]
    )
    rank, dtype = draw.randint(1, 5), precision(draw)
    shape = shape_of(draw, rank, high=LARGEST * 0.7)
    inplace = op.endswith("inplace")
    layouts = [layout_of(draw, rank, 0.5, expand=not inplace), layout_of(draw, rank, 0.4), layout_of(draw, rank, 0.4)]
    if draw.random() < 0.2:
        layouts = [layouts[0]] * 3
    tensor = lambda i, fill="normal", kind=None: Operand(shape, kind or dtype, layouts[i], fill)
    mask = lambda i: Operand(shape, "bool", layouts[i], "bool")
    gradient = [0] if draw.random() < 0.15 else None
    if op == "where":
        return Case(
            op,
            dtype,
            [tensor(0), tensor(1, kind=mixed(draw, dtype)), mask(2)],
            lambda a, b, m: torch.where(m, a, b),
            {},
            [0, 1] if gradient else None,
        )
    if op == "where_scalar":
        return Case(op, dtype, [tensor(0), mask(1)], lambda a, m: torch.where(m, a, 0.25), {}, gradient)
    if op == "masked_fill":
        return Case(op, dtype, [tensor(0), mask(1)], lambda a, m: a.masked_fill(m, -1.0), {}, gradient)
    if op == "masked_fill_inplace":
        return Case(op, dtype, [tensor(0), mask(1)], lambda a, m: a.masked_fill_(m, -1.0))
    if op == "lerp_scalar":
        return Case(op, dtype, [tensor(0), tensor(1)], lambda a, b: torch.lerp(a, b, 0.3), {}, gradient)
    if op == "swiglu":
        return Case(op, dtype, [tensor(0), tensor(1)], lambda a, b: F.silu(a) * b, {}, [0, 1] if gradient else None)
    if op == "add3":
        return Case(op, dtype, [tensor(0), tensor(1), tensor(2)], lambda a, b, c: a + b + c)
    if op == "clamp_tensor":
        return Case(op, dtype, [tensor(0), tensor(1), tensor(2)], lambda a, b, c: torch.clamp(a, b, c))
    call = {
        "addcmul": lambda a, b, c: torch.addcmul(a, b, c, value=0.5),
        "lerp": torch.lerp,
        "addcdiv": lambda a, b, c: torch.addcdiv(a, b, c, value=0.5),
    }[op]
    return Case(op, dtype, [tensor(0), tensor(1), tensor(2, "positive")], call, {}, [0, 1, 2] if gradient else None)


def copy_layout(draw):
    op, dtype = draw.choice(
        ["contiguous", "contiguous", "contiguous", "cast", "copy", "clone_channels_last", "reshape"]
    ), precision(draw)
    rank = draw.randint(2, 5)
    shape = shape_of(draw, rank)
    if draw.random() < 0.6:
        order = list(range(rank))
        while order == sorted(order):
            draw.shuffle(order)
        layout = ("permuted", order)
    else:
        layout = layout_of(draw, rank, 0.1)
    if op == "clone_channels_last":
        shape = shape_of(draw, 4)
        back = draw.random() < 0.5
        layout = ("channels_last",) if back else ("contiguous",)
        form = torch.contiguous_format if back else torch.channels_last
        return Case(
            op, dtype, [Operand(shape, dtype, layout)], lambda x: x.contiguous(memory_format=form), {"to": str(form)}
        )
    if op == "cast":
        to = draw.choice([d for d in ("fp32", "fp16", "bf16") if d != dtype])
        keep = draw.random() < 0.5
        form = torch.preserve_format if keep else torch.contiguous_format
        return Case(
            op,
            dtype,
            [Operand(shape, dtype, layout)],
            lambda x: x.to(DTYPES[to], memory_format=form),
            {"to": to, "memory_format": str(form)},
        )
    if op == "copy":
        to = mixed(draw, dtype)
        return Case(
            op,
            dtype,
            [Operand(shape, to, layout_of(draw, rank, 0.4, expand=False)), Operand(shape, dtype, layout)],
            lambda y, x: y.copy_(x),
            {},
        )
    if op == "reshape":
        return Case(op, dtype, [Operand(shape, dtype, layout)], lambda x: x.reshape(-1), {})
    return Case(op, dtype, [Operand(shape, dtype, layout)], lambda x: x.contiguous(), {})


def join_move(draw):
    op, dtype = draw.choice(
        [
            "cat",
            "cat",
            "cat",
            "stack",
            "roll",
            "pad",
            "pad_mode",
            "flip",
            "repeat",
            "repeat_interleave",
            "split_backward",
            "tril",
            "slice_backward",
        ]
    ), precision(draw)
    rank = draw.randint(1, 5)
    shape = shape_of(draw, rank, high=LARGEST * 0.5)
    dim = draw.randrange(rank)
    gradient = [0] if draw.random() < 0.2 else None
    if op in ("cat", "stack"):
        count = draw.randint(2, 8)
        operands, same = [], draw.random() < 0.4
        for _ in range(count):
            piece = shape[:]
            if op == "cat":
                piece[dim] = (
                    max(1, shape[dim] // count) if same else max(1, round(shape[dim] * draw.random() * 2 / count))
                )
            else:
                piece[dim] = max(1, shape[dim] // count)
            operands.append(Operand(piece, dtype, not_scalar(layout_of(draw, rank, 0.75))))
        function = torch.cat if op == "cat" else torch.stack
        return Case(
            op, dtype, operands, lambda *t: function(t, dim), {"dim": dim}, list(range(count)) if gradient else None
        )
    x = Operand(shape, dtype, not_scalar(layout_of(draw, rank, 0.6)))
    if op == "roll":
        dims = draw.sample(range(rank), draw.randint(1, min(2, rank)))
        shifts = [draw.randint(1, max(1, shape[d] - 1)) for d in dims]
        return Case(op, dtype, [x], lambda t: torch.roll(t, shifts, dims), {"shifts": shifts, "dims": dims})
    if op == "pad":
        widths = [draw.choice([0, 1, 3, 8]) for _ in range(2 * draw.randint(1, rank))]
        return Case(op, dtype, [x], lambda t: F.pad(t, widths), {"widths": widths}, gradient)
    if op == "pad_mode":
        mode = draw.choice(["reflect", "replicate", "circular"])
        shape = shape_of(draw, 4, high=LARGEST * 0.5)
        shape[2], shape[3] = max(8, shape[2]), max(8, shape[3])
        widths = [draw.choice([1, 2, 3]) for _ in range(4)]
        layout = draw.choice([("contiguous",), ("channels_last",)])
        return Case(
            "pad_" + mode,
            dtype,
            [Operand(shape, dtype, layout)],
            lambda t: F.pad(t, widths, mode=mode),
            {"widths": widths, "mode": mode},
            gradient,
        )
    if op == "flip":
        dims = draw.sample(range(rank), draw.randint(1, min(2, rank)))
        return Case(op, dtype, [x], lambda t: torch.flip(t, dims), {"dims": dims})
    if op == "repeat":
        times = [draw.choice([1, 1, 2, 3]) for _ in range(rank)]
        x.shape = tuple(max(1, n // 2) for n in shape)
        return Case(op, dtype, [x], lambda t: t.repeat(times), {"repeats": times}, gradient)
    if op == "repeat_interleave":
        times = draw.choice([2, 3, 4])
        x.shape = tuple(max(1, n // 2) if i == dim else n for i, n in enumerate(shape))
        return Case(op, dtype, [x], lambda t: torch.repeat_interleave(t, times, dim), {"repeats": times, "dim": dim})
    if op == "tril":
        shape = shape_of(draw, draw.randint(2, 4), high=LARGEST * 0.5)
        return Case(
            op,
            dtype,
            [Operand(shape, dtype, not_scalar(layout_of(draw, len(shape), 0.6)))],
            lambda t: torch.tril(t),
            {},
            gradient,
        )
    if op == "split_backward":
        parts = draw.choice([2, 3, 4])
        shape[dim] = max(parts, shape[dim] // parts * parts)
        x = Operand(shape, dtype, ("contiguous",))

        def chunks(t):
            pieces = t.chunk(parts, dim)
            return pieces[0] * pieces[-1]

        return Case("chunk_and_multiply", dtype, [x], chunks, {"chunks": parts, "dim": dim}, [0])
    begin, end = sorted(draw.sample(range(shape[dim] + 1), 2)) if shape[dim] > 1 else (0, 1)
    return Case(
        "narrow",
        dtype,
        [Operand(shape, dtype)],
        lambda t: t.narrow(dim, begin, end - begin),
        {"dim": dim, "start": begin, "length": end - begin},
        [0],
    )


def index(draw):
    op, dtype = draw.choice(
        [
            "index_select",
            "gather",
            "scatter_add",
            "scatter",
            "index_add",
            "masked_select",
            "index_rows",
            "index_put",
            "take_along",
            "index_put_accumulate",
            "index_two",
            "nonzero",
            "masked_scatter",
            "one_hot",
            "bincount",
        ]
    ), precision(draw)
    rank = draw.randint(1, 4)
    shape = shape_of(draw, rank, high=LARGEST * 0.3)
    dim = draw.randrange(rank)
    gradient = [0] if draw.random() < 0.25 else None
    x = Operand(shape, dtype, layout_of(draw, rank, 0.75, expand=False))
    count = min(size(draw, 1, 300000), max(1, int(LARGEST * 0.3 / max(1, math.prod(shape) // shape[dim]))))
    along = [count if i == dim else n for i, n in enumerate(shape)]
    wide = Operand(along, "int64", ("contiguous",), "index", shape[dim])
    if draw.random() < 0.3:
        narrow = [d for d in range(rank) if d != dim]
        if narrow:
            wide.layout = ("expanded", [d for d in narrow])
    flat = Operand([count], "int64", None, "index", shape[dim])
    d = {"dim": dim}
    if op == "index_select":
        return Case(op, dtype, [x, flat], lambda t, i: torch.index_select(t, dim, i), d, gradient)
    if op in ("gather", "take_along"):
        return Case("gather", dtype, [x, wide], lambda t, i: torch.gather(t, dim, i), d, gradient)
    if op == "scatter_add":
        return Case(op, dtype, [x, wide, Operand(along, dtype)], lambda t, i, s: t.scatter_add_(dim, i, s), d)
    if op == "scatter":
        return Case(op, dtype, [x, wide, Operand(along, dtype)], lambda t, i, s: t.scatter_(dim, i, s), d)
    if op == "index_add":
        return Case(op, dtype, [x, flat, Operand(along, dtype)], lambda t, i, s: t.index_add_(dim, i, s), d)
    if op == "masked_select":
        return Case(op, dtype, [x, Operand(shape, "bool", None, "bool")], lambda t, m: t[m], {})
    if op == "nonzero":
        return Case(op, "bool", [Operand(shape, "bool", None, "bool")], lambda m: m.nonzero(), {})
    if op == "masked_scatter":
        return Case(
            op,
            dtype,
            [x, Operand(shape, "bool", None, "bool"), Operand(shape, dtype)],
            lambda t, m, s: t.masked_scatter_(m, s),
            {},
        )
    if op == "one_hot":
        count = min(count, 20000)
        return Case(
            op, "int64", [Operand([count], "int64", None, "index", 512)], lambda i: F.one_hot(i, 512), {"classes": 512}
        )
    if op == "bincount":
        return Case(
            op,
            "int64",
            [Operand([log_uniform(draw, 100, 3e6)], "int64", None, "index", 1000)],
            lambda i: torch.bincount(i, minlength=1000),
            {},
        )
    if op == "index_two":
        shape = shape_of(draw, draw.randint(2, 4), high=LARGEST * 0.3)
        rest = max(1, math.prod(shape[2:]))
        count = min(size(draw, 1, 300000), max(1, int(LARGEST * 0.3 / rest)))
        return Case(
            op,
            dtype,
            [
                Operand(shape, dtype),
                Operand([count], "int64", None, "index", shape[0]),
                Operand([count], "int64", None, "index", shape[1]),
            ],
            lambda t, i, j: t[i, j],
            {},
            gradient,
        )
    rows = min(size(draw, 1, 300000), max(1, int(LARGEST * 0.3 / max(1, math.prod(shape) // shape[0]))))
    first = Operand([rows], "int64", None, "index", shape[0])
    if op == "index_rows":
        return Case(op, dtype, [x, first], lambda t, i: t[i], {"dim": 0}, gradient)
    source = Operand([rows] + list(shape[1:]), dtype)
    accumulate = op == "index_put_accumulate"
    return Case(
        "index_put",
        dtype,
        [x, first, source],
        lambda t, i, s: t.index_put_((i,), s, accumulate=accumulate),
        {"accumulate": accumulate},
    )


def embedding(draw):
    dtype, width = precision(draw), size(draw, 1, 4096)
    rows = min(size(draw, 100, 100000), max(100, int(LARGEST * 0.6 / width)))
    count = min(size(draw, 100, 300000), max(100, int(LARGEST * 0.6 / width)))
    shape = [count] if draw.random() < 0.5 else [max(1, count // 64), 64]
    kind = draw.choice(["uniform", "uniform", "few"])
    high = rows if kind == "uniform" else max(1, rows // 50)
    if draw.random() < 0.2:
        mode = draw.choice(["sum", "mean"])
        return Case(
            "embedding_bag",
            dtype,
            [Operand([rows, width], dtype), Operand([max(1, count // 16), 16], "int64", None, "index", high)],
            lambda w, i: F.embedding_bag(i, w, mode=mode),
            {"mode": mode, "largest_index": high},
            [0] if draw.random() < 0.5 else None,
        )
    padding = draw.choice([None, None, 0])
    return Case(
        "embedding",
        dtype,
        [Operand([rows, width], dtype), Operand(shape, "int64", None, "index", high)],
        lambda w, i: F.embedding(i, w, padding_idx=padding),
        {"largest_index": high, "padding_idx": padding},
        [0] if draw.random() < 0.55 else None,
    )


def loss(draw):
    dtype = draw.choice(["fp32", "fp32", "fp16", "bf16"])
    rows = size(draw, 1, 100000)
    classes = min(size(draw, 2, 150000), max(2, int(LARGEST * 0.5 / rows)))
    op = draw.choice(
        [
            "nll_loss",
            "cross_entropy",
            "cross_entropy",
            "cross_entropy_2d",
            "mse_loss",
            "bce_with_logits",
            "smooth_l1",
            "kl_div",
        ]
    )
    kind = draw.choice(["mean", "sum", "none", "mean"])
    gradient = [0] if draw.random() < 0.5 else None
    if op in ("nll_loss", "cross_entropy"):
        smooth = draw.choice([0.0, 0.0, 0.1]) if op == "cross_entropy" else 0.0
        function = (
            (lambda x, t: F.cross_entropy(x, t, reduction=kind, label_smoothing=smooth))
            if op == "cross_entropy"
            else (lambda x, t: F.nll_loss(x, t, reduction=kind))
        )
        return Case(
            op,
            dtype,
            [Operand([rows, classes], dtype), Operand([rows], "int64", None, "index", classes)],
            function,
            {"reduction": kind, "label_smoothing": smooth},
            gradient,
        )
    if op == "cross_entropy_2d":
        n, c, h, w = draw.randint(1, 32), size(draw, 2, 64), size(draw, 4, 300), size(draw, 4, 300)
        return Case(
            op,
            dtype,
            [
                Operand([n, c, h, w], dtype, draw.choice([("contiguous",), ("channels_last",)])),
                Operand([n, h, w], "int64", None, "index", c),
            ],
            lambda x, t: F.cross_entropy(x, t, reduction=kind),
            {"reduction": kind},
            gradient,
        )
    rank = draw.randint(1, 4)
    shape = shape_of(draw, rank)
    function = {
        "mse_loss": F.mse_loss,
        "bce_with_logits": F.binary_cross_entropy_with_logits,
        "smooth_l1": F.smooth_l1_loss,
        "kl_div": F.kl_div,
    }[op]
    fill = "positive" if op in ("bce_with_logits", "kl_div") else "normal"
    return Case(
        op,
        dtype,
        [Operand(shape, dtype, layout_of(draw, rank, 0.7, False)), Operand(shape, dtype, None, fill)],
        lambda x, t: function(x, t, reduction=kind),
        {"reduction": kind},
        gradient,
    )


def reduction(draw):
    op, dtype = draw.choice(
        [
            "sum",
            "sum",
            "mean",
            "mean",
            "amax",
            "max_dim",
            "var",
            "std",
            "norm",
            "prod",
            "any",
            "logsumexp",
            "sum_to_fp32",
            "var_mean",
            "min_all",
        ]
    ), precision(draw)
    rank = draw.randint(1, 5)
    shape = shape_of(draw, rank, high=LARGEST * 2)
    x = Operand(shape, dtype, layout_of(draw, rank, 0.55, expand=draw.random() < 0.3))
    dims = sorted(draw.sample(range(rank), draw.randint(1, rank)))
    keep = draw.random() < 0.3
    gradient = [0] if draw.random() < 0.2 and x.layout[0] != "scalar" else None
    a = {"dims": dims, "keepdim": keep}
    if x.layout[0] == "scalar":
        x.layout = ("contiguous",)
    if op == "sum":
        return Case(op, dtype, [x], lambda t: t.sum(dims, keepdim=keep), a, gradient)
    if op == "mean":
        return Case(op, dtype, [x], lambda t: t.mean(dims, keepdim=keep), a, gradient)
    if op == "amax":
        return Case(op, dtype, [x], lambda t: t.amax(dims, keepdim=keep), a, gradient)
    if op in ("var", "std"):
        return Case(op, dtype, [x], lambda t: getattr(t, op)(dims, keepdim=keep), a, gradient)
    if op == "var_mean":
        return Case(op, dtype, [x], lambda t: torch.var_mean(t, dims, keepdim=keep), a)
    if op == "norm":
        return Case(op, dtype, [x], lambda t: torch.linalg.vector_norm(t, 2, dims, keepdim=keep), a, gradient)
    if op == "logsumexp":
        return Case(op, dtype, [x], lambda t: torch.logsumexp(t, dims, keepdim=keep), a, gradient)
    if op == "sum_to_fp32":
        return Case(op, dtype, [x], lambda t: t.sum(dims, keepdim=keep, dtype=torch.float32), a, gradient)
    if op == "min_all":
        return Case(op, dtype, [x], lambda t: t.min(), {}, None)
    dim = dims[0]
    if op == "any":
        x.dtype, x.fill = "bool", "bool"
        return Case(op, "bool", [x], lambda t: t.any(dim), {"dims": [dim]})
    if op == "prod":
        return Case(op, dtype, [x], lambda t: t.prod(dim), {"dims": [dim]})
    return Case(op, dtype, [x], lambda t: t.max(dim), {"dims": [dim]}, gradient)


def scan_sort(draw):
    op, dtype = draw.choice(
        [
            "cumsum",
            "cumsum",
            "cumprod",
            "sort",
            "topk",
            "argmax",
            "argsort",
            "kthvalue",
            "unique",
            "logcumsumexp",
            "cummax",
            "median",
        ]
    ), precision(draw)
    rank = draw.randint(1, 4)
    shape = shape_of(
        draw, rank, high=LARGEST * (0.15 if op in ("sort", "argsort", "unique", "median", "kthvalue") else 0.5)
    )
    dim = draw.randrange(rank) if draw.random() < 0.5 else rank - 1
    x, d = Operand(shape, dtype, layout_of(draw, rank, 0.8, expand=False)), {"dim": dim}
    if op == "topk":
        k = min(shape[dim], log_uniform(draw, 1, 256))
        return Case(op, dtype, [x], lambda t: torch.topk(t, k, dim), {"dim": dim, "k": k})
    if op == "kthvalue":
        k = draw.randint(1, shape[dim])
        return Case(op, dtype, [x], lambda t: torch.kthvalue(t, k, dim), {"dim": dim, "k": k})
    if op == "unique":
        return Case(
            op,
            "int64",
            [Operand([min(math.prod(shape), 2000000)], "int64", None, "index", 5000)],
            lambda t: torch.unique(t),
            {},
        )
    if op == "sort":
        stable = draw.random() < 0.3
        return Case(op, dtype, [x], lambda t: torch.sort(t, stable=stable, dim=dim), {"dim": dim, "stable": stable})
    function = getattr(torch, op)
    return Case(
        op, dtype, [x], lambda t: function(t, dim=dim), d, [0] if op in ("cumsum",) and draw.random() < 0.3 else None
    )


def softmax(draw):
    dtype, rank = precision(draw), draw.randint(1, 4)
    shape = shape_of(draw, rank)
    dim = rank - 1 if draw.random() < 0.6 else draw.randrange(rank)
    if draw.random() < 0.3 and shape[dim] < 64:
        shape[dim] = min(size(draw, 64, 50000), max(1, int(LARGEST / max(1, math.prod(shape) // shape[dim]))))
    op = draw.choice(["softmax", "log_softmax", "softmax", "softmax_to_fp32"])
    function = {
        "softmax": lambda t: F.softmax(t, dim),
        "log_softmax": lambda t: F.log_softmax(t, dim),
        "softmax_to_fp32": lambda t: F.softmax(t, dim, dtype=torch.float32),
    }[op]
    return Case(
        op,
        dtype,
        [Operand(shape, dtype, layout_of(draw, rank, 0.8, expand=False))],
        function,
        {"dim": dim},
        [0] if draw.random() < 0.45 else None,
    )


def norm(draw):
    op = draw.choice(
        [
            "layer_norm",
            "layer_norm",
            "rms_norm",
            "group_norm",
            "batch_norm",
            "batch_norm",
            "batch_norm",
            "instance_norm",
        ]
    )
    dtype = precision(draw)
    parameter = dtype if draw.random() < 0.5 else "fp32"
    backward = draw.random() < 0.5
    eps = 1e-5
    if op in ("layer_norm", "rms_norm"):
        rank = draw.randint(2, 4)
        shape = shape_of(draw, rank)
        if draw.random() < 0.6 and shape[-1] < 64:
            shape[-1] = min(size(draw, 64, 16384), max(1, int(LARGEST / max(1, math.prod(shape[:-1])))))
        inner = shape[-draw.choice([1, 1, 1, min(2, rank - 1)]) :]
        affine = draw.choice([2, 2, 2, 1, 0]) if op == "layer_norm" else draw.choice([1, 1, 0])
        if op == "layer_norm" and affine and parameter != dtype:
            parameter = dtype if draw.random() < 0.85 else "fp32"
        operands = [Operand(shape, dtype, layout_of(draw, rank, 0.85, expand=False))] + [
            Operand(inner, parameter) for _ in range(affine)
        ]
        if op == "layer_norm":
            call = lambda x, w=None, b=None: F.layer_norm(x, inner, w, b, eps)
        else:
            call = lambda x, w=None: F.rms_norm(x, inner, w, eps)
        return Case(
            op,
            dtype,
            operands,
            call,
            {"normalized_shape": inner, "eps": eps},
            list(range(len(operands))) if backward else None,
        )
    if op == "group_norm":
        groups = draw.choice([1, 2, 4, 8, 16, 32])
        parameter = dtype if draw.random() < 0.7 else parameter
        channels = groups * size(draw, 1, 64)
        rest = shape_of(draw, draw.randint(1, 3), low=4, high=LARGEST / channels / 4)
        n = min(size(draw, 1, 64), max(1, int(LARGEST / channels / math.prod(rest))))
        shape = [n, channels] + rest
        layout = ("channels_last",) if len(shape) == 4 and draw.random() < 0.35 else ("contiguous",)
        operands = [Operand(shape, dtype, layout), Operand([channels], parameter), Operand([channels], parameter)]
        return Case(
            op,
            dtype,
            operands,
            lambda x, w, b: F.group_norm(x, groups, w, b, eps),
            {"groups": groups, "eps": eps},
            [0, 1, 2] if backward else None,
        )
    rank = draw.choice([2, 3, 4, 4]) if op == "batch_norm" else draw.choice([3, 4])
    channels = size(draw, 1, 2048)
    rest = shape_of(draw, rank - 2, low=2, high=max(4, min(3e5, LARGEST / channels))) if rank > 2 else []
    n = min(size(draw, 2, 512 if rank > 2 else 200000), max(2, int(LARGEST / channels / math.prod(rest or [1]))))
    layout = ("channels_last",) if rank == 4 and draw.random() < 0.5 else ("contiguous",)
    if rank < 4 and draw.random() < 0.15:
        layout = layout_of(draw, rank, 0, expand=False)
    if op == "instance_norm":
        if math.prod(rest) < 2:
            rest[-1] = 9
        operands = [
            Operand([n, channels] + rest, dtype, layout),
            Operand([channels], parameter),
            Operand([channels], parameter),
        ]
        return Case(
            op,
            dtype,
            operands,
            lambda x, w, b: F.instance_norm(x, weight=w, bias=b, eps=eps),
            {"eps": eps},
            [0, 1, 2] if backward else None,
        )
    training = draw.random() < 0.6
    operands = [
        Operand([n, channels] + rest, dtype, layout),
        Operand([channels], parameter),
        Operand([channels], parameter),
        Operand([channels], parameter),
        Operand([channels], parameter, None, "positive"),
    ]
    return Case(
        op,
        dtype,
        operands,
        lambda x, w, b, m, v: F.batch_norm(x, m, v, w, b, training, 0.1, eps),
        {"training": training, "eps": eps, "operands": "x, weight, bias, running mean, running variance"},
        [0, 1, 2] if backward else None,
    )


def pooling(draw):
    dtype = precision(draw)
    op = draw.choice(
        [
            "max_pool2d",
            "avg_pool2d",
            "adaptive_avg_pool2d",
            "adaptive_max_pool2d",
            "nearest",
            "bilinear",
            "bicubic",
            "pixel_shuffle",
            "pixel_unshuffle",
            "max_pool1d",
            "avg_pool1d",
            "unfold",
            "dropout2d",
            "grid_sample",
            "max_pool2d",
            "bilinear",
        ]
    )
    backward = [0] if draw.random() < 0.4 else None
    channels = size(draw, 1, 512)
    h, w = size(draw, 4, 400), size(draw, 4, 400)
    n = min(size(draw, 1, 128), max(1, int(LARGEST * 0.6 / channels / h / w)))
    if n * channels * h * w > LARGEST:
        channels = max(1, int(LARGEST / n / h / w))
    layout = draw.choice([("contiguous",), ("contiguous",), ("channels_last",)])
    if op.endswith("1d"):
        n = min(size(draw, 1, 128), max(1, int(LARGEST * 0.5 / channels / h / w)))
        kernel, stride = draw.choice([2, 3, 5]), draw.choice([1, 2])
        function = getattr(F, op)
        return Case(
            op,
            dtype,
            [Operand([n, channels, max(8, h * w)], dtype)],
            lambda x: function(x, kernel, stride),
            {"kernel": kernel, "stride": stride},
            backward,
        )
    x = Operand([n, channels, h, w], dtype, layout)
    if op in ("max_pool2d", "avg_pool2d"):
        kernel = draw.choice([2, 2, 3, 3, 4])
        stride, padding = draw.choice([1, 2, 2, 3]), draw.choice([0, kernel // 2])
        function = getattr(F, op)
        return Case(
            op,
            dtype,
            [x],
            lambda t: function(t, kernel, stride, padding),
            {"kernel": kernel, "stride": stride, "padding": padding},
            backward,
        )
    if op.startswith("adaptive"):
        to = draw.choice([[1, 1], [1, 1], [7, 7], [3, 5], [size(draw, 1, h), size(draw, 1, w)]])
        to = [min(to[0], h), min(to[1], w)]
        function = getattr(F, op)
        return Case(op, dtype, [x], lambda t: function(t, to), {"output_size": to}, backward)
    if op in ("nearest", "bilinear", "bicubic"):
        scale = draw.choice([2.0, 2.0, 0.5, 4.0, 1.7])
        x.shape = (n, max(1, int(channels / max(1, scale * scale))), h, w)
        to = [max(1, int(h * scale)), max(1, int(w * scale))]
        corners = None if op == "nearest" else draw.random() < 0.3
        return Case(
            "interpolate_" + op,
            dtype,
            [x],
            lambda t: F.interpolate(t, size=to, mode=op, align_corners=corners),
            {"size": to, "align_corners": corners},
            backward,
        )
    if op == "pixel_shuffle":
        r = draw.choice([2, 3, 4])
        x.shape = (n, max(1, channels // r // r) * r * r, h, w)
        return Case(op, dtype, [x], lambda t: F.pixel_shuffle(t, r), {"factor": r}, backward)
    if op == "pixel_unshuffle":
        r = draw.choice([2, 3, 4])
        x.shape = (n, channels, max(1, h // r) * r, max(1, w // r) * r)
        return Case(op, dtype, [x], lambda t: F.pixel_unshuffle(t, r), {"factor": r}, backward)
    if op == "unfold":
        kernel = draw.choice([2, 3])
        x.shape, x.layout = (n, max(1, channels // 9), h, w), ("contiguous",)
        return Case(
            op, dtype, [x], lambda t: F.unfold(t, kernel, padding=1), {"kernel": kernel, "padding": 1}, backward
        )
    if op == "grid_sample":
        return Case(
            op,
            dtype,
            [x, Operand([n, h, w, 2], dtype)],
            lambda t, g: F.grid_sample(t, g, align_corners=False),
            {},
            [0, 1] if backward else None,
        )
    return Case(op, dtype, [x], lambda t: F.dropout2d(t, 0.2, True), {"p": 0.2}, backward)


def matrix(draw, rows, columns, dtype, batch=None, expand=False):
    """A matrix or a batch of them: plain, transposed, with rows longer than used, or one matrix for the whole batch."""
    shape = ([batch] if batch else []) + [rows, columns]
    rank = len(shape)
    order = list(range(rank))
    order[-1], order[-2] = order[-2], order[-1]
    kinds = ["plain", "plain", "transposed", "transposed", "sliced", "sliced_rows", "strided"] + (
        ["expanded", "swapped"] if batch and expand else []
    )
    kind = draw.choice(kinds)
    layout = {
        "plain": ("contiguous",),
        "transposed": ("permuted", order),
        "sliced": ("sliced", -1, draw.choice([1, 8, 64, 128]), draw.choice([0, 1, 8, 64])),
        "sliced_rows": ("sliced", -2, draw.choice([1, 8, 64]), draw.choice([0, 1, 8])),
        "strided": ("contiguous",) if draw.random() < 0.7 else ("strided", -1, 2),
        "expanded": ("expanded", [0]),
        "swapped": ("permuted", [1, 0, 2]),
    }[kind]
    return Operand(shape, dtype, layout)


def product(draw):
    dtype, tf32 = product_precision(draw)
    op = draw.choice(
        ["mm", "mm", "mm", "addmm", "linear", "linear", "linear_no_bias", "matmul_3d", "mv", "addmm_beta", "linear"]
    )
    while True:
        m, n, k = size(draw, 1, 65536), size(draw, 1, 20000), size(draw, 1, 20000)
        if (
            2.0 * m * n * k <= flop_cap(dtype, tf32)
            and max(m * n, m * k, n * k) <= LARGEST * 2.5
            and 2.0 * m * n * k >= 1e4
        ):
            break
    if op == "mm":
        return Case(op, dtype, [matrix(draw, m, k, dtype), matrix(draw, k, n, dtype)], torch.mm, {}, None, tf32)
    if op.startswith("addmm"):
        bias = Operand([n], dtype) if draw.random() < 0.6 else Operand([m, n], dtype)
        beta, alpha = (1.0, 1.0) if op == "addmm" else (0.5, 2.0)
        return Case(
            "addmm",
            dtype,
            [bias, matrix(draw, m, k, dtype), matrix(draw, k, n, dtype)],
            lambda c, a, b: torch.addmm(c, a, b, beta=beta, alpha=alpha),
            {"beta": beta, "alpha": alpha},
            None,
            tf32,
        )
    if op == "mv":
        return Case(op, dtype, [matrix(draw, m, k, dtype), Operand([k], dtype)], torch.mv, {}, None, tf32)
    if op == "matmul_3d":
        b = draw.choice([2, 4, 8])
        a = Operand(
            [b, max(1, m // b), k],
            dtype,
            draw.choice([("contiguous",), ("permuted", [1, 0, 2]), ("sliced", -1, 64, 0)]),
        )
        return Case(
            "matmul", dtype, [a, matrix(draw, k, n, dtype)], torch.matmul, {}, draw.choice([None, None, [0, 1]]), tf32
        )
    x = Operand(
        [m, k],
        dtype,
        draw.choice(
            [
                ("contiguous",),
                ("contiguous",),
                ("contiguous",),
                ("sliced", -1, draw.choice([1, 8, 64]), 0),
                ("permuted", [1, 0]),
            ]
        ),
    )
    if draw.random() < 0.3:
        x = Operand(
            [4, max(1, m // 4), k], dtype, draw.choice([("contiguous",), ("permuted", [1, 0, 2]), ("sliced", 1, 1, 1)])
        )
    operands = [x, Operand([n, k], dtype)] + ([Operand([n], dtype)] if op == "linear" else [])
    gradient = draw.choice([None, None, list(range(len(operands))), [0], [1]])
    return Case(op, dtype, operands, F.linear, {}, gradient, tf32)


def batched_product(draw):
    dtype, tf32 = product_precision(draw)
    op = draw.choice(
        [
            "bmm",
            "bmm",
            "bmm",
            "baddbmm",
            "matmul_4d",
            "matmul_broadcast",
            "token_mixing",
            "einsum_heads",
            "grouped_mm",
            "einsum_outer",
        ]
    )
    while True:
        b, m, n, k = size(draw, 1, 2048), size(draw, 1, 4096), size(draw, 1, 4096), size(draw, 1, 4096)
        if (
            2.0 * b * m * n * k <= flop_cap(dtype, tf32)
            and b * max(m * n, m * k, n * k) <= LARGEST * 2
            and 2.0 * b * m * n * k >= 1e4
        ):
            break
    gradient = [0, 1] if draw.random() < 0.2 else None
    if op == "bmm":
        return Case(
            op,
            dtype,
            [matrix(draw, m, k, dtype, b, True), matrix(draw, k, n, dtype, b, True)],
            torch.bmm,
            {},
            gradient,
            tf32,
        )
    if op == "baddbmm":
        c = Operand([b, m, n], dtype) if draw.random() < 0.5 else Operand([1, 1, n], dtype)
        return Case(
            op,
            dtype,
            [c, matrix(draw, m, k, dtype, b, True), matrix(draw, k, n, dtype, b, True)],
            torch.baddbmm,
            {},
            None,
            tf32,
        )
    heads = draw.choice([1, 2, 4, 8])
    outer = max(1, b // heads)
    if op == "matmul_4d":
        layout = lambda: draw.choice([("contiguous",), ("permuted", [0, 2, 1, 3]), ("permuted", [0, 1, 3, 2])])
        return Case(
            "matmul",
            dtype,
            [Operand([outer, heads, m, k], dtype, layout()), Operand([outer, heads, k, n], dtype, layout())],
            torch.matmul,
            {},
            gradient,
            tf32,
        )
    if op == "matmul_broadcast":
        return Case(
            "matmul",
            dtype,
            [
                Operand([outer, heads, m, k], dtype),
                draw.choice(
                    [Operand([1, heads, k, n], dtype), Operand([outer, 1, k, n], dtype), Operand([k, n], dtype)]
                ),
            ],
            torch.matmul,
            {},
            gradient,
            tf32,
        )
    if op == "token_mixing":
        return Case(
            "einsum",
            dtype,
            [Operand([b, k, m], dtype), Operand([k, n], dtype, draw.choice([("contiguous",), ("permuted", [1, 0])]))],
            lambda x, w: torch.einsum("bnc,nm->bmc", x, w),
            {"equation": "bnc,nm->bmc"},
            gradient,
            tf32,
        )
    if op == "einsum_heads":
        return Case(
            "einsum",
            dtype,
            [Operand([outer, m, heads, k], dtype), Operand([outer, n, heads, k], dtype)],
            lambda q, w: torch.einsum("bqhd,bkhd->bhqk", q, w),
            {"equation": "bqhd,bkhd->bhqk"},
            gradient,
            tf32,
        )
    if op == "einsum_outer":
        return Case(
            "einsum",
            dtype,
            [Operand([b, m, k], dtype), Operand([n, k], dtype)],
            lambda x, w: torch.einsum("bmk,nk->bmn", x, w),
            {"equation": "bmk,nk->bmn"},
            gradient,
            tf32,
        )
    groups = draw.choice([2, 4, 8, 16, 64])
    while True:
        m, n, k = size(draw, 64, 32768), size(draw, 16, 8192) // 8 * 8, size(draw, 16, 8192) // 8 * 8
        if 2.0 * m * n * k <= 1e12 and groups * n * k <= LARGEST * 2:
            break
    even = draw.random() < 0.5
    cuts = (
        [m * (i + 1) // groups for i in range(groups)]
        if even
        else sorted(draw.randint(0, m) for _ in range(groups - 1)) + [m]
    )

    def setup(device):
        a = torch.randn(m, k, device=device, dtype=torch.bfloat16)
        w = torch.randn(groups, n, k, device=device, dtype=torch.bfloat16).transpose(-2, -1)
        offsets = torch.tensor(cuts, device=device, dtype=torch.int32)
        return [a, w, offsets], lambda: torch._grouped_mm(a, w, offs=offsets)

    return Case("grouped_mm", "bf16", [], None, {"offsets": cuts}, None, 0, setup)


def convolution_case(draw, rank, kind):
    dtype, tf32 = product_precision(draw)
    last = rank == 2 and draw.random() < 0.5
    while True:
        groups, stride, dilation = 1, draw.choice([1, 1, 2]), 1
        channels, filters = size(draw, 1, 2048), size(draw, 1, 2048)
        if kind == "depthwise":
            groups = filters = channels
            window = draw.choice([3, 3, 5, 7])
        elif kind == "grouped":
            groups = draw.choice([4, 8, 16, 32])
            channels, filters = groups * size(draw, 1, 64), groups * size(draw, 1, 64)
            window = draw.choice([1, 3, 3, 5])
        elif kind == "pointwise":
            window, stride = 1, draw.choice([1, 1, 1, 2])
        else:
            window = draw.choice([3, 3, 3, 2, 4, 5, 7])
            dilation = draw.choice([1, 1, 1, 2]) if kind == "ordinary" else 1
            if draw.random() < 0.12:
                channels = draw.choice([1, 3, 4])
        if rank == 1:
            sides = [size(draw, 8, 100000)]
        else:
            side = size(draw, 4, 300)
            sides = [side, side if draw.random() < 0.7 else size(draw, 4, 300)]
        n = size(draw, 1, 256)
        area = math.prod(sides)
        flops = (
            2.0
            * n
            * area
            * filters
            * channels
            / groups
            * window**rank
            / (1 if kind == "transposed" else stride**rank)
        )
        cap = flop_cap(dtype, tf32) * (0.4 if kind in ("ordinary", "pointwise") else 0.06)
        if (
            min(sides) > dilation * (window - 1)
            and flops <= cap
            and n * area * max(channels, filters) * (stride**rank if kind == "transposed" else 1) <= LARGEST
            and flops > 1e4
        ):
            break
    padding = draw.choice([window // 2, window // 2, 0])
    layout = ("channels_last",) if last else ("contiguous",)
    bias = draw.random() < 0.3
    attributes = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups, "bias": bias}
    x = Operand([n, channels] + sides, dtype, layout)
    if kind == "transposed":
        w = Operand([channels, filters // groups] + [window] * rank, dtype, layout)
        function = F.conv_transpose1d if rank == 1 else F.conv_transpose2d
        call = lambda t, f, b=None: function(t, f, b, stride=stride, padding=padding, groups=groups)
    else:
        w = Operand([filters, channels // groups] + [window] * rank, dtype, layout)
        function = F.conv1d if rank == 1 else F.conv2d
        call = lambda t, f, b=None: function(t, f, b, stride, padding, dilation, groups)
    operands = [x, w] + ([Operand([filters], dtype)] if bias else [])
    gradient = draw.choice([None, None, None, [0], [1], [0, 1] + ([2] if bias else [])])
    return Case(
        "conv%s%dd" % ("_transpose" if kind == "transposed" else "", rank),
        dtype,
        operands,
        call,
        dict(attributes, kind=kind),
        gradient,
        tf32,
    )


def convolution(draw):
    return convolution_case(draw, 2, draw.choice(["ordinary", "ordinary", "pointwise", "grouped", "transposed"]))


def depthwise(draw):
    return convolution_case(draw, 2, "depthwise")


def convolution_1d(draw):
    return convolution_case(draw, 1, draw.choice(["ordinary", "pointwise", "depthwise", "grouped", "transposed"]))


def attention(draw):
    dtype, tf32 = draw.choice([("fp32", 0), ("fp32", 1), ("fp16", 0), ("bf16", 0), ("bf16", 0), ("bf16", 0)])
    while True:
        d = draw.choice([32, 64, 64, 128, 128, 256, 48, 80, 96, 160, 72])
        heads = draw.choice([1, 2, 4, 8, 12, 16, 32])
        shared = draw.choice([1, 1, 1, 2, 4, 8])
        q = draw.choice([1, 0, 0, 0, 0]) or size(draw, 16, 8192)
        kv = q if q > 1 and draw.random() < 0.7 else size(draw, 16, 8192)
        b = size(draw, 1, 128)
        scores = float(b) * heads * q * kv
        if (
            heads % shared == 0
            and 4.0 * scores * d <= (5e10 if dtype == "fp32" else 4e11)
            and scores <= (1e8 if dtype == "fp32" else 2e9)
            and b * heads * max(q, kv) * d <= LARGEST
        ):
            break
    causal = q == kv and draw.random() < 0.4
    mask = None
    if not causal and draw.random() < 0.4 and scores < 2e8:
        mask = draw.choice(
            [
                Operand([q, kv], "bool", None, "bool"),
                Operand([q, kv], dtype),
                Operand([b, 1, q, kv], dtype),
                Operand([b, heads, q, kv], dtype),
                Operand([b, 1, 1, kv], "bool", None, "bool"),
                Operand([b, 1, q, kv], dtype, ("expanded", [0])),
            ]
        )
    layout = draw.choice([("contiguous",), ("permuted", [0, 2, 1, 3])])
    groups = shared > 1
    operands = [
        Operand([b, heads, q, d], dtype, layout),
        Operand([b, heads // shared, kv, d], dtype, layout),
        Operand([b, heads // shared, kv, d], dtype, layout),
    ]
    operands += [mask] if mask else []
    gradient = [0, 1, 2] if q > 1 and draw.random() < 0.4 and scores < 4e8 else None
    return Case(
        "scaled_dot_product_attention",
        dtype,
        operands,
        lambda x, y, z, m=None: F.scaled_dot_product_attention(
            x, y, z, attn_mask=m, is_causal=causal, enable_gqa=groups
        ),
        {"causal": causal, "grouped_heads": shared, "mask": mask is not None},
        gradient,
        tf32,
    )


def optimizer(draw):
    dtype = draw.choice(["fp32", "fp32", "bf16"])
    total = log_uniform(draw, 1000, LARGEST * 0.6)
    shapes, used = [], 0
    limit = log_uniform(draw, 1, 300)
    while len(shapes) < limit and used < total:
        piece = shape_of(
            draw, draw.choice([1, 2, 2, 4]), low=1, high=max(2, min(total - used, total / 2 if limit > 2 else total))
        )
        shapes.append(piece)
        used += math.prod(piece)
    op = draw.choice(
        [
            "foreach_add",
            "foreach_mul",
            "foreach_addcmul",
            "foreach_lerp",
            "foreach_norm",
            "clip_grad_norm",
            "foreach_sqrt",
            "foreach_div",
            "sgd",
            "sgd_momentum",
            "adam",
            "adamw",
            "adamw",
            "rmsprop",
            "zero_grad_foreach",
            "foreach_copy",
        ]
    )
    how = draw.choice(["foreach", "fused"]) if op in ("adam", "adamw", "sgd", "sgd_momentum") else "foreach"

    def setup(device):
        new = lambda: [torch.randn(s, device=device, dtype=DTYPES[dtype]) for s in shapes]
        if op in ("sgd", "sgd_momentum", "adam", "adamw", "rmsprop"):
            parameters = [torch.nn.Parameter(t) for t in new()]
            for p, g in zip(parameters, new()):
                p.grad = g
            options = {"lr": 1e-4, how: True}
            kind = {"adam": torch.optim.Adam, "adamw": torch.optim.AdamW, "rmsprop": torch.optim.RMSprop}.get(
                op, torch.optim.SGD
            )
            if op == "sgd_momentum":
                options["momentum"] = 0.9
            step = kind(parameters, **options)
            return parameters, lambda: step.step()
        a, b = new(), new()
        if op == "clip_grad_norm":
            parameters = [torch.nn.Parameter(t) for t in a]
            for p, g in zip(parameters, b):
                p.grad = g
            return parameters, lambda: torch.nn.utils.clip_grad_norm_(parameters, 1.0, foreach=True)
        if op == "foreach_add":
            return a + b, lambda: torch._foreach_add_(a, b, alpha=0.01)
        if op == "foreach_mul":
            return a, lambda: torch._foreach_mul_(a, 0.999)
        if op == "foreach_sqrt":
            return a, lambda: torch._foreach_sqrt(a)
        if op == "foreach_norm":
            return a, lambda: torch._foreach_norm(a)
        if op == "foreach_div":
            return a + b, lambda: torch._foreach_div(a, b)
        if op == "foreach_copy":
            return a + b, lambda: torch._foreach_copy_(a, b)
        if op == "zero_grad_foreach":
            return a, lambda: torch._foreach_zero_(a)
        if op == "foreach_lerp":
            return a + b, lambda: torch._foreach_lerp_(a, b, 0.1)
        c = new()
        return a + b + c, lambda: torch._foreach_addcmul_(a, b, c, value=0.1)

    return Case(op, dtype, [], None, {"how": how, "shapes": shapes, "tensors": len(shapes)}, None, 0, setup)


def recurrent(draw):
    dtype, tf32 = product_precision(draw)
    op = draw.choice(["lstm", "gru", "lstm", "rnn_tanh"])
    layers, both = draw.choice([1, 1, 2]), draw.random() < 0.25
    steps, batch, width, hidden = size(draw, 1, 60), size(draw, 1, 128), size(draw, 8, 512), size(draw, 8, 512)
    backward = draw.random() < 0.4

    def setup(device):
        kind = {"lstm": torch.nn.LSTM, "gru": torch.nn.GRU, "rnn_tanh": torch.nn.RNN}[op]
        layer = kind(width, hidden, layers, bidirectional=both).to(device=device, dtype=DTYPES[dtype])
        x = torch.randn(steps, batch, width, device=device, dtype=DTYPES[dtype])
        if not backward:

            def call():
                with torch.no_grad():
                    return layer(x)[0]

            return [x] + list(layer.parameters()), call
        x.requires_grad_()
        inputs = [x] + list(layer.parameters())
        out = layer(x)[0]
        gradient = torch.randn_like(out)
        return inputs, lambda: torch.autograd.grad(out, inputs, gradient, retain_graph=True)

    case = Case(
        op,
        dtype,
        [],
        None,
        {"layers": layers, "bidirectional": both, "steps": steps, "batch": batch, "input": width, "hidden": hidden},
        None,
        tf32,
        setup,
    )
    case.mode = "backward" if backward else "forward"
    return case


# family: (function, group of files, cases a seed and round)
FAMILIES = {
    "pointwise_unary": (pointwise_unary, "pointwise", 2),
    "pointwise_binary": (pointwise_binary, "pointwise", 4),
    "pointwise_ternary": (pointwise_ternary, "pointwise", 2),
    "reduction": (reduction, "pointwise", 2),
    "copy_layout": (copy_layout, "moves", 3),
    "join_move": (join_move, "moves", 2),
    "index": (index, "moves", 2),
    "embedding": (embedding, "moves", 1),
    "loss": (loss, "moves", 1),
    "scan_sort": (scan_sort, "moves", 1),
    "softmax": (softmax, "norms", 1),
    "norm": (norm, "norms", 4),
    "pooling": (pooling, "norms", 2),
    "optimizer": (optimizer, "norms", 1),
    "recurrent": (recurrent, "norms", 1),
    "product": (product, "products", 4),
    "batched_product": (batched_product, "products", 3),
    "attention": (attention, "products", 2),
    "convolution": (convolution, "convolutions", 3),
    "depthwise": (depthwise, "convolutions", 2),
    "convolution_1d": (convolution_1d, "convolutions", 1),
}


# Families whose cases say more of which kernel a library takes: one gradient at a time, sizes that networks have beside
# random ones. They are drawn only where --families names them.


def image_side(draw, high):
    return draw.choice([7, 14, 28, 56, 112, 224]) if draw.random() < 0.5 else size(draw, 2, high)


def engine_channels(draw, kind):
    """(channels, filters, groups)"""
    if kind == "depthwise":
        channels = size(draw, 3, 2048)
        return channels, channels * draw.choice([1, 1, 1, 1, 2]), channels
    if kind == "grouped":
        groups = draw.choice([2, 3, 4, 8, 8, 16, 32, 32, 64]) if draw.random() < 0.6 else log_uniform(draw, 2, 100)
        inner = draw.choice([4, 8, 16, 24, 32, 56, 64]) if draw.random() < 0.5 else log_uniform(draw, 2, 200)
        outer = inner if draw.random() < 0.7 else log_uniform(draw, 1, 200)
        return groups * inner, groups * outer, groups
    channels = draw.choice([1, 3, 4]) if draw.random() < 0.15 else size(draw, 4, 1024)
    filters = draw.choice([1, 2, 3, 21]) if draw.random() < 0.15 else size(draw, 4, 1024)
    groups = draw.choice([1, 1, 1, 1, 2, 4]) if kind == "transposed" else 1
    return -(-channels // groups) * groups, -(-filters // groups) * groups, groups


def convolution_engine(draw):
    """One pass of a convolution of any number of groups."""
    dtype, tf32 = draw.choice([("fp32", 1), ("fp32", 1), ("bf16", 0), ("bf16", 0), ("fp16", 0), ("fp32", 0)])
    kind = draw.choice(["depthwise"] * 4 + ["grouped"] * 5 + ["transposed"] * 4 + ["dilated"] * 2 + ["ordinary"] * 3)
    rank = 1 if draw.random() < 0.15 else 2
    last = rank == 2 and draw.random() < 0.45
    while True:
        channels, filters, groups = engine_channels(draw, kind)
        window = draw.choice([2, 2, 3, 4, 4, 5] if kind == "transposed" else [3, 3, 3, 3, 1, 5, 7])
        stride = draw.choice([1, 2, 2, 2, 4] if kind == "transposed" else [1, 1, 1, 2])
        dilation = draw.choice([2, 3, 4, 8]) if kind == "dilated" else 1
        n = log_uniform(draw, 1, 256)
        if rank == 1:
            sides = [size(draw, 8, 20000)]
        else:
            side = image_side(draw, 256)
            sides = [side, side if draw.random() < 0.8 else image_side(draw, 256)]
        padding = draw.choice([dilation * (window - 1) // 2] * 3 + [0])
        area = math.prod(sides)
        grown = stride**rank if kind == "transposed" else 1
        flops = 2.0 * n * area * filters * channels / groups * window**rank / (1 if grown > 1 else stride**rank)
        reach = [
            (s - 1) * stride - 2 * padding + window
            if kind == "transposed"
            else s + 2 * padding - dilation * (window - 1)
            for s in sides
        ]
        if (
            min(reach) >= 1
            and 1e5 < flops <= (2e10 if dtype == "fp32" and not tf32 else 1e11)
            and n * area * max(channels, filters * grown) <= 4e7
        ):
            break
    layout = ("channels_last",) if last else ("contiguous",)
    attributes = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups, "bias": False}
    x = Operand([n, channels] + sides, dtype, layout)
    if kind == "transposed":
        w = Operand([channels, filters // groups] + [window] * rank, dtype, layout)
        function = F.conv_transpose1d if rank == 1 else F.conv_transpose2d
        call = lambda t, f: function(t, f, None, stride=stride, padding=padding, groups=groups)
    else:
        w = Operand([filters, channels // groups] + [window] * rank, dtype, layout)
        function = F.conv1d if rank == 1 else F.conv2d
        call = lambda t, f: function(t, f, None, stride, padding, dilation, groups)
    return Case(
        "conv%s%dd" % ("_transpose" if kind == "transposed" else "", rank),
        dtype,
        [x, w],
        call,
        dict(attributes, kind=kind),
        draw.choice([None, [0], [1]]),
        tf32,
    )


def norm_pass(draw):
    """Batch, instance and group norms whose input, or parameters alone, get a gradient."""
    op = draw.choice(["instance_norm"] * 4 + ["batch_norm"] * 4 + ["group_norm", "layer_norm"])
    dtype = precision(draw)
    parameter = dtype if draw.random() < 0.5 else "fp32"
    gradient = draw.choice([None, None, [0, 1, 2], [0, 1, 2], [1, 2], [1, 2], [0]])
    eps = 1e-5
    if op == "layer_norm":
        rows, columns = log_uniform(draw, 2, 100000), size(draw, 2, 8192)
        rows = max(1, min(rows, int(4e7 / columns)))
        operands = [Operand([rows, columns], dtype), Operand([columns], dtype), Operand([columns], dtype)]
        call = lambda x, w, b: F.layer_norm(x, [columns], w, b, eps)
        return Case(op, dtype, operands, call, {"normalized_shape": [columns], "eps": eps}, gradient)
    rank = draw.choice([2, 2, 3, 4]) if op == "batch_norm" else draw.choice([3, 4, 4, 4])
    channels = draw.choice([16, 24, 32, 64, 128, 256, 512]) if draw.random() < 0.4 else size(draw, 1, 2048)
    side = image_side(draw, 256)
    rest = {2: [], 3: [size(draw, 2, 20000)], 4: [side, side]}[rank]
    n = log_uniform(draw, 2, 200000 if rank == 2 else 256)
    n = max(2, min(n, int(4e7 / channels / math.prod(rest or [1]))))
    last = rank == 4 and draw.random() < 0.4
    layout = ("channels_last",) if last else ("contiguous",)
    x = Operand([n, channels] + rest, dtype, layout)
    scale = [Operand([channels], parameter), Operand([channels], parameter)]
    if op == "instance_norm":
        if draw.random() < 0.4:
            call = lambda t: F.instance_norm(t, eps=eps)
            return Case(op, dtype, [x], call, {"eps": eps}, [0] if gradient else None)
        call = lambda t, w, b: F.instance_norm(t, weight=w, bias=b, eps=eps)
        return Case(op, dtype, [x] + scale, call, {"eps": eps}, gradient)
    if op == "group_norm":
        groups = draw.choice([g for g in (1, 2, 4, 8, 16, 32) if channels % g == 0])
        scale = [Operand([channels], dtype), Operand([channels], dtype)]
        call = lambda t, w, b: F.group_norm(t, groups, w, b, eps)
        return Case(op, dtype, [x] + scale, call, {"groups": groups, "eps": eps}, gradient)
    moments = [Operand([channels], parameter), Operand([channels], parameter, None, "positive")]
    return Case(
        op,
        dtype,
        [x] + scale + moments,
        lambda t, w, b, m, v: F.batch_norm(t, m, v, w, b, True, 0.1, eps),
        {"training": True, "eps": eps, "operands": "x, weight, bias, running mean, running variance"},
        gradient,
    )


def resize(draw):
    """Images brought to another size, from one pixel on."""
    dtype, op = precision(draw), draw.choice(["bilinear", "bilinear", "nearest", "bicubic"])
    while True:
        channels, n = size(draw, 1, 2048), log_uniform(draw, 1, 128)
        side = draw.choice([1, 1, 2, 3, 6]) if draw.random() < 0.5 else image_side(draw, 300)
        to = image_side(draw, 300)
        if n * channels * max(side * side, to * to) <= 4e7:
            break
    layout = ("channels_last",) if draw.random() < 0.4 else ("contiguous",)
    corners = None if op == "nearest" else draw.random() < 0.3
    return Case(
        "interpolate_" + op,
        dtype,
        [Operand([n, channels, side, side], dtype, layout)],
        lambda t: F.interpolate(t, size=[to, to], mode=op, align_corners=corners),
        {"size": [to, to], "align_corners": corners},
        [0] if draw.random() < 0.6 else None,
    )


NETWORK_SIDES = [7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 224]
NETWORK_BATCHES = [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128]


def in_eights(draw, low, high):
    return max(8, 8 * round(log_uniform(draw, low, high) / 8))


def network_channels(draw, kind):
    """(channels, filters, groups) as layers of networks have them"""
    if kind == "depthwise":
        channels = in_eights(draw, 16, 1536)
        return channels, channels, channels
    if kind == "grouped":
        inner = draw.choice([4, 8, 8, 16, 16, 24, 32, 40, 48, 56, 64, 64, 80, 112, 128])
        groups = log_uniform(draw, 2, max(2, 1024 // inner))
        outer = inner if draw.random() < 0.85 else 2 * inner
        return groups * inner, groups * outer, groups
    channels = draw.choice([1, 3, 3, 3]) if draw.random() < 0.12 else in_eights(draw, 16, 1536)
    filters = draw.choice([1, 3, 4, 21]) if draw.random() < 0.06 else in_eights(draw, 16, 1536)
    return channels, filters, 1


def network_convolution(draw):
    """One pass of a convolution of images or volumes as networks have them."""
    dtype, tf32 = draw.choice([("fp32", 1)] * 4 + [("bf16", 0)] * 4 + [("fp16", 0), ("fp32", 0)])
    kind = draw.choice(["grouped"] * 8 + ["depthwise"] * 3 + ["ordinary"] * 5 + ["pointwise"] * 2 + ["volume"] * 3)
    last = draw.random() < 0.3
    while True:
        channels, filters, groups = network_channels(draw, kind)
        side = draw.choice(NETWORK_SIDES)
        sides = [side, side if draw.random() < 0.85 else draw.choice(NETWORK_SIDES)]
        n = draw.choice(NETWORK_BATCHES) if draw.random() < 0.7 else log_uniform(draw, 1, 256)
        across = 1 if kind == "pointwise" else draw.choice([3, 3, 3, 3, 5, 7])
        window, stride = [across, across], [draw.choice([1, 1, 1, 2])] * 2
        if kind == "volume":
            sides = [draw.choice([2, 4, 8, 16, 32])] + sides
            window, stride = draw.choice(
                [([1] + window, [1] + stride), ([3, 1, 1], [1, 1, 1]), ([3, 3, 3], stride[:1] * 3)]
            )
        padding = [w // 2 for w in window]
        area, taps = math.prod(sides), math.prod(window)
        flops = 2.0 * n * area * filters * channels / groups * taps / math.prod(stride)
        if (
            1e6 < flops <= (5e10 if dtype == "fp32" and not tf32 else 3e11)
            and n * area * max(channels, filters) <= 6e7
            and all(s + 2 * p >= w for s, p, w in zip(sides, padding, window))
        ):
            break
    layout = ("channels_last",) if last and len(sides) == 2 else ("contiguous",)
    x = Operand([n, channels] + sides, dtype, layout)
    w = Operand([filters, channels // groups] + window, dtype, layout)
    function = F.conv3d if kind == "volume" else F.conv2d
    square = lambda values: values[0] if len(set(values)) == 1 else values
    return Case(
        "conv%dd" % len(sides),
        dtype,
        [x, w],
        lambda t, f: function(t, f, None, stride, padding, 1, groups),
        {
            "stride": square(stride),
            "padding": square(padding),
            "dilation": 1,
            "groups": groups,
            "bias": False,
            "kind": kind,
        },
        draw.choice([None, [0], [1]]),
        tf32,
    )


def long_filter_convolution(draw):
    """One pass of a convolution with a large filter, of images or of one dimension."""
    dtype, tf32 = draw.choice([("fp32", 1)] * 4 + [("bf16", 0)] * 4 + [("fp16", 0), ("fp32", 0)])
    kind = draw.choice(["grouped"] * 4 + ["depthwise"] * 2 + ["ordinary"] * 4)
    rank = draw.choice([1, 1, 2])
    last = rank == 2 and draw.random() < 0.3
    while True:
        channels, filters, groups = network_channels(draw, kind)
        n = draw.choice(NETWORK_BATCHES)
        if rank == 1:
            sides, window = [log_uniform(draw, 64, 20000)], [
                draw.choice([8, 9, 10, 11, 15, 16, 25, 31, 32, 33, 63, 64, 128])
            ]
        else:
            side = draw.choice(NETWORK_SIDES)
            sides = [side, side]
            window = draw.choice([[9, 9], [11, 11], [7, 7], [13, 13], [5, 11], [11, 21], [11, 41], [1, 15], [3, 31]])
        stride = draw.choice([1, 1, 1, 2, 4])
        padding = [w // 2 for w in window]
        area, taps = math.prod(sides), math.prod(window)
        flops = 2.0 * n * area * filters * channels / groups * taps / stride**rank
        if 1e6 < flops <= (5e10 if dtype == "fp32" and not tf32 else 2e11) and n * area * max(channels, filters) <= 4e7:
            break
    layout = ("channels_last",) if last else ("contiguous",)
    x = Operand([n, channels] + sides, dtype, layout)
    w = Operand([filters, channels // groups] + window, dtype, layout)
    function = F.conv1d if rank == 1 else F.conv2d
    attributes = {"stride": stride, "padding": padding if rank == 2 else padding[0], "dilation": 1, "groups": groups}
    return Case(
        "conv%dd" % rank,
        dtype,
        [x, w],
        lambda t, f: function(t, f, None, stride, padding, 1, groups),
        dict(attributes, bias=False, kind=kind),
        draw.choice([None, [0], [1]]),
        tf32,
    )


def network_group_norm(draw):
    """Group norms of images in few large groups."""
    dtype = precision(draw)
    while True:
        channels, side, n = in_eights(draw, 16, 1024), draw.choice(NETWORK_SIDES), draw.choice(NETWORK_BATCHES)
        if n * channels * side * side <= 6e7:
            break
    groups = draw.choice([g for g in (1, 1, 1, 2, 4, 8, 16, 32) if channels % g == 0])
    x, scale = Operand([n, channels, side, side], dtype), [Operand([channels], "fp32"), Operand([channels], "fp32")]
    if dtype != "fp32":
        scale = [Operand([channels], dtype), Operand([channels], dtype)]
    call = lambda t, w, b: F.group_norm(t, groups, w, b, 1e-5)
    attributes = {"groups": groups, "eps": 1e-5}
    return Case("group_norm", dtype, [x] + scale, call, attributes, draw.choice([None, [0, 1, 2]]))


def thin_product(draw):
    """A product of which one dimension beside K is short, or K itself is."""
    dtype, tf32 = product_precision(draw)
    op = draw.choice(["mm", "bmm", "bmm", "linear", "linear_no_bias"])
    while True:
        short, long, k = log_uniform(draw, 1, 24), size(draw, 1, 20000), size(draw, 8, 20000)
        if draw.random() < 0.15:
            short, k = k, log_uniform(draw, 1, 24)
        b = log_uniform(draw, 2, 1024) if op == "bmm" else 1
        m, n = (short, long) if draw.random() < 0.6 else (long, short)
        if 1e4 <= 2.0 * b * m * n * k <= flop_cap(dtype, tf32) and b * max(m * n, m * k, n * k) <= LARGEST:
            break
    if op == "mm":
        return Case(op, dtype, [matrix(draw, m, k, dtype), matrix(draw, k, n, dtype)], torch.mm, {}, None, tf32)
    if op == "bmm":
        operands = [matrix(draw, m, k, dtype, b), matrix(draw, k, n, dtype, b)]
        return Case(op, dtype, operands, torch.bmm, {}, None, tf32)
    operands = [Operand([m, k], dtype), Operand([n, k], dtype)] + ([Operand([n], dtype)] if op == "linear" else [])
    return Case(op, dtype, operands, F.linear, {}, None, tf32)


def signal_convolution(draw):
    """One pass of a convolution of a signal: any step, any gap between taps, transposed ones."""
    dtype, tf32 = draw.choice([("fp32", 1)] * 5 + [("bf16", 0)] * 4 + [("fp16", 0), ("fp32", 0)])
    kind = draw.choice(["dilated"] * 4 + ["transposed"] * 4 + ["strided"] * 4 + ["ordinary"] * 4 + ["grouped"])
    while True:
        window, stride, dilation = draw.choice([1, 2, 3, 3, 3, 4, 5, 5, 7, 8, 9, 11, 15, 16, 31]), 1, 1
        channels, filters = (
            (in_eights(draw, 16, 1024) if draw.random() < 0.7 else size(draw, 1, 1024)) for _ in range(2)
        )
        groups = draw.choice([2, 4, 8, 16]) if kind == "grouped" else 1
        channels, filters = -(-channels // groups) * groups, -(-filters // groups) * groups
        if kind == "dilated":
            dilation = draw.choice([2, 3, 4, 8, 9, 16, 27, 64])
        if kind in ("strided", "transposed"):
            stride = draw.choice([2, 2, 3, 4, 5, 8])
            window = draw.choice([stride, 2 * stride, window])
        elif draw.random() < 0.1:
            channels = draw.choice([1, 2, 4])
        n, side = log_uniform(draw, 1, 256), log_uniform(draw, 8, 20000)
        padding = draw.choice([dilation * (window - 1) // 2] * 3 + [0, max(0, (window - stride) // 2)])
        reach = (
            (side - 1) * stride - 2 * padding + window
            if kind == "transposed"
            else side + 2 * padding - dilation * (window - 1)
        )
        grown = stride if kind == "transposed" else 1
        flops = 2.0 * n * side * filters * channels / groups * window / (1 if grown > 1 else stride)
        if (
            reach >= 1
            and 1e6 < flops <= (2e10 if dtype == "fp32" and not tf32 else 1e11)
            and n * side * max(channels, filters * grown) <= 4e7
        ):
            break
    attributes = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups, "bias": False}
    x = Operand([n, channels, side], dtype)
    if kind == "transposed":
        w = Operand([channels, filters // groups, window], dtype)
        call = lambda t, f: F.conv_transpose1d(t, f, None, stride=stride, padding=padding, groups=groups)
    else:
        w = Operand([filters, channels // groups, window], dtype)
        call = lambda t, f: F.conv1d(t, f, None, stride, padding, dilation, groups)
    name = "conv_transpose1d" if kind == "transposed" else "conv1d"
    return Case(name, dtype, [x, w], call, dict(attributes, kind=kind), draw.choice([None, [0], [1]]), tf32)


def long_softmax(draw):
    """Softmax over rows of thousands to millions, and over a dimension that others follow."""
    dtype = precision(draw)
    op = draw.choice(["softmax", "log_softmax"])
    if draw.random() < 0.5:
        length = log_uniform(draw, 4096, 2e7)
        shape, dim = [log_uniform(draw, 1, max(1, min(4096, LARGEST / length))), length], 1
    else:
        length, behind = log_uniform(draw, 8, 2048), log_uniform(draw, 2, 20000)
        shape, dim = [log_uniform(draw, 1, max(1, LARGEST / length / behind)), length, behind], 1
    function = (lambda t: F.softmax(t, dim)) if op == "softmax" else (lambda t: F.log_softmax(t, dim))
    return Case(op, dtype, [Operand(shape, dtype)], function, {"dim": dim}, draw.choice([None, [0]]))


def one_query(draw):
    """Attention of one query to what was kept."""
    dtype, tf32 = draw.choice([("fp16", 0), ("bf16", 0), ("bf16", 0), ("fp32", 1)])
    while True:
        d, heads = draw.choice([64, 64, 128, 128, 96, 80, 256]), draw.choice([1, 4, 8, 12, 16, 32])
        shared, kv, b = draw.choice([1, 1, 4, 8]), log_uniform(draw, 16, 16384), log_uniform(draw, 1, 128)
        if heads % shared == 0 and b * heads // shared * kv * d <= LARGEST:
            break
    operands = [Operand([b, heads, 1, d], dtype)] + [Operand([b, heads // shared, kv, d], dtype) for _ in range(2)]
    groups = shared > 1
    return Case(
        "scaled_dot_product_attention",
        dtype,
        operands,
        lambda x, y, z: F.scaled_dot_product_attention(x, y, z, enable_gqa=groups),
        {"causal": False, "grouped_heads": shared, "mask": False},
        None,
        tf32,
    )


# family: (function, group of files, cases a seed and round)
NAMED_ALONE = {
    "signal_convolution": (signal_convolution, "engines", 12),
    "long_softmax": (long_softmax, "norms", 3),
    "one_query": (one_query, "products", 3),
    "thin_product": (thin_product, "products", 6),
    "convolution_engine": (convolution_engine, "engines", 12),
    "norm_pass": (norm_pass, "engines", 3),
    "resize": (resize, "engines", 1),
    "network_convolution": (network_convolution, "networks", 14),
    "long_filter_convolution": (long_filter_convolution, "networks", 14),
    "network_group_norm": (network_group_norm, "networks", 1),
}


def draw_case(family, seed, number):
    draw = random.Random("%s %d %d" % (family, seed, number))
    case = (FAMILIES.get(family) or NAMED_ALONE[family])[0](draw)
    pick = 1.0 if family in NAMED_ALONE else draw.random()
    kinds = ["cold", "warm"] if pick < 0.25 else (["cold"] if pick < 0.7 else ["warm"])
    case.family, case.seed, case.number, case.kinds = family, seed, number, kinds
    return case


def schedule(seeds, rounds):
    for r in range(rounds):
        entries = [
            (family, seed, r * count + i)
            for family, (_, _, count) in FAMILIES.items()
            for seed in seeds
            for i in range(count)
        ]
        random.Random("order %d %s" % (r, seeds)).shuffle(entries)
        yield from entries


# ---- measuring
# ------------------------------------------------------------------------------------------------------------


class Device:
    def __init__(self, name):
        self.name, self.cuda = name, name == "cuda"
        if self.cuda:
            count = FLUSH_BYTES // 4
            self.source, self.target = torch.randn(count, device=name), torch.empty(count, device=name)

    def synchronize(self):
        if self.cuda:
            torch.cuda.synchronize()

    def flush(self):
        if self.cuda:
            self.target.copy_(self.source)

    def mark(self):
        if self.cuda:
            torch.cuda._sleep(1)


def described(tensor):
    return {
        "shape": list(tensor.shape),
        "strides": list(tensor.stride()),
        "dtype": NAMES.get(tensor.dtype, str(tensor.dtype)),
    }


def prepare(case, device):
    """Makes the operands; sets case.run, the call to be measured, and case.spec."""
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = bool(case.tf32)
    if case.setup:
        tensors, case.run = case.setup(device.name)
        listed = tensors if len(tensors) <= 8 else []
    else:
        wanted = sum(math.prod(o.shape) * 4.0 for o in case.operands if o.layout[0] not in ("expanded", "scalar"))
        if wanted > LARGEST_CASE / 2:
            raise MemoryError("the operands are larger than the limit of a case")
        with torch.no_grad():
            tensors = [o.make(device.name) for o in case.operands]
        listed = tensors
        call = case.call
        if case.gradient_of is None:

            def run():
                with torch.no_grad():
                    return call(*tensors)

            case.run = run
        else:
            for i in case.gradient_of:
                tensors[i] = tensors[i].detach().requires_grad_()
            out = call(*tensors)
            out = out[0] if isinstance(out, (tuple, list)) else out
            inputs, gradient = [tensors[i] for i in case.gradient_of], torch.randn_like(out)
            case.run = lambda: torch.autograd.grad(out, inputs, gradient, retain_graph=True)
            case.attributes["gradient"] = described(gradient)
    case.spec = {"operands": [described(t) for t in listed], "attributes": case.attributes}
    if case.gradient_of is not None:
        case.spec["gradient_of"] = case.gradient_of


def warm_up(case, device):
    """First calls; repetitions that fit, most bytes allocated."""
    case.run()
    device.synchronize()
    begin = time.perf_counter()
    case.run()
    device.synchronize()
    once = time.perf_counter() - begin
    if once > LONGEST_CALL:
        raise TimeoutError("one call takes %.3f s" % once)
    case.once = once
    case.times = 12 if once < 0.02 else (10 if once < 0.05 else 5)
    peak = 0
    if device.cuda:
        torch.cuda.reset_peak_memory_stats()
        before = torch.cuda.memory_allocated()
        case.run()
        peak = torch.cuda.max_memory_allocated() - before
        if peak > LARGEST_CASE:
            raise MemoryError("one call allocates %d bytes" % peak)
    case.peak = peak


def wall(case, kind, device):
    found = []
    for _ in range(case.times - 1):
        if kind == "cold":
            device.flush()
        device.synchronize()
        begin = time.perf_counter()
        case.run()
        device.synchronize()
        found.append((time.perf_counter() - begin) * 1e6)
    return statistics.median(found)


def device_events(profiler):
    found = [
        (e.start_ns(), e.duration_ns() / 1e3, e.name())
        for e in profiler.profiler.kineto_results.events()
        if "CUDA" in str(e.device_type())
    ]
    found = [e for e in found if "Context Sync" not in e[2] and "Synchronize" not in e[2]]
    return sorted(found)


def clock():
    try:
        return torch.cuda.clock_rate()
    except Exception:
        return 0


def profile(cases, device):
    """Runs the calls of several cases under one profiler; sets case.calls[kind] = kernels of each call."""
    if not device.cuda:
        for case in cases:
            case.calls, case.clocks = {kind: [[(1.0, "cpu")]] for kind in case.kinds}, {kind: 0 for kind in case.kinds}
        return
    expected = []
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profiler:
        device.mark()
        for case in cases:
            torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = bool(case.tf32)
            case.calls, case.clocks = {}, {}
            for kind in case.kinds:
                case.run()
                for _ in range(case.times):
                    if kind == "cold":
                        device.flush()
                    device.mark()
                    case.run()
                    device.mark()
                    expected.append((case, kind))
                case.clocks[kind] = clock()
                torch.cuda.synchronize()
    pieces, current = [], None
    for _, duration, name in device_events(profiler):
        if "spin_kernel" in name:
            pieces.append(current)
            current = []
        elif current is not None:
            current.append((duration, name))
    pieces.append(current)
    # pieces[0]: before the first mark, pieces[1]: up to the first call, then call, between, call, between ...
    calls = pieces[2::2]
    if len(calls) != len(expected):
        raise RuntimeError("the profiler gave %d calls of %d" % (len(calls), len(expected)))
    for (case, kind), found in zip(expected, calls):
        case.calls.setdefault(kind, []).append(found)


def short(name, length):
    return " ".join(name.replace("void ", "", 1).split())[:length]


def row_of(case, kind):
    calls = sorted(case.calls[kind], key=lambda c: sum(k[0] for k in c))
    sums = [sum(k[0] for k in c) for c in calls]
    middle = calls[len(calls) // 2]
    longest = max(middle, default=(0, ""))
    length = 160 if case.family in NAMED_ALONE else 60
    return [
        case.seed,
        case.family,
        case.number,
        case.op,
        case.dtype,
        case.tf32,
        json.dumps(case.spec, separators=(",", ":")),
        case.mode,
        kind,
        len(middle),
        "%.3f" % statistics.median(sums),
        short(longest[1], 120),
        json.dumps([[short(n, length), round(t, 2)] for t, n in middle[: case.listed]], separators=(",", ":")),
        "%.2f" % case.walls[kind],
        case.peak,
        case.clocks[kind],
        len(calls),
    ]


class Files:
    def __init__(self, out):
        self.out, self.open = out, {}

    def write(self, name, columns, row):
        if name not in self.open:
            path = os.path.join(self.out, name)
            new = not os.path.exists(path) or os.path.getsize(path) == 0
            file = open(path, "a", newline="")
            self.open[name] = (file, csv.writer(file, lineterminator="\n"))
            if new:
                self.open[name][1].writerow(columns)
        file, writer = self.open[name]
        writer.writerow(row)
        file.flush()


class Broken(Exception):
    """The device can no longer be used by this process."""


class Session:
    def __init__(self, out, device):
        self.files, self.device, self.batch, self.held = Files(out), device, [], 0
        self.tried, self.failed, self.rows, self.spent = {}, {}, {}, {}
        self.target, self.errors = None, []

    def skip(self, case, error):
        first = (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
        self.failed[case.family] = self.failed.get(case.family, 0) + 1
        self.errors.append("%s %s: %s" % (case.family, case.op, first))
        self.files.write(
            "skipped.csv",
            ["seed", "family", "number", "op", "dtype", "mode", "error"],
            [case.seed, case.family, case.number, case.op, case.dtype, case.mode, type(error).__name__ + ": " + first],
        )
        if (
            "CUDA error" in first
            or "device-side" in first
            or "CUDNN_STATUS_EXECUTION_FAILED" in first
            or "CUBLAS_STATUS_EXECUTION_FAILED" in first
        ):
            raise Broken(first)

    def add(self, family, seed, number):
        begin = time.perf_counter()
        case = None
        self.tried[family] = self.tried.get(family, 0) + 1
        try:
            case = draw_case(family, seed, number)
            before = torch.cuda.memory_allocated() if self.device.cuda else 0
            prepare(case, self.device)
            warm_up(case, self.device)
            once = {kind: case.once * 1e6 for kind in case.kinds}
            alone = family in NAMED_ALONE
            case.walls = once if alone else {kind: wall(case, kind, self.device) for kind in case.kinds}
            case.times = min(case.times, 6) if alone else case.times
            self.batch.append(case)
            if self.device.cuda:
                self.held += torch.cuda.memory_allocated() - before
        except Exception as error:
            if case is None:
                case = Case("draw", "", [], None)
                case.family, case.seed, case.number = family, seed, number
            case.run = None
            self.skip(case, error)
        self.spent[family] = self.spent.get(family, 0) + time.perf_counter() - begin
        if len(self.batch) >= (64 if family in NAMED_ALONE else 24) or self.held > 16e9:
            self.finish()

    def finish(self):
        batch, self.batch, self.held = self.batch, [], 0
        if not batch:
            return
        try:
            profile(batch, self.device)
        except Exception as error:
            for case in batch:
                case.run = None
                self.skip(case, error)
            return
        for case in batch:
            for kind in case.kinds:
                self.files.write(self.target or "rows_%s.csv" % FAMILIES[case.family][1], COLUMNS, row_of(case, kind))
                self.rows[case.family] = self.rows.get(case.family, 0) + 1
            case.run = None
        if self.device.cuda and torch.cuda.memory_reserved() > 55e9:
            torch.cuda.empty_cache()


def machine(out):
    def ask(command):
        try:
            return subprocess.run(command, capture_output=True, text=True, timeout=20).stdout.strip()
        except Exception as error:
            return str(error)

    fields = (
        "name,driver_version,clocks.sm,clocks.mem,clocks.max.sm,clocks.max.mem,power.limit,power.max_limit,"
        "temperature.gpu,ecc.mode.current,memory.total"
    )
    values = [v.strip() for v in ask(["nvidia-smi", "--query-gpu=" + fields, "--format=csv,noheader"]).split(",")]
    model = ""
    try:
        with open("/proc/cpuinfo") as file:
            model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), "")
    except OSError:
        pass
    facts = {
        "gpu": dict(zip(fields.split(","), values)),
        "torch": torch.__version__,
        "cuda": torch.version.cuda,
        "cudnn": torch.backends.cudnn.version(),
        "python": platform.python_version(),
        "date": time.strftime("%Y-%m-%d %H:%M:%S"),
        "host_cpu": model,
        "host_cores": os.cpu_count(),
        "flush_bytes": FLUSH_BYTES,
    }
    if torch.cuda.is_available():
        p = torch.cuda.get_device_properties(0)
        facts["gpu"].update(
            multiprocessors=p.multi_processor_count, l2_bytes=p.L2_cache_size, memory_bytes=p.total_memory
        )
    with open(os.path.join(out, "machine.json"), "w") as file:
        json.dump(facts, file, indent=1)


def seed_list(text):
    found = []
    for part in text.split(","):
        low, _, high = part.partition("-")
        found += range(int(low), int(high or low) + 1)
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--seeds", default="1-8")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--repeat", type=int, default=0)
    parser.add_argument("--families", help="these alone, with commas between; those named alone are drawn no other way")
    parser.add_argument("--target", help="one file for all rows, in place of rows_<group>.csv")
    parser.add_argument("--smoke", action="store_true")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--largest", type=float, default=LARGEST)
    a = parser.parse_args()
    globals()["LARGEST"] = a.largest
    if a.families:
        chosen = {f: (FAMILIES.get(f) or NAMED_ALONE[f]) for f in a.families.split(",")}
        FAMILIES.clear()
        FAMILIES.update(chosen)
    os.makedirs(a.out, exist_ok=True)
    torch.manual_seed(1)
    seeds, device = seed_list(a.seeds), Device(a.device)
    position_path = os.path.join(a.out, "position")
    session = Session(a.out, device)
    if a.smoke:
        # two cases of each family; ends with 1 when more than a third of the families give no row
        session.target = "smoke.csv"
        try:
            for family in FAMILIES:
                for number in range(2):
                    session.add(family, 9000, number)
            session.finish()
        except Broken as error:
            print("broken:", error)
        bad = [f for f in FAMILIES if not session.rows.get(f)]
        print(
            "smoke: %d rows, %.1f s, families without a row: %s"
            % (sum(session.rows.values()), time.perf_counter() - BEGIN, bad)
        )
        for line in session.errors:
            print("  ", line)
        return 1 if 3 * len(bad) > len(FAMILIES) else 0
    if a.start == 0:
        machine(a.out)
    done, position, code = [], 0, 0
    session.target = a.target
    share = 4.0 / len(FAMILIES)
    end = a.seconds - (0.045 * a.repeat + 2 if a.repeat else 0) - 2
    try:
        for position, entry in enumerate(schedule(seeds, a.rounds)):
            if position < a.start:
                continue
            if time.perf_counter() - BEGIN > end:
                break
            if session.spent.get(entry[0], 0) > share * a.seconds:  # the time limit of a family
                continue
            with open(position_path, "w") as file:
                file.write(str(position + 1))
            session.add(*entry)
            if len(done) < a.repeat:
                done.append(entry)
        session.finish()
        session.target = "repeats.csv"
        for entry in done:
            session.add(*entry)
        session.finish()
    except Broken as error:
        print("broken:", error)
        code = 17
    print(
        "seeds %s: %d entries, %.0f s; rows: %s"
        % (a.seeds, position, time.perf_counter() - BEGIN, json.dumps(session.rows))
    )
    print(
        "  skipped: %s; seconds: %s"
        % (json.dumps(session.failed), json.dumps({k: round(v, 1) for k, v in session.spent.items()}))
    )
    return code


if __name__ == "__main__":
    sys.exit(main())
