"""Operations drawn at random (random_operations.py): norms, pooling, products, convolutions, attention, optimizers and
recurrent layers."""
import math

import torch
import torch.nn.functional as F
from random_cases import (
    Case,
    DTYPES,
    LARGEST,
    Operand,
    flop_cap,
    layout_of,
    log_uniform,
    precision,
    product_precision,
    shape_of,
    size,
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
