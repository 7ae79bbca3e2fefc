"""What single PyTorch operations are drawn from (random_operations.py): operands, their layouts, sizes, precisions."""
import math

import torch

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
