#!/usr/bin/env python3
"""Linear layers by what ran before them.

    python3 calibrate/measure/pytorch/layer_states.py OUT.csv

60 layers in 16 bits, drawn by a seed, each: warm (called again and again on the same tensors), written (its input was
written by the kernel before), rotating (three inputs in turn), cold (behind a copy of 192 MB). kernel_us: the median
of eight calls by torch.profiler, without the kernel before. Written for PyTorch 2.11.
"""
import csv
import math
import random
import sys

import torch
import torch.nn.functional as F
from pytorch_networks import events_of_calls

WIDTHS = [32, 64, 96, 128, 192, 256, 320, 384, 512, 768, 1024]
FORMATS = {"bf16": torch.bfloat16, "fp16": torch.float16}
CALLS = 8


def cases(count=60, seed=5):
    draw, found = random.Random(seed), []
    while len(found) < count:
        m, n, k = int(2 ** draw.uniform(11, 18.3)), draw.choice(WIDTHS), draw.choice(WIDTHS)
        if max(m * n, m * k) <= 1.2e8 and 2.0 * m * n * k < 3e11:
            found.append((m, n, k, draw.random() < 0.6, draw.choice(["bf16", "fp16", "bf16"])))
    return found


def states(inputs, layer, source, target):
    yield "warm", lambda i: layer(inputs[0])
    yield "written", lambda i: layer(inputs[0].relu_())
    yield "rotating", lambda i: layer(inputs[i % len(inputs)])
    yield "cold", lambda i: (target.copy_(source), layer(inputs[0]))


def layer_kernels(call):
    """-> us of the layer's kernels in one call, the longest one's name"""
    for i in range(3):
        call(i)
    torch.cuda.synchronize()
    found = {}
    for name, _, duration in events_of_calls(call, CALLS):
        if not any(word in name for word in ("elementwise", "Memcpy")):  # what ran before
            found.setdefault(name, []).append(duration)
    us = sum(sorted(times)[len(times) // 2] * round(len(times) / CALLS) for times in found.values())
    return us, max(found, key=lambda name: sum(found[name]), default="")


def main():
    source = torch.randn(48 << 20, device="cuda")
    target = torch.empty_like(source)
    with open(sys.argv[1], "w", newline="") as file, torch.no_grad():
        out = csv.writer(file)
        out.writerow("dtype,m,n,k,bias,state,kernel_us,kernel".split(","))
        for m, n, k, with_bias, dtype in cases():
            how = {"device": "cuda", "dtype": FORMATS[dtype]}
            inputs = [torch.randn(m, k, **how) for _ in range(3)]
            weight = torch.randn(n, k, **how) / math.sqrt(k)
            bias = torch.randn(n, **how) if with_bias else None
            for state, call in states(inputs, lambda x: F.linear(x, weight, bias), source, target):
                us, kernel = layer_kernels(call)
                out.writerow([dtype, m, n, k, int(with_bias), state, f"{us:.2f}", kernel[:90].replace(",", ";")])


if __name__ == "__main__":
    main()
