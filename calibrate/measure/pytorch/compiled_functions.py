#!/usr/bin/env python3
"""What functions of single elements cost in kernels that torch.compile generates.

    python3 calibrate/measure/pytorch/compiled_functions.py OUT.csv [--seconds 105]

Each function is called 2 and 10 times in a row in one kernel over 8,388,608 elements, each result times 0.5 plus 0.1,
so that values stay in range; `fma` is that alone. us: the median of ten calls by torch.profiler. Written for PyTorch
2.11.
"""
import argparse
import csv
import sys
import time

import torch
import torch.nn.functional as F
from pytorch_networks import events_of_calls

ELEMENTS, CHAINS, CALLS = 1 << 23, (2, 10), 10
FUNCTIONS = {
    "fma": lambda x: x,
    "sin": torch.sin,
    "cos": torch.cos,
    "exp": torch.exp,
    "log": lambda x: torch.log(x.abs() + 1),
    "log1p": lambda x: torch.log1p(x.abs()),
    "sqrt": lambda x: torch.sqrt(x.abs()),
    "rsqrt": lambda x: torch.rsqrt(x.abs() + 1),
    "div": lambda x: 1.5 / (x.abs() + 1),
    "reciprocal": lambda x: torch.reciprocal(x.abs() + 1),
    "sigmoid": torch.sigmoid,
    "tanh": torch.tanh,
    "gelu": F.gelu,
    "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
    "silu": F.silu,
    "softplus": F.softplus,
    "mish": F.mish,
    "pow_2.5": lambda x: x.abs() ** 2.5,
    "pow_2": lambda x: x**2,
    "erf": torch.erf,
    "atan": torch.atan,
    "elu": F.elu,
    "hardswish": F.hardswish,
    "relu": F.relu,
    "clamp": lambda x: x.clamp(-1, 1),
    "where": lambda x: torch.where(x > 0.1, x, 0.3),
    "abs": torch.abs,
    "add_abs": lambda x: x.abs() + 1,
    "tan": torch.tan,
    "expm1": torch.expm1,
    "floor": torch.floor,
    "dropout": lambda x: F.dropout(x, 0.1),
}


def kernel_us(function, chain, x):
    def calls(y):
        for _ in range(chain):
            y = function(y) * 0.5 + 0.1
        return y

    torch._dynamo.reset()
    compiled = torch.compile(calls)
    with torch.no_grad():
        for _ in range(4):
            compiled(x)
        torch.cuda.synchronize()
        events = events_of_calls(lambda _: compiled(x), CALLS)
    times = sorted(duration for name, _, duration in events if "triton" in name)
    return times[len(times) // 2]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--seconds", type=float, default=105)
    arguments = parser.parse_args()
    begin = time.time()
    with open(arguments.out, "w", newline="") as file:
        out = csv.writer(file)
        out.writerow("function,format,elements,chain,us,sm_clock_mhz".split(","))
        for name, dtype in (("fp32", torch.float32), ("bf16", torch.bfloat16)):
            x = torch.rand(ELEMENTS, device="cuda").to(dtype)
            for function, call in FUNCTIONS.items():
                for chain in CHAINS:
                    if time.time() - begin > arguments.seconds:
                        sys.exit()
                    us = kernel_us(call, chain, x)
                    out.writerow([function, name, ELEMENTS, chain, f"{us:.2f}", torch.cuda.clock_rate()])


if __name__ == "__main__":
    main()
