#!/usr/bin/env python3
"""Steps under torch.compile, kernel by kernel: networks of recorded_networks.py and some that the planner can name.

    python3 compiled_steps.py OUT [--only NAME,...] [--seconds 400] [--framework compile]

Files under OUT
    steps.csv     one row per network and framework: recorded_networks.py's columns; the loss is compiled with the
                  network (forward pass and loss are one function), the optimizer is not
    kernels.csv   kernels of one step in the order of their starts: index, name, microseconds
    errors.csv    what raised
    machine.json  card, versions, clocks

`dense`, `normed`, `attending` and `convolved` are networks whose steps wait for the host: measure them eager and
compiled, in turn on one machine (--framework eager,compile,compile_graph). Written for PyTorch 2.11.
"""
import argparse
import csv
import os
import sys
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from recorded_networks import COLUMNS, fresh, kinds_of, machine, networks, timed_calls  # noqa: E402
from step_loops import cast_of, plain_step  # noqa: E402
from turns import Turn, compiled_runs_take  # noqa: E402

MODES = {"compile": "default", "compile_graph": "reduce-overhead"}


def named(name):
    """Networks that the planner has a name for: (how to build, batch)."""
    from unnamed_networks import language, torchvision_images

    return {
        "gpt2": (language("GPT2Config", "GPT2LMHeadModel", 1024), 8),
        "resnet50": (torchvision_images("resnet50"), 128),
        "vit_b_16": (torchvision_images("vit_b_16"), 64),
        "mobilenet_v2": (torchvision_images("mobilenet_v2"), 64),
        "bert": (language("BertConfig", "BertForMaskedLM", 512), 16),
    }.get(name)


def small(name):
    """Networks whose kernels take less time than the host needs for them."""
    import torch
    import torch.nn as nn
    from unnamed_networks import WithLabels, classes

    def dense(batch, depth=16, width=128):
        layers = []
        for _ in range(depth):
            layers += [nn.Linear(width, width), nn.ReLU()]
        body = nn.Sequential(*layers, nn.Linear(width, 10))
        return WithLabels(body), (torch.randn(batch, width), torch.randint(0, 10, (batch,))), classes

    def normed(batch, depth=8, width=128):
        layers = []
        for _ in range(depth):
            layers += [nn.Linear(width, width), nn.LayerNorm(width), nn.GELU(), nn.Dropout(0.1)]
        body = nn.Sequential(*layers, nn.Linear(width, 10))
        return WithLabels(body), (torch.randn(batch, width), torch.randint(0, 10, (batch,))), classes

    def attending(batch, depth=4, width=128):
        layer = nn.TransformerEncoderLayer(width, 4, 4 * width, batch_first=True)

        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.body, self.head = nn.TransformerEncoder(layer, depth, enable_nested_tensor=False), nn.Linear(
                    width, 10
                )

            def forward(self, x):
                return self.head(self.body(x).mean(1))

        return WithLabels(Net()), (torch.randn(batch, 32, width), torch.randint(0, 10, (batch,))), classes

    def convolved(batch, depth=8, width=32):
        layers, last = [], 3
        for _ in range(depth):
            layers += [nn.Conv2d(last, width, 3, padding=1), nn.BatchNorm2d(width), nn.ReLU()]
            last = width
        body = nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(width, 10))
        return WithLabels(body), (torch.randn(batch, 3, 16, 16), torch.randint(0, 10, (batch,))), classes

    made = {"dense": dense, "normed": normed, "attending": attending, "convolved": convolved}.get(name)
    return made and (made, 8)


def found(name):
    """(how to build, batch of a training step)"""
    known = named(name) or small(name)
    if known:
        return known
    make, (_, large) = networks()[name]
    return make, large


def step_of(network, loss_of, precision, framework, fused):
    """Forward pass and loss as one compiled function, trained by AdamW or, where the network brings one, its recipe."""
    import torch

    base = framework.partition(":")[0]
    if hasattr(network, "recipe"):
        wrap = (lambda forward: torch.compile(forward, mode=MODES[base])) if base != "eager" else None
        return network.recipe.training(network, loss_of, precision, wrap)
    cast = cast_of(precision)
    optimizer = torch.optim.AdamW(network.parameters(), lr=1e-5, **({"fused": True} if fused else {}))

    def forward(*inputs):
        with cast():
            return loss_of(network(*inputs), inputs)

    if base != "eager":
        forward = torch.compile(forward, mode=MODES[base])
    return plain_step(forward, optimizer)


def kernels_of(step, inputs, count=3):
    """Time of all kernels, time in which one runs, and the last of `count` steps' kernels in order."""
    import torch
    from pytorch_networks import device_events, union_length
    from torch.profiler import ProfilerActivity, profile

    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as profiler:
        for _ in range(count):
            step(*inputs)
        torch.cuda.synchronize()
    events = sorted(device_events(profiler), key=lambda e: e[1])
    last = events[len(events) - len(events) // count :]
    return sum(e[2] for e in events) / count, union_length(events) / count, len(events) / count, last


def measure_one(name, precision, framework, kernels, turn):
    import torch

    fresh()
    before = torch.cuda.memory_allocated()
    precision = precision or dict(kinds_of(name))["train"]
    make, batch = found(name)
    with torch.device("cuda"):
        network, inputs, loss_of = make(batch)
    network, inputs = network.cuda().train(), tuple(t.cuda() for t in inputs)
    torch._dynamo.reset()
    step = step_of(network, loss_of, precision, framework, framework.endswith("fused"))
    begin = time.time()
    for _ in range(4):
        step(*inputs)
    torch.cuda.synchronize()
    print(f"    first steps {time.time() - begin:.0f} s, {turn.count} turns", flush=True)
    with turn:
        return timed(step, inputs, network, before, [name, precision, framework, batch], kernels)


def timed(step, inputs, network, before, what, kernels):
    import torch

    name, precision, framework, batch = what
    fresh()
    for _ in range(3):
        step(*inputs)
    torch.cuda.synchronize()
    peaks = torch.cuda.max_memory_allocated() - before, torch.cuda.max_memory_reserved()
    host, end, clock = timed_calls(step, inputs, 7, 16)
    device, busy, number, last = kernels_of(step, inputs)
    word = "adamw:fused" if framework.endswith("fused") else "adamw"
    word = network.optimizer_word if hasattr(network, "recipe") else word
    key = [name, "train", precision, word, framework, batch]
    for i, (kernel, _, duration) in enumerate(last):
        kernels.writerow([name, precision, framework, i, kernel[:110], f"{duration:.2f}"])
    parameters = sum(p.numel() for p in network.parameters())
    times = [f"{device:.2f}", f"{busy:.2f}", f"{number:.1f}", f"{end:.2f}", f"{host:.2f}"]
    return [*key, parameters, *times, *peaks, clock]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--only", default="gpt2,resnet50")
    parser.add_argument("--precision", default="amp_bf16", help="own: the one that the network's recipe names")
    parser.add_argument("--framework", default="compile")
    parser.add_argument("--seconds", type=float, default=400)
    parser.add_argument("--tag", default="")
    parser.add_argument("--turns", default="", help="a file, locked while a step runs (turns.py)")
    options = parser.parse_args()
    import json

    os.makedirs(options.out, exist_ok=True)
    with open(os.path.join(options.out, "machine.json"), "w") as file:
        json.dump(machine(), file, indent=1)
    opened = {
        n: open(os.path.join(options.out, n + options.tag + ".csv"), "w", newline="")
        for n in ("steps", "kernels", "errors")
    }
    steps, kernels, errors = (csv.writer(f) for f in opened.values())
    steps.writerow(COLUMNS)
    kernels.writerow("network,precision,framework,index,kernel,us".split(","))
    turn = Turn(options.turns)
    if options.turns:
        compiled_runs_take(turn)
    begin = time.time()
    for name in options.only.split(","):
        for framework in options.framework.split(","):
            if time.time() - begin > options.seconds:
                continue
            try:
                precision = "" if options.precision == "own" else options.precision
                row = measure_one(name, precision, framework, kernels, turn)
                steps.writerow(row)
                print(*row[:1], row[4], *row[7:14], f"{time.time() - begin:.0f} s", flush=True)
            except BaseException:
                text = traceback.format_exc()[-1500:]
                errors.writerow([name, framework, text])
                print(name, framework, text.strip().splitlines()[-1], flush=True)
            for file in opened.values():
                file.flush()


if __name__ == "__main__":
    main()
