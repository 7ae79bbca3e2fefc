"""Single PyTorch operations of kinds that random_operations.py draws seldom, and consumers of what was just written.

    python3 more_operations.py OUT --seeds 401-408 --seconds 220 [--families scattered,chain] [--smoke]

Everything but the draws is random_operations.py's: how a case is fixed, how it is measured, what is written
(rows_more.csv, skipped.csv, machine.json). Families:

    folded         unfold and fold, and their gradients
    scattered      additions and maxima into rows and elements, by how many meet: evenly, sorted, few places, by a power
    odd_convolution  filters of more than 32 taps in groups, 1 x 1 in groups over one dimension, TF32 channels that are
                   no multiple of 4, transposed volumes, one filter a sample (groups = batch x channels)
    memory         LSTM and GRU, forward as in training and backward
    scores         scores of attention: a mask added or filled in, softmax, dropout; and their gradients
    windows        products of many small matrices, as attention in windows has them, as operands lie there
    short_rows     running sums and products, sorts, largest, extremes over many short rows
    volumes        poolings and resizings of volumes
    joins          narrow pieces side by side: elements, halves and rows that others were cut from
    chain          a producer, copies of so many bytes, a consumer of what the producer wrote; each kernel is listed,
                   the consumer's are the last. Nothing is in L2 before the producer.

Families that are drawn only where --families names them:

    fourier        Fourier transforms, real and complex, of 1 to 3 dimensions; sizes of small factors and others
    complex        elementwise operations, copies and products of complex numbers
    labels         CTC loss and its gradient
    sampled        grid_sample of images and volumes and its gradients
    table_gradients  gradients of tables that many indices read: embeddings, bags, index_put that adds
    long_depthwise convolutions over one dimension, a filter of up to 129 taps for each channel
    slopes         PReLU and its gradient

Half of the cases of all families but odd_convolution, memory, long_depthwise and chain start with nothing in L2
("cold").
"""
import math
import random
import sys

import random_operations as base
import torch
import torch.nn.functional as F
from random_cases import DTYPES, Case, Operand, log_uniform, precision, size
from random_named import NETWORK_BATCHES, NETWORK_SIDES, in_eights

MOST = 4e7  # elements


def folded(draw):
    dtype, op = precision(draw), draw.choice(["unfold", "unfold", "fold"])
    while True:
        kernel = draw.choice([2, 3, 3, 3, 4, 5, 7, 9])
        stride = draw.choice([1, 1, 1, 2, kernel])
        dilation = draw.choice([1, 1, 1, 2])
        padding = draw.choice([0, dilation * (kernel - 1) // 2])
        channels, n = size(draw, 1, 512), draw.choice(NETWORK_BATCHES)
        side = draw.choice(NETWORK_SIDES) if draw.random() < 0.6 else size(draw, 4, 200)
        sides = [side, side]
        if draw.random() < 0.25:
            sides, kernels, paddings = [log_uniform(draw, 32, 4000), 1], [kernel, 1], [padding, 0]
        else:
            kernels, paddings = [kernel, kernel], [padding, padding]
        reach = [(s + 2 * p - dilation * (k - 1) - 1) // stride + 1 for s, p, k in zip(sides, paddings, kernels)]
        if min(reach) >= 1 and 1e4 < n * channels * math.prod(kernels) * math.prod(reach) <= MOST:
            break
    attributes = {"kernel": kernels, "stride": stride, "padding": paddings, "dilation": dilation, "image": sides}
    gradient = [0] if draw.random() < 0.4 else None
    if op == "unfold":
        call = lambda t: F.unfold(t, kernels, dilation, paddings, stride)
        return Case(op, dtype, [Operand([n, channels] + sides, dtype)], call, attributes, gradient)
    call = lambda t: F.fold(t, sides, kernels, dilation, paddings, stride)
    shape = [n, channels * math.prod(kernels), math.prod(reach)]
    return Case(op, dtype, [Operand(shape, dtype)], call, attributes, gradient)


def places(pattern, count, high, seed, device):
    generator = torch.Generator().manual_seed(seed)
    if pattern == "permutation":
        found = torch.randperm(max(high, count), generator=generator)[:count] % high
    elif pattern == "few":
        found = torch.randint(0, max(1, high // 50), (count,), generator=generator)
    elif pattern == "one":
        found = torch.zeros(count, dtype=torch.int64)
    elif pattern == "power":  # the first places far more often than the last
        found = (torch.rand(count, generator=generator) ** 4 * high).long().clamp_(max=high - 1)
    else:
        found = torch.randint(0, high, (count,), generator=generator)
    if pattern == "sorted":
        found = found.sort()[0]
    return found.to(device)


SCATTERED = (
    "index_add scatter_add scatter_add scatter_reduce_sum scatter_reduce_amax scatter_reduce_mean scatter "
    "index_put_accumulate index_select_backward gather_backward index_rows_backward embedding_backward "
    "index_select index_rows gather index_copy"
).split()


def scattered(draw):
    op, dtype = draw.choice(SCATTERED), draw.choice(["fp32", "fp32", "fp32", "bf16"])
    pattern = draw.choice(["uniform", "uniform", "sorted", "few", "power", "permutation", "one"])
    while True:
        width = draw.choice([1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512]) if draw.random() < 0.7 else size(draw, 1, 1000)
        rows, count = size(draw, 16, 500000), size(draw, 16, 1000000)
        if max(rows, count) * width <= MOST and count * width > 1000:
            break
    if pattern == "one" and count * width > 3e5:
        pattern = "few"
    wide = draw.random() < 0.5  # an index for every element, lying in memory; else one a row, seen again and again
    inner = draw.random() < 0.2  # along the last dimension
    seed = draw.randrange(1 << 30)

    def setup(device):
        flat = places(pattern, count, rows, seed, device)
        make = lambda n: torch.randn(*((width, n) if inner else (n, width)), device=device, dtype=DTYPES[dtype])
        dim = 1 if inner else 0
        table, source = make(rows), make(count)
        index = (flat[None] if inner else flat[:, None]).expand_as(source)
        index = index.contiguous() if wide else index
        if op.endswith("backward"):
            table.requires_grad_()
            if op.startswith("index_select"):
                out = torch.index_select(table, dim, flat)
            elif op.startswith("gather"):
                out = torch.gather(table, dim, index)
            elif op.startswith("embedding") and not inner:
                out = F.embedding(flat, table)
            else:
                out = table[:, flat] if inner else table[flat]
            return [table, source, flat], lambda: torch.autograd.grad(out, [table], source, retain_graph=True)
        call = {
            "index_add": lambda: table.index_add_(dim, flat, source),
            "index_copy": lambda: table.index_copy_(dim, flat, source),
            "scatter_add": lambda: table.scatter_add_(dim, index, source),
            "scatter": lambda: table.scatter_(dim, index, source),
            "scatter_reduce_sum": lambda: table.scatter_reduce_(dim, index, source, "sum"),
            "scatter_reduce_amax": lambda: table.scatter_reduce_(dim, index, source, "amax"),
            "scatter_reduce_mean": lambda: table.scatter_reduce_(dim, index, source, "mean"),
            "index_put_accumulate": lambda: table.index_put_(
                (slice(None), flat) if inner else (flat,), source, accumulate=True
            )
            if not inner
            else torch.ops.aten.index_put_(table, [None, flat], source, True),
            "index_select": lambda: torch.index_select(table, dim, flat),
            "index_rows": lambda: table[:, flat] if inner else table[flat],
            "gather": lambda: torch.gather(table, dim, index),
        }[op]

        def run():
            with torch.no_grad():
                return call()

        return [table, source, index if "scatter" in op or op == "gather" else flat], run

    attributes = {
        "pattern": pattern,
        "rows": rows,
        "count": count,
        "width": width,
        "along": 1 if inner else 0,
        "wide": int(wide),
    }
    case = Case(op, dtype, [], None, attributes, None, 0, setup)
    case.mode = "backward" if op.endswith("backward") else "forward"
    return case


def odd_convolution(draw):
    dtype, tf32 = draw.choice([("fp32", 1)] * 5 + [("bf16", 0)] * 4 + [("fp16", 0)])
    kind = draw.choice(
        ["long", "long", "squeezed", "squeezed", "odd", "odd", "odd", "transposed_volume", "volume", "sample"]
    )
    last = False
    while True:
        groups, stride, bias = 1, [draw.choice([1, 1, 1, 2])], False
        n = draw.choice(NETWORK_BATCHES)
        if kind == "long":
            groups = draw.choice([1, 4, 8, 16, 16, 32])
            channels = filters = groups * draw.choice([8, 16, 24, 32, 48, 64, 80])
            sides, window = [log_uniform(draw, 32, 4000)], [draw.choice([33, 48, 63, 64, 65, 96, 127, 128, 129])]
        elif kind == "squeezed":
            groups = draw.choice([2, 4, 4, 4, 8])
            channels = groups * draw.choice([48, 64, 96, 128, 192, 256])
            filters = groups * draw.choice([48, 64, 96, 128, 192, 256, 768 // groups])
            sides, window, stride = [log_uniform(draw, 16, 1024)], [draw.choice([1, 1, 1, 3])], [1]
        elif kind == "odd":
            rank = draw.choice([1, 2, 2, 2])
            channels, filters = log_uniform(draw, 3, 700), log_uniform(draw, 3, 700)
            if draw.random() < 0.5:
                channels = in_eights(draw, 16, 512)
            elif draw.random() < 0.4:
                filters = in_eights(draw, 16, 512)
            side = draw.choice(NETWORK_SIDES)
            sides, window = [side] * rank if rank == 2 else [log_uniform(draw, 64, 8000)], [
                draw.choice([1, 1, 3, 3, 3, 5])
            ] * rank
            last = rank == 2 and draw.random() < 0.3
        elif kind in ("volume", "transposed_volume"):
            channels, filters = in_eights(draw, 8, 256), in_eights(draw, 8, 256)
            side = draw.choice([4, 8, 12, 16, 24, 32, 48, 64])
            sides = [side if draw.random() < 0.6 else draw.choice([2, 4, 8, 16])] + [side, side]
            window = [draw.choice([2, 2, 4])] * 3 if kind == "transposed_volume" else [draw.choice([1, 2, 3, 3, 5])] * 3
            stride = [2] if kind == "transposed_volume" else [draw.choice([1, 1, 2])]
            n = draw.choice([1, 2, 4, 8])
        else:
            inner = in_eights(draw, 16, 512)
            groups = channels = filters = n * inner
            n, side, w = 1, draw.choice([16, 20, 22, 29, 31]), draw.choice([4, 5, 6, 7, 8])
            sides, window, stride = [side, side], [w, w], [1]
        stride = stride * len(sides) if len(stride) == 1 else stride
        padding = [0 if kind == "sample" else (w - 1) // 2 for w in window]
        area, taps, grown = math.prod(sides), math.prod(window), 8 if kind == "transposed_volume" else 1
        flops = 2.0 * n * area * filters * channels / groups * taps / (1 if grown > 1 else math.prod(stride))
        if (
            1e6 < flops <= 3e11
            and n * area * max(channels, filters * grown) <= MOST
            and all(s + 2 * p >= w for s, p, w in zip(sides, padding, window))
        ):
            break
    layout = ("channels_last",) if last else ("contiguous",)
    x = Operand([n, channels] + sides, dtype, layout)
    attributes = {"stride": stride, "padding": padding, "dilation": 1, "groups": groups, "bias": bias, "kind": kind}
    if kind == "transposed_volume":
        w = Operand([channels, filters] + window, dtype)
        call = lambda t, f: F.conv_transpose3d(t, f, None, stride=stride, padding=padding)
        name = "conv_transpose3d"
    else:
        w = Operand([filters, channels // groups] + window, dtype, layout)
        function = {1: F.conv1d, 2: F.conv2d, 3: F.conv3d}[len(sides)]
        call = lambda t, f: function(t, f, None, stride, padding, 1, groups)
        name = "conv%dd" % len(sides)
    return Case(name, dtype, [x, w], call, attributes, draw.choice([None, [0], [1]]), tf32)


def memory(draw):
    dtype, tf32 = draw.choice([("fp32", 1), ("fp32", 1), ("fp32", 0), ("fp16", 0), ("bf16", 0)])
    op, layers, both = draw.choice(["lstm", "lstm", "gru"]), draw.choice([1, 1, 2, 3]), draw.random() < 0.35
    while True:
        steps, batch = size(draw, 4, 200), size(draw, 1, 512)
        hidden = draw.choice([64, 128, 256, 320, 512, 640, 1024]) if draw.random() < 0.7 else size(draw, 16, 1024)
        width = hidden if draw.random() < 0.4 else size(draw, 16, 1024)
        if steps * batch * hidden * layers * (2 if both else 1) <= 8e6 and steps * layers * (2 if both else 1) <= 400:
            break
    backward, first = draw.random() < 0.5, draw.random() < 0.5

    def setup(device):
        kind = {"lstm": torch.nn.LSTM, "gru": torch.nn.GRU}[op]
        layer = kind(width, hidden, layers, bidirectional=both, batch_first=first)
        layer = layer.to(device=device, dtype=DTYPES[dtype])
        shape = (batch, steps, width) if first else (steps, batch, width)
        x = torch.randn(shape, device=device, dtype=DTYPES[dtype], requires_grad=True)
        inputs = [x] + list(layer.parameters())
        if not backward:
            return inputs, lambda: layer(x)[0]
        out = layer(x)[0]
        gradient = torch.randn_like(out)
        return inputs, lambda: torch.autograd.grad(out, inputs, gradient, retain_graph=True)

    attributes = {
        "layers": layers,
        "bidirectional": both,
        "steps": steps,
        "batch": batch,
        "input": width,
        "hidden": hidden,
        "batch_first": first,
    }
    case = Case(op, dtype, [], None, attributes, None, tf32, setup)
    case.mode = "backward" if backward else "forward"
    return case


def scores(draw):
    dtype = precision(draw)
    while True:
        keys = draw.choice([16, 32, 49, 64, 77, 98, 128, 144, 196, 197, 256, 384, 512, 577, 1024, 2048])
        queries = keys if draw.random() < 0.8 else draw.choice([1, 16, 49, 64, 128, 256])
        heads, n = draw.choice([1, 3, 4, 6, 8, 12, 16]), log_uniform(draw, 1, 4096)
        if 1e4 < n * heads * queries * keys <= MOST:
            break
    x = Operand([n, heads, queries, keys], dtype)
    op = draw.choice(
        "softmax scaled_softmax mask_softmax fill_softmax softmax_dropout softmax_wide bias_softmax".split()
    )
    gradient = [0] if draw.random() < 0.4 else None
    call = {
        "softmax": lambda t: torch.softmax(t, -1),
        "scaled_softmax": lambda t: torch.softmax(t * 0.125, -1),
        "mask_softmax": lambda t, m: torch.softmax(t + m, -1),
        "bias_softmax": lambda t, m: torch.softmax(t + m, -1),
        "fill_softmax": lambda t, m: torch.softmax(t.masked_fill(m, -1e4), -1),
        "softmax_dropout": lambda t: F.dropout(torch.softmax(t, -1), 0.1, True),
        "softmax_wide": lambda t: torch.softmax(t, -1, dtype=torch.float32).to(t.dtype),
    }[op]
    operands = [x]
    if op == "mask_softmax":
        operands.append(Operand([n, 1, draw.choice([1, queries]), keys], dtype))
    elif op == "bias_softmax":
        operands.append(Operand([1, heads, queries, keys], dtype))
        gradient = draw.choice([[0, 1], [1], [0]]) if gradient else None
    elif op == "fill_softmax":
        operands.append(Operand(draw.choice([[queries, keys], [n, 1, 1, keys]]), "bool", None, "bool"))
    return Case(op, dtype, operands, call, {}, gradient)


def windows(draw):
    dtype, tf32 = draw.choice(
        [("fp32", 1), ("fp32", 1), ("bf16", 0), ("bf16", 0), ("bf16", 0), ("fp16", 0), ("fp32", 0)]
    )
    while True:
        keys = draw.choice([8, 16, 27, 32, 49, 49, 64, 64, 98, 100, 128, 144, 196, 196, 197, 256, 392, 577])
        queries = keys if draw.random() < 0.75 else draw.choice([1, 7, 16, 49, 64, 100])
        d, heads = draw.choice([8, 16, 24, 32, 32, 32, 48, 64, 64, 96]), draw.choice([1, 3, 4, 6, 8, 12])
        n = log_uniform(draw, 1, 8192)
        if 1e4 < n * heads * max(queries * keys, (queries + keys) * d) <= MOST and n * heads >= 4:
            break
    lying = draw.choice(["packed", "heads", "parts"])
    part = draw.choice(["scores", "values"])

    def lie(rows, dtype):
        if lying == "packed":
            return Operand([n, heads, rows, d], dtype)
        return Operand([n, heads, rows, d], dtype, ("permuted", [0, 2, 1, 3]))

    gradient = draw.choice([None, None, [0], [1], [0, 1]])
    attributes = {"part": part, "lying": lying}
    if part == "scores":
        call = lambda q, k: q @ k.transpose(-2, -1)
        return Case("matmul", dtype, [lie(queries, dtype), lie(keys, dtype)], call, attributes, gradient, tf32)
    a = Operand([n, heads, queries, keys], dtype)
    return Case("matmul", dtype, [a, lie(keys, dtype)], torch.matmul, attributes, gradient, tf32)


def short_rows(draw):
    op = draw.choice(
        "cumsum cumsum cumsum cumprod logcumsumexp argmax argmin max_dim min_dim topk sort argsort logsumexp var std "
        "prod norm_dim normalize".split()
    )
    dtype = draw.choice(["fp32", "fp32", "bf16"])
    while True:
        row, rows, behind = log_uniform(draw, 2, 4096), size(draw, 1, 500000), 1
        if draw.random() < 0.25:
            behind = log_uniform(draw, 2, 512)
        if 1e3 < row * rows * behind <= (8e6 if "sort" in op else MOST):
            break
    shape = [rows, row, behind] if behind > 1 else [rows, row]
    if op == "cumsum" and draw.random() < 0.3:
        dtype = "int64"
    x = Operand(shape, dtype, None, "index" if dtype == "int64" else "positive", 100)
    k = min(row, draw.choice([1, 2, 5, 8, 20, 64]))
    call = {
        "topk": lambda t: torch.topk(t, k, 1),
        "max_dim": lambda t: t.max(1),
        "min_dim": lambda t: t.min(1),
        "norm_dim": lambda t: t.norm(dim=1),
        "normalize": lambda t: F.normalize(t, dim=1),
        "var": lambda t: t.var(1),
        "std": lambda t: t.std(1),
        "logsumexp": lambda t: torch.logsumexp(t, 1),
        "prod": lambda t: t.prod(1),
    }.get(op) or (lambda t: getattr(torch, op)(t, dim=1))
    smooth = op in ("cumsum", "cumprod", "logsumexp", "norm_dim", "normalize", "max_dim", "var") and dtype != "int64"
    return Case(op, dtype, [x], call, {"dim": 1, "k": k}, [0] if smooth and draw.random() < 0.4 else None)


def volumes(draw):
    dtype, op = precision(draw), draw.choice(
        ["trilinear", "trilinear", "nearest", "max", "average", "adaptive", "glu", "replicate"]
    )
    while True:
        channels, n, side = (
            size(draw, 1, 256),
            draw.choice([1, 2, 4, 8, 16]),
            draw.choice([4, 8, 12, 16, 24, 32, 48, 64]),
        )
        sides = [side if draw.random() < 0.6 else draw.choice([2, 4, 8, 16])] + [side, side]
        if 1e4 < n * channels * math.prod(sides) <= MOST / 8:
            break
    x, gradient = Operand([n, channels] + sides, dtype), [0] if draw.random() < 0.5 else None
    if op in ("trilinear", "nearest"):
        more = {"align_corners": draw.random() < 0.3} if op == "trilinear" else {}
        call = lambda t: F.interpolate(t, scale_factor=2, mode=op, **more)
    elif op == "max":
        call = lambda t: F.max_pool3d(t, 2)
    elif op == "average":
        call = lambda t: F.avg_pool3d(t, 2)
    elif op == "adaptive":
        call = lambda t: F.adaptive_avg_pool3d(t, 1)
    elif op == "glu":
        x.shape = (n, 2 * channels) + tuple(sides)
        call = lambda t: F.glu(t, 1)
    else:
        call = lambda t: F.pad(t, [1] * 6, mode="replicate")
    return Case("volume_" + op, dtype, [x], call, {}, gradient)


PRODUCERS = ("multiply", "multiply", "fill", "product", "convolution", "in_place", "softmax")
CONSUMERS = (
    "relu add_cold multiply_both gelu layer_norm softmax row_sum column_sum batch_norm transpose cat product cast "
    "product_other convolution group_norm gelu_backward layer_norm_backward relu_backward"
).split()


def joins(draw):
    """What each operand adds at a time is 1 to 64 elements, or some rows of them."""
    op, dtype = draw.choice(["stack", "cat", "cat", "cat_rows"]), draw.choice(["fp32", "fp32", "bf16"])
    count = draw.choice([2, 2, 2, 3, 4, 4, 6, 8, 12, 16])
    while True:
        rows, width = size(draw, 100, 4000000), 1 if op == "stack" else log_uniform(draw, 1, 64)
        behind = log_uniform(draw, 1, 32) if op == "cat_rows" else 1
        if 1e4 < rows * width * behind * count <= MOST:
            break
    shape = [rows] if op == "stack" else [rows, width, behind] if op == "cat_rows" else [rows, width]
    kind = draw.choice(["contiguous", "contiguous", "sliced", "one_sliced"])
    cut = ("sliced", -1, (count - 1) * shape[-1], 0)
    operands = [
        Operand(shape, dtype, cut if kind == "sliced" or (kind == "one_sliced" and i == 0) else None)
        for i in range(count)
    ]
    function, dim = (torch.stack, -1) if op == "stack" else (torch.cat, 1)
    return Case(op, dtype, operands, lambda *t: function(t, dim), {"dim": dim, "pieces": kind}, None)


def chain(draw):
    """What a consumer finds in L2, by the size of what was written and what ran between."""
    dtype, tf32 = draw.choice([("fp32", 1), ("bf16", 0), ("bf16", 0)])
    producer, consumer = draw.choice(PRODUCERS), draw.choice(CONSUMERS)
    narrow = 4 if dtype == "fp32" else 2
    wanted = math.exp(draw.uniform(math.log(3e5), math.log(2e8))) / narrow  # elements
    if draw.random() < 0.5:
        wanted = math.exp(draw.uniform(math.log(2e6), math.log(6e7))) / narrow
    between = 0.0 if draw.random() < 0.5 else math.exp(draw.uniform(math.log(1e6), math.log(6e7)))  # bytes
    width = draw.choice([64, 128, 256, 512, 768, 1024, 2048])
    image = consumer in ("batch_norm", "convolution", "group_norm") or producer == "convolution"
    side = draw.choice([7, 14, 28, 56])
    rows = max(8, int(wanted / width) // 8 * 8)
    n = max(1, int(wanted / width / side / side))

    def setup(device):
        form = DTYPES[dtype]
        new = lambda *s: torch.randn(*s, device=device, dtype=form)
        shape = (n, width, side, side) if image else (rows, width)
        source, other, target = new(*shape), new(*shape), torch.empty(shape, device=device, dtype=form)
        count = max(1, int(between / 2 / narrow))
        filler, filled = new(count), new(count)
        inner = 256
        a, w = (new(rows, inner), new(inner, width)) if not image else (None, None)
        filters = new(width, width, 1, 1) if image else None
        scale, shift = torch.ones(width, device=device, dtype=form), torch.zeros(width, device=device, dtype=form)
        full, none = torch.ones(width, device=device), torch.zeros(width, device=device)
        columns = new(width, 256)
        if consumer == "layer_norm_backward":
            _, mean, deviation = torch.ops.aten.native_layer_norm(
                other.flatten(1), [shape[1] * (side * side if image else 1)], None, None, 1e-5
            )

        def make():
            if producer == "multiply":
                return torch.mul(source, 1.5)
            if producer == "fill":
                return target.fill_(0.5)
            if producer == "in_place":
                return target.mul_(1.0)
            if producer == "softmax":
                return torch.softmax(source, 1)
            if producer == "product" and not image:
                return torch.mm(a, w)
            return F.conv2d(source, filters) if image else torch.mm(a, w)

        def use(x):
            flat = x.flatten(1)
            if consumer == "relu":
                return torch.relu(x)
            if consumer == "add_cold":
                return x + other
            if consumer == "multiply_both":
                return x * x
            if consumer == "gelu":
                return F.gelu(x)
            if consumer == "layer_norm":
                return F.layer_norm(flat, flat.shape[1:])
            if consumer == "softmax":
                return torch.softmax(x, 1)
            if consumer == "row_sum":
                return flat.sum(1)
            if consumer == "column_sum":
                return flat.sum(0)
            if consumer == "batch_norm":
                return F.batch_norm(x, None, None, full, none, True)
            if consumer == "transpose":
                return x.transpose(0, 1).contiguous()
            if consumer == "cat":
                return torch.cat([x, other], 1)
            if consumer == "cast":
                return x.to(torch.bfloat16 if dtype == "fp32" else torch.float32)
            if consumer == "product":
                return torch.mm(flat, columns) if not image else F.conv2d(x, filters)
            if consumer == "product_other":
                return torch.mm(flat.t(), flat) if not image else F.conv2d(x, filters)
            if consumer == "convolution":
                return F.conv2d(x, filters)
            if consumer == "group_norm":
                return F.group_norm(x, 8, scale, shift)
            if consumer == "gelu_backward":
                return torch.ops.aten.gelu_backward(x, other)
            if consumer == "relu_backward":
                return torch.ops.aten.threshold_backward(x, other, 0)
            return torch.ops.aten.native_layer_norm_backward(
                x.flatten(1), other.flatten(1), list(flat.shape[1:]), mean, deviation, None, None, [True, False, False]
            )

        def run():
            with torch.no_grad():
                x = make()
                if between:
                    filled.copy_(filler)
                return use(x)

        return [source], run

    attributes = {
        "producer": producer,
        "consumer": consumer,
        "between_bytes": int(between),
        "shape": [n, width, side, side] if image else [rows, width],
    }
    case = Case(producer + "_" + consumer, dtype, [], None, attributes, None, tf32, setup)
    case.starts = ["cold"]
    return case


TRANSFORMED = [
    12,
    20,
    24,
    28,
    36,
    40,
    48,
    56,
    60,
    72,
    80,
    90,
    96,
    100,
    112,
    120,
    144,
    150,
    160,
    180,
    192,
    200,
    224,
    240,
]
TRANSFORMED += [250, 288, 300, 320, 336, 360, 384, 400, 448, 480, 500, 600, 640, 720, 768, 800, 896, 960, 1000, 1200]


def transform_size(draw, most):
    """A power of two, a product of small factors, or any number."""
    while True:
        kind = draw.random()
        if kind < 0.45:
            n = 1 << draw.randint(3, 17)
        else:
            n = draw.choice(TRANSFORMED) if kind < 0.85 else log_uniform(draw, 5, 3000)
        if n <= most:
            return n


def fourier(draw):
    op = draw.choice(["rfft", "irfft", "fft", "ifft"])
    while True:
        rank = draw.choice([1, 1, 2, 2, 2, 3])
        first = transform_size(draw, {1: 131072, 2: 2048, 3: 256}[rank])
        sizes = [first if draw.random() < 0.6 else transform_size(draw, 4 * first) for _ in range(rank)]
        n, channels = log_uniform(draw, 1, 4096), draw.choice([1, 1, 3, 16, 32, 48, 64])
        if 1e4 < n * channels * math.prod(sizes) <= 1.5e7:
            break
    behind = draw.random() < 0.25 and rank == 1  # channels lie innermost
    norm = draw.choice(["backward", "backward", "ortho"])
    shape = [n] + sizes + [channels] if behind else [n, channels] + sizes
    dims = [1] if behind else list(range(2, 2 + rank))
    stored = list(shape)
    if op == "irfft":
        stored[dims[-1]] = shape[dims[-1]] // 2 + 1
    dtype = "fp32" if op == "rfft" else "complex64"

    def setup(device):
        x = torch.randn(stored, device=device, dtype=torch.float32 if op == "rfft" else torch.complex64)
        function = getattr(torch.fft, op + "n")
        more = {"s": sizes} if op == "irfft" else {}

        def run():
            with torch.no_grad():
                return function(x, dim=dims, norm=norm, **more)

        return [x], run

    return Case(op, dtype, [], None, {"sizes": sizes, "dims": dims, "norm": norm}, None, 0, setup)


def complex_numbers(draw):
    op = draw.choice("mul add mul_real conj_mul abs clone transposed slice_copy sum zeros bmm bmm modes modes".split())
    while True:
        shape = [log_uniform(draw, 1, 128), log_uniform(draw, 1, 128), size(draw, 4, 256), size(draw, 4, 256)]
        if 1e4 < math.prod(shape) <= 1.5e7:
            break
    if op in ("bmm", "modes"):
        while True:  # inner products of channels, for each frequency
            shape = [log_uniform(draw, 1, 128), draw.choice([8, 16, 24, 32, 48, 64, 96, 128])]
            shape += [draw.choice([8, 16, 32, 48, 64, 96]), size(draw, 4, 4096)]
            if 1e5 < math.prod(shape) <= 4e8 and shape[3] * max(shape[0], shape[2]) * shape[1] <= 1.5e7:
                break

    def setup(device):
        new = lambda *s: torch.randn(s, device=device, dtype=torch.complex64)
        if op == "bmm":
            a, b = new(shape[3], shape[0], shape[1]), new(shape[3], shape[1], shape[2])
            call = lambda: torch.bmm(a, b)
        elif op == "modes":
            a, b = new(shape[0], shape[1], shape[3]), new(shape[1], shape[2], shape[3])
            call = lambda: torch.einsum("bim,iom->bom", a, b)
        else:
            a = new(*shape)
            b = torch.randn(shape, device=device) if op == "mul_real" else new(*shape)
            part = shape[2] // 2 + 1
            call = {
                "mul": lambda: a * b,
                "mul_real": lambda: a * b,
                "conj_mul": lambda: a * b.conj(),
                "add": lambda: a + b,
                "abs": lambda: a.abs(),
                "clone": lambda: a.clone(),
                "transposed": lambda: a.transpose(1, 3).contiguous(),
                "slice_copy": lambda: a[:, :, :part].copy_(b[:, :, -part:]),
                "sum": lambda: a.sum((0, 2, 3)),
                "zeros": lambda: torch.zeros_like(a),
            }[op]

        def run():
            with torch.no_grad():
                return call()

        return [a, b], run

    return Case(op, "complex64", [], None, {}, None, 0, setup)


def labels(draw):
    while True:
        steps, batch = size(draw, 16, 2000), draw.choice([1, 2, 4, 8, 16, 32, 64, 128])
        classes = draw.choice([5, 28, 29, 32, 64, 80, 128, 256, 1000, 5000])
        longest = log_uniform(draw, 2, max(3, steps // 2))
        if 1e4 < steps * batch * classes <= MOST:
            break
    even, backward, mean = draw.random() < 0.5, draw.random() < 0.5, draw.random() < 0.7
    seed = draw.randrange(1 << 30)

    def setup(device):
        generator = torch.Generator().manual_seed(seed)
        logs = torch.randn(steps, batch, classes, device=device).log_softmax(2).requires_grad_(backward)
        wanted = torch.randint(1, classes, (batch, longest), generator=generator).to(device)
        lengths = [longest] * batch
        if not even:
            lengths = torch.randint(max(1, longest // 2), longest + 1, (batch,), generator=generator).tolist()
        reduction = "mean" if mean else "sum"
        call = lambda: F.ctc_loss(logs, wanted, (steps,) * batch, tuple(lengths), 0, reduction, True)
        if not backward:
            return [logs, wanted], call
        out = call()
        return [logs, wanted], lambda: torch.autograd.grad(out, [logs], retain_graph=True)

    attributes = {"steps": steps, "batch": batch, "classes": classes, "longest": longest, "even": even, "mean": mean}
    case = Case("ctc_loss", "fp32", [], None, attributes, None, 0, setup)
    case.mode = "backward" if backward else "forward"
    return case


def sampled(draw):
    rank = draw.choice([2, 2, 2, 3])
    dtype = draw.choice(["fp32", "fp32", "fp32", "bf16", "fp16"])
    method = draw.choice(["bilinear", "bilinear", "bilinear", "nearest"])
    while True:
        n, channels = log_uniform(draw, 1, 256), size(draw, 1, 256)
        side = draw.choice([4, 7, 8, 14, 16, 28, 32, 56, 64, 96, 128, 224])
        sides = [side if draw.random() < 0.7 else log_uniform(draw, 4, 200) for _ in range(rank)]
        wanted = (
            [log_uniform(draw, 1, 2000), log_uniform(draw, 1, 256)]
            if rank == 2
            else [log_uniform(draw, 1, 64) for _ in range(3)]
        )
        if draw.random() < 0.4:
            wanted = list(sides)
        places, held = n * math.prod(wanted), n * channels * math.prod(sides)
        if places > 500 and 1e4 < places * channels <= 3e7 and held <= 3e7:
            break
    near, border = draw.random() < 0.4, draw.choice(["zeros", "zeros", "border"])
    gradient = draw.choice([None, None, [0, 1], [0, 1], [0], [1]])
    gradient = [0] if gradient and method == "nearest" else gradient

    def setup(device):
        x = torch.randn([n, channels] + sides, device=device, dtype=DTYPES[dtype])
        at = torch.rand([n] + wanted + [rank], device=device) * 2.2 - 1.1
        if near:  # neighbours look at neighbours
            lines = [torch.linspace(-1, 1, w, device=device) for w in wanted]
            even = torch.stack(torch.meshgrid(*lines, indexing="ij")[::-1], -1)
            at = even + 0.05 * at
        at = at.to(DTYPES[dtype])
        if gradient is None:

            def run():
                with torch.no_grad():
                    return F.grid_sample(x, at, method, border, False)

            return [x, at], run
        inputs = [(x, at)[i].requires_grad_() for i in gradient]
        out = F.grid_sample(x, at, method, border, False)
        dy = torch.randn_like(out)
        return [x, at], lambda: torch.autograd.grad(out, inputs, dy, retain_graph=True)

    attributes = {"method": method, "border": border, "near": near, "gradient_of": gradient}
    case = Case("grid_sample", dtype, [], None, attributes, None, 0, setup)
    case.mode = "forward" if gradient is None else "backward"
    return case


def table_gradients(draw):
    op = draw.choice(["embedding", "embedding", "embedding", "bag", "index_put", "index_put_2"])
    dtype, pattern = draw.choice(["fp32", "fp32", "bf16"]), draw.choice(
        ["uniform", "uniform", "few", "power", "sorted"]
    )
    while True:
        width = (
            draw.choice([1, 2, 2, 4, 8, 16, 32, 64, 128, 256, 512, 768]) if draw.random() < 0.7 else size(draw, 1, 1000)
        )
        rows, count = size(draw, 16, 4000000), size(draw, 500, 8000000)
        if max(rows, count) * width <= MOST and count * width > 1e4:
            break
    seed = draw.randrange(1 << 30)

    def setup(device):
        flat = places(pattern, count, rows, seed, device)
        table = torch.randn(rows, width, device=device, dtype=DTYPES[dtype], requires_grad=True)
        if op == "bag":
            bags = torch.arange(0, count, 8, device=device)
            out = F.embedding_bag(flat, table, bags, mode="sum")
        elif op == "index_put_2":
            out = table.view(1, rows, width)[torch.zeros_like(flat), flat]
        else:
            out = F.embedding(flat, table) if op == "embedding" else table[flat]
        dy = torch.randn_like(out)
        return [table, flat], lambda: torch.autograd.grad(out, [table], dy, retain_graph=True)

    attributes = {"pattern": pattern, "rows": rows, "count": count, "width": width}
    case = Case(op + "_backward", dtype, [], None, attributes, None, 0, setup)
    case.mode = "backward"
    return case


def long_depthwise(draw):
    dtype, tf32 = draw.choice([("fp32", 1), ("fp32", 1), ("bf16", 0), ("bf16", 0), ("fp16", 0)])
    while True:
        channels, n = in_eights(draw, 16, 1024), draw.choice(NETWORK_BATCHES)
        length, window = log_uniform(draw, 32, 4000), draw.choice(
            [5, 7, 9, 11, 15, 17, 31, 33, 39, 51, 63, 75, 87, 129]
        )
        stride = draw.choice([1, 1, 1, 2])
        if 1e4 < n * channels * length <= 2e7 and n * channels * length * window <= 1e9:
            break
    x, w = Operand([n, channels, length], dtype), Operand([channels, 1, window], dtype)
    call = lambda t, f: F.conv1d(t, f, None, stride, window // 2, 1, channels)
    attributes = {"stride": [stride], "padding": [window // 2], "dilation": 1, "groups": channels, "bias": False}
    return Case("conv1d", dtype, [x, w], call, attributes, draw.choice([None, None, [0], [1]]), tf32)


def slopes(draw):
    """PReLU: a slope for each channel or one for all; its gradient has two results."""
    dtype = precision(draw)
    while True:
        n, channels, side = (draw.choice(NETWORK_BATCHES), in_eights(draw, 8, 1024), draw.choice(NETWORK_SIDES))
        shape = [n, channels, side, side] if draw.random() < 0.8 else [log_uniform(draw, 16, 100000), channels]
        if 1e4 < math.prod(shape) <= MOST:
            break
    x, w = Operand(shape, dtype), Operand([draw.choice([1, channels, channels])], dtype, None, "positive")
    return Case("prelu", dtype, [x, w], F.prelu, {}, draw.choice([None, [0, 1], [0, 1]]))


def half_cold(function):
    def drawn(draw):
        case = function(draw)
        case.starts = ["cold"] if draw.random() < 0.5 else ["warm"]
        return case

    return drawn


# family: (function, group of files, cases a seed and round)
MORE = {
    "folded": (half_cold(folded), "more", 2),
    "scattered": (half_cold(scattered), "more", 7),
    "odd_convolution": (odd_convolution, "more", 6),
    "memory": (memory, "more", 2),
    "scores": (half_cold(scores), "more", 3),
    "windows": (half_cold(windows), "more", 4),
    "short_rows": (half_cold(short_rows), "more", 4),
    "volumes": (half_cold(volumes), "more", 2),
    "joins": (half_cold(joins), "more", 3),
    "chain": (chain, "more", 8),
}
NAMED = {
    "fourier": (half_cold(fourier), "more", 6),
    "complex": (half_cold(complex_numbers), "more", 3),
    "labels": (half_cold(labels), "more", 4),
    "sampled": (half_cold(sampled), "more", 6),
    "table_gradients": (half_cold(table_gradients), "more", 6),
    "long_depthwise": (long_depthwise, "more", 3),
    "slopes": (half_cold(slopes), "more", 1),
}


def draw_case(family, seed, number):
    case = (MORE.get(family) or NAMED[family])[0](random.Random("%s %d %d" % (family, seed, number)))
    case.family, case.seed, case.number, case.kinds = family, seed, number, getattr(case, "starts", ["warm"])
    case.listed = 48 if family in NAMED else 12
    return case


if __name__ == "__main__":
    base.NAMED_ALONE.update(MORE, **NAMED)
    base.draw_case = draw_case
    if "--families" not in sys.argv:
        sys.argv += ["--families", ",".join(MORE)]
    sys.exit(base.main())
