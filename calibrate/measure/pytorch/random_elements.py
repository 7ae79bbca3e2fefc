"""Operations drawn at random (random_operations.py): single elements, moves, indexing, losses, reductions, softmax."""
import math

import torch
import torch.nn.functional as F
from random_cases import (
    Case,
    DTYPES,
    LARGEST,
    Operand,
    layout_of,
    log_uniform,
    not_scalar,
    precision,
    shape_of,
    size,
)

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
