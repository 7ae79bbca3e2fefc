#!/usr/bin/env python3
"""PyTorch's memory-efficient attention in 16 bits, sizes at random: kernels of the forward and the backward pass.

    python3 efficient_attention.py OUT.csv [--seconds 100] [--seeds 1-8] [--card h100-sxm5-80gb]

It is what runs where scores get a bias that is learned, too: cuDNN and FlashAttention do not make its gradient.

bias        none; shared: one of (1, heads, queries, keys); each: one for each sample. learned: its gradient is made
forward_us, backward_us   the kernel of that name alone, median of three profiled calls; backward_all_us: all kernels
Written for PyTorch 2.11.
"""
import argparse
import csv
import random
import statistics
import time

import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

COLUMNS = "seed,format,batch,heads,queries,keys,head_size,causal,bias,learned,forward_us,backward_us,backward_all_us"
FORMATS = {"fp16": torch.float16, "bf16": torch.bfloat16}


def kernels(run):
    times = []
    for _ in range(3):
        with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profile:
            run()
            torch.cuda.synchronize()
        events = [e for e in profile.events() if e.device_type == torch.autograd.DeviceType.CUDA]
        own = sum(e.device_time for e in events if "fmha_cutlass" in e.name)
        times.append((own, sum(e.device_time for e in events)))
    return [statistics.median(t) for t in zip(*times)]


def measured(format, batch, heads, queries, keys, head_size, causal, bias, learned):
    kind = FORMATS[format]
    made = lambda n: torch.randn(batch, n, heads, head_size, device="cuda", dtype=kind).transpose(1, 2)
    q, k, v = (t.detach().requires_grad_(True) for t in (made(queries), made(keys), made(keys)))
    mask = None
    if bias != "none":
        shape = (1 if bias == "shared" else batch, heads, queries, keys)
        whole = torch.randn(*shape[:3], -(-keys // 8) * 8, device="cuda", dtype=kind)[..., :keys]
        mask = whole.detach().requires_grad_(bool(learned)).expand(batch, -1, -1, -1)
    with sdpa_kernel(SDPBackend.EFFICIENT_ATTENTION):
        call = lambda: F.scaled_dot_product_attention(q, k, v, mask, is_causal=bool(causal))
        gradient = torch.randn_like(call())
        call().backward(gradient)
        forward = kernels(call)[0]
        outputs = [call() for _ in range(3)]
        backward = kernels(lambda: outputs.pop().backward(gradient))
    return forward, *backward


def drawn(r):
    size = lambda low, high: max(1, int(2 ** r.uniform(low, high)))
    queries = size(4, 11)
    keys = queries if r.random() < 0.7 else size(4, 11)
    bias = r.choice(["none", "shared", "each"])
    causal = int(bias == "none" and queries == keys and r.random() < 0.4)
    head_size = r.choice([16, 24, 32, 40, 48, 64, 64, 64, 80, 96, 128, 128, 160, 256])
    learned = int(bias != "none" and r.random() < 0.6)
    return size(0, 7), size(0, 5), queries, keys, head_size, causal, bias, learned


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--seconds", type=float, default=100)
    parser.add_argument("--seeds", default="1-8")
    parser.add_argument("--card", default="h100-sxm5-80gb")
    options = parser.parse_args()
    first, last = (int(s) for s in options.seeds.split("-"))
    draws = [(seed, random.Random(seed)) for seed in range(first, last + 1)]
    begin, count = time.time(), 0
    with open(options.out, "w", newline="") as file:
        file.write("# perfmodel-raw 1 efficient_attention card=%s\n" % options.card)
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS.split(","))
        while time.time() - begin < options.seconds:
            for seed, r in draws:
                case = (r.choice(list(FORMATS)), *drawn(r))
                format, batch, heads, queries, keys, head_size = case[:6]
                elements = batch * heads * head_size * max(queries, keys)
                if max(elements, batch * heads * queries * keys) > 2e8 or elements < 3e4:
                    continue
                rows.writerow([seed, *case, *("%.2f" % t for t in measured(*case))])
                count += 1
        file.write("# end %d\n" % count)


if __name__ == "__main__":
    main()
