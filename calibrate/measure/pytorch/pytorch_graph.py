#!/usr/bin/env python3
"""Measures what a captured training step (CUDA graph) costs: host time of a replay, and time from replay to replay.

    python3 calibrate/measure/pytorch/pytorch_graph.py OUT.csv [--card STEM] [--cpu]

One row per network: fully connected, `layers` hidden layers, cross entropy, optimizer over lists of tensors. Host time
of
a replay: device idle before it, no wait behind it, median of 50. Period: 50 replays between two synchronizations,
median
of 7. The eager columns are the same step without a graph. Nothing on the card is changed. `--cpu` only runs the steps.
"""
import argparse
import statistics
import sys
import time

import torch

CASES = [
    (layers, hidden, batch, optimizer)
    for layers in (4, 16, 64)
    for hidden, batch in ((64, 64), (512, 256))
    for optimizer in ("sgd", "adam")
]


def make_step(layers, hidden, batch, optimizer, device):
    sizes = [2000] + [hidden] * layers
    modules = []
    for before, after in zip(sizes, sizes[1:]):
        modules += [torch.nn.Linear(before, after), torch.nn.ReLU()]
    network = torch.nn.Sequential(*modules, torch.nn.Linear(hidden, 200)).to(device)
    x = torch.randn(batch, 2000, device=device)
    y = torch.randint(200, (batch,), device=device)
    if optimizer == "adam":
        rule = torch.optim.Adam(network.parameters(), lr=1e-5, capturable=device == "cuda")
    else:
        rule = torch.optim.SGD(network.parameters(), lr=1e-5)
    loss_of = torch.nn.CrossEntropyLoss()

    def step():
        rule.zero_grad(set_to_none=True)
        loss_of(network(x), y).backward()
        rule.step()

    return step


def kernels_of(step):
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profile:
        step()
        torch.cuda.synchronize()
    events = [e for e in profile.events() if e.device_type == torch.autograd.DeviceType.CUDA]
    return len(events), sum(e.device_time for e in events)


def host_us(call, repeats=50):
    times = []
    for _ in range(repeats):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        call()
        times.append(1e6 * (time.perf_counter() - begin))
    return statistics.median(times)


def period_us(call, count=50, groups=7):
    times = []
    for _ in range(groups):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        for _ in range(count):
            call()
        torch.cuda.synchronize()
        times.append(1e6 * (time.perf_counter() - begin) / count)
    return statistics.median(times)


def measure(case):
    step = make_step(*case, "cuda")
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(5):
            step()
    torch.cuda.current_stream().wait_stream(side)
    eager = period_us(step, 20, 5)
    eager_host = host_us(step, 15)
    kernels, busy = kernels_of(step)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    for _ in range(20):
        graph.replay()
    graph_kernels, graph_busy = kernels_of(graph.replay)
    return [kernels, busy, eager, eager_host, graph_kernels, graph_busy, host_us(graph.replay), period_us(graph.replay)]


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("out")
    arguments.add_argument("--card", default="h200-sxm", help="device file of the card, without .json")
    arguments.add_argument("--cpu", action="store_true")
    options = arguments.parse_args()
    if options.cpu:
        for case in CASES[:2]:
            make_step(*case, "cpu")()
        return 0
    if not torch.cuda.is_available():
        print("no CUDA device", file=sys.stderr)
        return 3
    with open(options.out, "w") as out:
        out.write(f"# perfmodel-raw 1 pytorch_graph card={options.card}\n")
        out.write(
            "layers,hidden,batch,optimizer,eager_kernels,eager_busy_us,eager_us,eager_host_us,graph_kernels,"
            "graph_busy_us,replay_host_us,replay_us\n"
        )
        for case in CASES:
            row = list(case) + [f"{v:.6g}" for v in measure(case)]
            out.write(",".join(str(v) for v in row) + "\n")
            out.flush()
        out.write(f"# end {len(CASES)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
