#!/usr/bin/env python3
"""Training steps that wait for the host, timed beside host_speed.py's loops: what ties the loops to a step.

    PYTHONPATH=calibrate/measure/pytorch python3 calibrate/measure/host/host_steps.py --out DIR [--seconds 150]

Writes DIR/host_speed.csv, a row per round and piece of work, and DIR/host_machine.json. `what` is loop (host_speed.py)
or a network of perfmodel-plan; `us` is the time of a step in a group that ends with an idle device, `host_us` from an
idle device to the return of the step's last call. Needs PyTorch with CUDA and torchvision.
"""
import argparse
import contextlib
import csv
import datetime
import json
import os
import subprocess
import time

import torch

import host_speed
from pytorch_cases import Case
from pytorch_step import make_step, set_precision

FCNN = ((16, "fp32", "adam"), (64, "fp32", "adam"), (64, "amp_bf16", "sgd"), (16, "bf16", "sgd"))
NAMED = (
    ("resnet18", 1, "amp_bf16", "sgd", "train"),
    ("vit_b_16", 1, "tf32", "adam", "train"),
    ("resnet50", 1, "fp32", "", "infer"),
)


def fcnn_step(layers, precision, optimizer):
    """-> a step of fcnn:layers=...,hidden=64,inputs=64,outputs=16 with batch 64."""
    kind = torch.bfloat16 if precision == "bf16" else torch.float32
    sizes = [64] * (layers + 1)
    parts = []
    for inputs, outputs in zip(sizes, sizes[1:]):
        parts += [torch.nn.Linear(inputs, outputs), torch.nn.ReLU()]
    model = torch.nn.Sequential(*parts, torch.nn.Linear(64, 16)).to("cuda", kind)
    make = {"adam": torch.optim.Adam, "sgd": torch.optim.SGD}[optimizer]
    update = make(model.parameters(), lr=1e-4)
    x, y = torch.randn(64, 64, device="cuda", dtype=kind), torch.randint(0, 16, (64,), device="cuda")

    def step(marks=None):
        mixed = torch.autocast("cuda", dtype=torch.bfloat16) if precision == "amp_bf16" else contextlib.nullcontext()
        with mixed:
            loss = torch.nn.functional.cross_entropy(model(x), y)
        loss.backward()
        update.step()
        update.zero_grad(set_to_none=True)

    return step


def steps():
    """-> [(network, batch, precision, optimizer, mode, step)]"""
    made = []
    for layers, precision, optimizer in FCNN:
        network = f"fcnn:layers={layers},hidden=64,inputs=64,outputs=16"
        made.append((network, 64, precision, optimizer, "train", fcnn_step(layers, precision, optimizer)))
    for network, batch, precision, optimizer, mode in NAMED:
        case = Case(network, batch, precision, optimizer=optimizer, mode=mode)
        made.append((network, batch, precision, optimizer, mode, make_step(case)[0]))
    return made


def host_us(step):
    torch.cuda.synchronize()
    begin = time.perf_counter()
    step()
    return 1e6 * (time.perf_counter() - begin)


def write_machine(folder, stolen, seconds):
    name, clock = host_speed.processor()
    query = "name,driver_version,clocks.max.sm,power.limit"
    card = subprocess.run(
        ["nvidia-smi", f"--query-gpu={query}", "--format=csv,noheader"], capture_output=True, text=True
    )
    machine = {
        "tables": "host_speed",
        "date": datetime.date.today().isoformat(),
        "card": torch.cuda.get_device_name(),
        "card_driver_clock_power": card.stdout.strip(),
        "cpu": name,
        "clock_mhz": clock,
        "cpus": os.cpu_count(),
        "kernel": os.uname().release,
        "stolen_cpu_seconds": stolen,
        "seconds": round(seconds, 1),
        "cuda": torch.version.cuda,
        "cudnn": torch.backends.cudnn.version(),
        **host_speed.versions(),
    }
    with open(os.path.join(folder, "host_machine.json"), "w") as file:
        json.dump(machine, file, indent=2)
        file.write("\n")


def stolen_seconds():
    """Time that other guests of the machine had while this one wanted it, all processors."""
    with open("/proc/stat") as file:
        return int(file.readline().split()[8]) / os.sysconf("SC_CLK_TCK")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True, help="folder for the table and the machine's description")
    parser.add_argument("--seconds", type=float, default=150.0)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    loops, cases = host_speed.loops(host_speed.LOOPS), steps()
    nothing = ("", "", "", "")
    begin, stolen, number = time.perf_counter(), stolen_seconds(), 0
    with open(os.path.join(arguments.out, "host_speed.csv"), "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow("round,what,name,batch,precision,optimizer,mode,us,host_us".split(","))
        while time.perf_counter() - begin < arguments.seconds:
            kept = number >= 2  # the first rounds make what is made once
            rows = []
            for name, (step, wait) in loops.items():
                rows.append((number - 2, "loop", name, *nothing, round(host_speed.group_us(step, wait, 0.05), 1), ""))
            for network, batch, precision, optimizer, mode, step in cases:
                set_precision(precision)
                us = host_speed.group_us(step, torch.cuda.synchronize, 0.1)
                alone = host_us(step)
                what = ("step", network, batch, precision, optimizer, mode)
                rows.append((number - 2, *what, round(us, 1), round(alone, 1)))
            if kept:
                table.writerows(rows)
                file.flush()
            number += 1
    write_machine(arguments.out, round(stolen_seconds() - stolen, 2), time.perf_counter() - begin)


if __name__ == "__main__":
    main()
