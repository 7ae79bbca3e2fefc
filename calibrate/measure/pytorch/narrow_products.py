#!/usr/bin/env python3
"""Products of narrow and of sparse weights as PyTorch runs them, sizes at random: x W^T, operands not in L2.

    python3 narrow_products.py OUT.csv [--seconds 100] [--seeds 1-8] [--card h200-sxm]

kind        dense: BF16 x BF16 (for comparison); int8: torch._int_mm, INT32 results; fp8: torch._scaled_mm of E4M3
            operands, one scale each, BF16 results; fp8_fast: the same with sums left in the tensor cores
            (use_fast_accum), as serving engines run it; sparse: BF16 weights of which 2 of 4 are zero (cuSPARSELt
            through torch.sparse.to_sparse_semi_structured); sparse_int8: the same of INT8 weights
m,n,k       rows of x, rows of W, columns of both
kernel_us   all kernels of the call, median of three profiled calls, each after 256 MB were written
kernels     their names, shortened
Written for PyTorch 2.11.
"""
import argparse
import csv
import random
import statistics
import time

import torch
import torch.nn.functional as F

COLUMNS = "seed,kind,m,n,k,kernel_us,kernels"
KINDS = ["dense", "int8", "fp8", "fp8_fast", "sparse", "sparse_int8"]
FLUSH = "vectorized_elementwise_kernel"


def pruned(weight):
    """Of each four weights two, by place, are zero."""
    keep = torch.tensor([1, 1, 0, 0], device=weight.device, dtype=weight.dtype)
    return weight * keep.repeat(weight.shape[0], weight.shape[1] // 4)


def product(kind, m, n, k):
    if kind in ("dense", "sparse"):
        x = torch.randn(m, k, device="cuda", dtype=torch.bfloat16)
        weight = torch.randn(n, k, device="cuda", dtype=torch.bfloat16)
        if kind == "sparse":
            weight = torch.sparse.to_sparse_semi_structured(pruned(weight))
        return lambda: F.linear(x, weight)
    if kind in ("int8", "sparse_int8"):
        x = torch.randint(-127, 127, (m, k), device="cuda", dtype=torch.int8)
        weight = torch.randint(-127, 127, (n, k), device="cuda", dtype=torch.int8)
        if kind == "int8":
            return lambda: torch._int_mm(x, weight.t())
        packed = torch._cslt_compress(pruned(weight))
        return lambda: torch._cslt_sparse_mm(packed, x.t())
    x = torch.randn(m, k, device="cuda").to(torch.float8_e4m3fn)
    weight = torch.randn(n, k, device="cuda").to(torch.float8_e4m3fn)
    one = torch.ones((), device="cuda")
    kind_of_sum = dict(out_dtype=torch.bfloat16, use_fast_accum=kind == "fp8_fast")
    return lambda: torch._scaled_mm(x, weight.t(), scale_a=one, scale_b=one, **kind_of_sum)


def measured(run, flush):
    run()
    times, names = [], ""
    for _ in range(3):
        with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profile:
            flush.fill_(1)
            run()
            torch.cuda.synchronize()
        events = [e for e in profile.events() if e.device_type == torch.autograd.DeviceType.CUDA]
        events = sorted(events, key=lambda e: e.time_range.start)
        own = [e for e in events[1:] if "Context" not in e.name and "Activity" not in e.name]
        if not events or FLUSH not in events[0].name:
            raise RuntimeError("the first kernel is not the one that empties L2: %s" % [e.name for e in events])
        times.append(sum(e.device_time for e in own))
        names = "+".join(e.name.split("(")[0][:100] for e in own)
    return statistics.median(times), names


def drawn(r):
    size = lambda low, high, multiple: max(multiple, int(2 ** r.uniform(low, high)) // multiple * multiple)
    rows = size(0, 14, 1) if r.random() < 0.5 else size(5, 14, 32)
    return rows, size(7, 14.5, 64), size(7, 14.5, 64)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--seconds", type=float, default=100)
    parser.add_argument("--seeds", default="1-8")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--card", default="h200-sxm")
    options = parser.parse_args()
    first, last = (int(s) for s in options.seeds.split("-"))
    draws = [(seed, random.Random(seed)) for seed in range(first, last + 1)]
    flush = torch.empty(64 * 1024 * 1024, device="cuda", dtype=torch.float32)
    begin, count, failed = time.time(), 0, {}
    with open(options.out, "w", newline="") as file:
        file.write("# perfmodel-raw 1 narrow_products card=%s\n" % options.card)
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS.split(","))
        while time.time() - begin < options.seconds:
            for seed, r in draws:
                m, n, k = drawn(r)
                if 2 * m * n * k > 3e12:
                    continue
                for kind in options.kinds.split(","):
                    try:
                        kernel_us, names = measured(product(kind, m, n, k), flush)
                    except Exception as error:
                        failed.setdefault(kind, str(error).splitlines()[0][:200])
                        continue
                    rows.writerow([seed, kind, m, n, k, "%.2f" % kernel_us, names])
                    count += 1
                file.flush()
        file.write("# end %d\n" % count)
    for kind, why in failed.items():
        print("not measured:", kind, why)
    print(count, "products")


if __name__ == "__main__":
    main()
