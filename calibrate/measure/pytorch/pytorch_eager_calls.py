#!/usr/bin/env python3
"""Measures products, elementwise operations, softmax, layer norm and convolutions as single eager calls of PyTorch, one
call per timing and in random sizes, in the columns that `perfmodel-plan validate` reads; kernel times beside them.

    python3 calibrate/measure/pytorch/pytorch_eager_calls.py OUT SECONDS [SEED]

Files
    pytorch_products.csv     linear (with bias) and bmm, FP32 (no TF32), FP16 and BF16, sizes log-uniform: time_us of an
    eager
                             call, kernel_us by the profiler (what else the call ran included), the longest kernel
    pytorch_block_linear.csv FP16 linear layers of transformer blocks at token counts in steps of 8: kernel time
    pytorch_eager_ops.csv    elementwise operations, softmax, layer norm, convolutions, FP32: the same two times
time_us is the mean of the 5 shortest of up to 25 calls. Cases are drawn with a fixed seed, so that a cut by SECONDS is
fair.
Written for PyTorch 2.11.
"""
import csv
import json
import math
import os
import random
import sys
import time

import torch

from pytorch_networks import device_events
from pytorch_operations import single_call_us

OUT, SECONDS, SEED = sys.argv[1], float(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 20261122
BEGIN = time.perf_counter()
os.makedirs(OUT, exist_ok=True)
torch.backends.cuda.matmul.allow_tf32 = False
torch.backends.cudnn.allow_tf32 = False
CPU = not torch.cuda.is_available()
DEVICE = "cpu" if CPU else "cuda"
LIMIT_BYTES = 12e9
LIMIT_SECONDS = 0.12  # of one call, at a tenth of an H100's rate


def left(share):
    return time.perf_counter() - BEGIN < share * SECONDS


def log_uniform(draw, low, high):
    return int(round(math.exp(draw.uniform(math.log(low), math.log(high)))))


def eager_us(call):
    """Mean of the 5 shortest of up to 25 single calls."""
    if CPU:
        call()
        return 1.0
    found, spent = [], 0.0
    for i in range(25):
        found.append(single_call_us(call))
        spent += found[-1]
        if i >= 7 and spent > 1e5:
            break
    found.sort()
    return sum(found[:5]) / 5


def kernel_us(call, times):
    """(time of what a call runs on the device, median of some calls; name of the longest kernel)"""
    if CPU:
        call()
        return 1.0, "cpu"
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profiler:
        for _ in range(times):
            call()
        torch.cuda.synchronize()
    events = sorted(device_events(profiler), key=lambda event: event[1])
    if not events or len(events) % times:
        return float("nan"), "uneven"
    each = len(events) // times
    sums = sorted(sum(duration for _, _, duration in events[i : i + each]) for i in range(0, len(events), each))
    return sums[len(sums) // 2], max(events, key=lambda event: event[2])[0][:110]


def product_case(draw):
    dtype = draw.choice(("fp32", "fp32", "fp32", "fp16", "bf16"))
    if draw.random() < 0.5:
        return (
            dtype,
            "bmm",
            "NN",
            log_uniform(draw, 1, 1024),
            log_uniform(draw, 16, 1024),
            log_uniform(draw, 2, 1024),
            log_uniform(draw, 2, 1024),
        )
    step = 8 if dtype != "fp32" and draw.random() < 0.7 else 1
    n, k = (max(step, step * (log_uniform(draw, 4, 65536) // step)) for _ in range(2))
    return dtype, "linear", "NT", 1, log_uniform(draw, 4, 8192), n, k


def measure_product(dtype, op, batch, m, n, k, times):
    kind = {"fp16": torch.float16, "bf16": torch.bfloat16}.get(dtype, torch.float32)
    if op == "bmm":
        a, b = torch.randn(batch, m, k, device=DEVICE, dtype=kind), torch.randn(batch, k, n, device=DEVICE, dtype=kind)
        call = lambda: torch.bmm(a, b)
    else:
        a, b, bias = (
            torch.randn(m, k, device=DEVICE, dtype=kind),
            torch.randn(n, k, device=DEVICE, dtype=kind),
            torch.randn(n, device=DEVICE, dtype=kind),
        )
        call = lambda: torch.nn.functional.linear(a, b, bias)
    call()
    return eager_us(call), kernel_us(call, times)


def products(share):
    draw = random.Random(SEED)
    table = csv.writer(file := open(os.path.join(OUT, "pytorch_products.csv"), "w", newline=""))
    table.writerow(["op", "dtype", "layout", "batch", "m", "n", "k", "time_us", "kernel_us", "kernel"])
    while left(share):
        dtype, op, layout, batch, m, n, k = product_case(draw)
        work, size = 2.0 * batch * m * n * k, 4.0 if dtype == "fp32" else 2.0
        if batch * (m * k + k * n + m * n) * size > LIMIT_BYTES or work > LIMIT_SECONDS * (
            4e13 if dtype == "fp32" else 4e14
        ):
            continue
        try:
            eager, (kernel, name) = measure_product(dtype, op, batch, m, n, k, 3)
        except torch.cuda.OutOfMemoryError:
            torch.cuda.empty_cache()
            continue
        table.writerow([op, dtype, layout, batch, m, n, k, round(eager, 3), round(kernel, 3), name])
        file.flush()


BLOCK_LAYERS = (
    (768, 4096),
    (1536, 4096),
    (2560, 2560),
    (2560, 10240),
    (4096, 1024),
    (4096, 4096),
    (4096, 11008),
    (4096, 14336),
    (5120, 1728),
    (5120, 5120),
    (5120, 13824),
    (6144, 4096),
    (7168, 8192),
    (8192, 2048),
    (8192, 8192),
    (8192, 28672),
    (10240, 8192),
    (12288, 4096),
    (15360, 5120),
    (22016, 4096),
    (27648, 5120),
    (28672, 8192),
    (57344, 8192),
)


def block_linear(share):
    draw = random.Random(SEED + 1)
    table = csv.writer(file := open(os.path.join(OUT, "pytorch_block_linear.csv"), "w", newline=""))
    table.writerow(["dtype", "layout", "batch", "m", "n", "k", "time_us", "kernel"])
    while left(share):
        n, k = draw.choice(BLOCK_LAYERS)
        m = max(1, 8 * (log_uniform(draw, 8, 20000) // 8))
        a, b = torch.randn(m, k, device=DEVICE, dtype=torch.float16), torch.randn(
            n, k, device=DEVICE, dtype=torch.float16
        )
        call = lambda: torch.nn.functional.linear(a, b)
        call()
        us, name = kernel_us(call, 5)
        table.writerow(["fp16", "NT", 1, m, n, k, round(us, 3), name])
        file.flush()


BINARY = {"add": torch.add, "mul": torch.mul, "div": torch.div, "pow": torch.pow}
UNARY = {
    "relu": torch.relu,
    "tanh": torch.tanh,
    "gelu": torch.nn.functional.gelu,
    "softmax": lambda x: torch.softmax(x, -1),
}


def operation_case(draw):
    op = draw.choice(
        (*BINARY, *(f"{name}u" for name in BINARY), *UNARY, "softmax", "ln", "ln", "conv2d_fwd", "conv2d_fwd")
    )
    if op != "conv2d_fwd":
        return op, {"b": log_uniform(draw, 32, 16384), "h": log_uniform(draw, 32, 4096)}
    return op, {
        "n": log_uniform(draw, 1, 64),
        "c": log_uniform(draw, 3, 2048),
        "k": log_uniform(draw, 16, 2048),
        "r": draw.choice((1, 3, 3, 5, 7)),
        "hw": log_uniform(draw, 7, 112),
        "stride": draw.choice((1, 1, 2)),
    }


def operation_call(op, params):
    if op == "conv2d_fwd":
        params["pad"] = params["r"] // 2
        x, w = torch.randn(params["n"], params["c"], params["hw"], params["hw"], device=DEVICE), torch.randn(
            params["k"], params["c"], params["r"], params["r"], device=DEVICE
        )
        return lambda: torch.conv2d(x, w, None, params["stride"], params["pad"])
    x = torch.rand(params["b"], params["h"], device=DEVICE) + 0.5
    if op in BINARY:
        y = torch.rand_like(x) + 0.5
        return lambda: BINARY[op](x, y)
    if op[:-1] in BINARY:
        return lambda: BINARY[op[:-1]](x, 1.7)
    if op == "ln":
        norm = torch.nn.LayerNorm(params["h"]).to(DEVICE)
        return lambda: norm(x)
    return lambda: UNARY[op](x)


def operations(share):
    draw = random.Random(SEED + 2)
    table = csv.writer(file := open(os.path.join(OUT, "pytorch_eager_ops.csv"), "w", newline=""))
    table.writerow(["op", "params", "time_us", "kernel_us"])
    while left(share):
        op, params = operation_case(draw)
        if op == "conv2d_fwd":
            outputs = params["n"] * params["k"] * (params["hw"] / params["stride"]) ** 2
            if (
                2.0 * outputs * params["c"] * params["r"] ** 2 > 1e12
                or 4.0 * params["n"] * (params["c"] + params["k"]) * params["hw"] ** 2 > LIMIT_BYTES
            ):
                continue
        with torch.no_grad():
            call = operation_call(op, params)
            call()
            eager, (kernel, name) = eager_us(call), kernel_us(call, 3)
        if op == "conv2d_fwd":
            params["kernel"] = name
        table.writerow([op, json.dumps(params), round(eager, 3), round(kernel, 3)])
        file.flush()


products(0.45)
block_linear(0.65)
operations(0.97)
print("done in", round(time.perf_counter() - BEGIN, 1), "s", flush=True)
