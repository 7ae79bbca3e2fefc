#!/usr/bin/env python3
"""Peak memory of recurrent layers of random sizes, each alone: inference, forward with gradients to come, backward.

    python3 recurrent_memory.py OUT.csv [--seconds 100] [--seed 77] [--card h100-sxm5-80gb]

peak_bytes  the most that is allocated during the call beyond what was before it (the second of two calls)
kept_bytes  of that what is still there when it returns
Written for PyTorch 2.11.
"""
import argparse
import csv
import random
import time

import torch

COLUMNS = "cell,layers,bidirectional,inputs,hidden,batch,length,format,mode,batch_first,peak_bytes,kept_bytes".split(
    ","
)
FORMATS = {"fp32": torch.float32, "fp16": torch.float16, "bf16": torch.bfloat16}


def measured(cell, layers, bidirectional, inputs, hidden, batch, length, format, mode, batch_first):
    kind = FORMATS[format]
    network = getattr(torch.nn, cell.upper())(
        inputs, hidden, layers, bidirectional=bool(bidirectional), batch_first=bool(batch_first)
    ).to("cuda", kind)
    network.train(mode != "infer")
    x = torch.randn((batch, length, inputs) if batch_first else (length, batch, inputs), device="cuda", dtype=kind)
    state = torch.zeros(layers * (1 + bidirectional), batch, hidden, device="cuda", dtype=kind)
    states = (state, state.clone()) if cell == "lstm" else state
    for _ in range(2):
        torch.cuda.synchronize()
        torch.cuda.reset_peak_memory_stats()
        before = torch.cuda.memory_allocated()
        if mode == "infer":
            with torch.inference_mode():
                y, _ = network(x, states)
        else:
            x.requires_grad_(True)
            y, _ = network(x, states)
        if mode == "backward":
            gradient = torch.randn_like(y)
            torch.cuda.reset_peak_memory_stats()
            before = torch.cuda.memory_allocated()
            y.backward(gradient)
        torch.cuda.synchronize()
        bytes_of_call = torch.cuda.max_memory_allocated() - before, torch.cuda.memory_allocated() - before
        network.zero_grad()
        x.grad = None
        del y
    return bytes_of_call


def drawn(r):
    size = lambda low, high: int(2 ** r.uniform(low, high))
    cell, layers, bidirectional = r.choice(["lstm", "gru"]), r.choice([1, 1, 1, 2, 3]), int(r.random() < 0.5)
    inputs, hidden, batch, length = size(4, 10), size(4, 10), size(0, 8), size(1, 7)
    if r.random() < 0.6:
        inputs, hidden = -(-inputs // 8) * 8, -(-hidden // 8) * 8
    if r.random() < 0.5:
        batch = -(-batch // 8) * 8
    return cell, layers, bidirectional, inputs, hidden, batch, length, r.choice(list(FORMATS)), int(r.random() < 0.5)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--seconds", type=float, default=100)
    parser.add_argument("--seed", type=int, default=77)
    parser.add_argument("--card", default="h100-sxm5-80gb")
    options = parser.parse_args()
    torch.backends.cudnn.allow_tf32 = True
    r, begin = random.Random(options.seed), time.time()
    with open(options.out, "w", newline="") as file:
        file.write("# perfmodel-raw 1 recurrent_memory card=%s\n" % options.card)
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS)
        while time.time() - begin < options.seconds:
            *sizes, batch_first = drawn(r)
            if sizes[5] * sizes[6] * max(sizes[3], sizes[4]) > 3e7:
                continue
            for mode in ("infer", "forward", "backward"):
                rows.writerow([*sizes, mode, batch_first, *measured(*sizes, mode, batch_first)])


if __name__ == "__main__":
    main()
