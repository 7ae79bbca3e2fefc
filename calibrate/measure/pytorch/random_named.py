"""Operations drawn only where --families names them (random_operations.py): their cases say more of which kernel a
library takes, one gradient at a time, with sizes that networks have beside random ones."""
import math

import torch
import torch.nn.functional as F
from random_cases import Case, LARGEST, Operand, flop_cap, log_uniform, precision, product_precision, size
from random_layers import matrix


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


NETWORK_WIDTHS = [32, 48, 64, 96, 128, 160, 192, 256, 320, 384, 512, 640, 768, 1024]
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


def layer_case(draw, m, n, k, dtype, tf32):
    """A linear layer of m rows, two of three with a bias: forward, or the gradient of its input or weight."""
    op = draw.choice(["linear", "linear", "linear_no_bias"])
    operands = [Operand([m, k], dtype), Operand([n, k], dtype)] + ([Operand([n], dtype)] if op == "linear" else [])
    return Case(op, dtype, operands, F.linear, {}, draw.choice([None, None, [0], [1]]), tf32)


def layer_product(draw):
    """A linear layer of some width over many rows, or one of its gradients."""
    dtype, tf32 = draw.choice([("bf16", 0)] * 4 + [("fp16", 0)] * 2 + [("fp32", 1)] * 2 + [("fp32", 0)])
    width = lambda: draw.choice(NETWORK_WIDTHS) if draw.random() < 0.6 else in_eights(draw, 8, 1536)
    while True:
        m, n, k = log_uniform(draw, 512, 400000), width(), width()
        if max(m * n, m * k) <= 1.5e8 and 2.0 * m * n * k <= flop_cap(dtype, tf32):
            break
    return layer_case(draw, m, n, k, dtype, tf32)


def network_product(draw):
    """The same over samples of so many tokens or places each."""
    dtype, tf32 = draw.choice([("bf16", 0)] * 4 + [("fp16", 0)] * 2 + [("fp32", 1)] * 2)
    width = lambda: draw.choice(NETWORK_WIDTHS) if draw.random() < 0.8 else in_eights(draw, 8, 2048)
    while True:
        tokens = draw.choice([1, 16, 32, 49, 64, 77, 128, 196, 197, 256, 512, 784, 1024, 2048, 3136])
        m, n, k = draw.choice([1, 2, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 1024, 4096]) * tokens, width(), width()
        if 512 <= m <= 400000 and max(m * n, m * k) <= 1.5e8 and 2.0 * m * n * k <= flop_cap(dtype, tf32):
            break
    return layer_case(draw, m, n, k, dtype, tf32)


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
