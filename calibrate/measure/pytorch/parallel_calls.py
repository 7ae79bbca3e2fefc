#!/usr/bin/env python3
"""Collectives called through PyTorch, each alone: back to back on a stream, and in a CUDA graph, where no host is
waited for.

    torchrun --nproc-per-node 4 calibrate/measure/pytorch/parallel_calls.py --out DIR [--ranks 2,4]

Writes parallel_calls.csv: `bytes` is the whole buffer of one card, `time_us` of one call on the first card, `host_us`
the host's part of it. NVLink multicast stays off.
"""
import argparse
import csv
import datetime
import os
import statistics
import time

import torch
import torch.distributed as dist

COLUMNS = ["operation", "dtype", "gpus", "bytes", "how", "calls", "time_us", "host_us"]


def calls_of(size, kind, ranks, group):
    """Name -> call on buffers of `size` bytes. Sends go from each even rank to the next."""
    elements = size // torch.empty(0, dtype=kind).element_size()
    whole, other = (torch.zeros(elements, dtype=kind, device="cuda") for _ in range(2))
    part = torch.zeros(elements // ranks, dtype=kind, device="cuda")
    first, rank = dist.get_global_rank(group, 0), dist.get_rank(group)
    own = dist.get_rank()

    def send():
        if rank % 2 == 1:
            dist.recv(whole, src=own - 1, group=group)
        elif rank + 1 < ranks:
            dist.send(whole, dst=own + 1, group=group)

    return {
        "all_reduce": lambda: dist.all_reduce(whole, group=group),
        "all_gather": lambda: dist.all_gather_into_tensor(whole, part, group=group),
        "reduce_scatter": lambda: dist.reduce_scatter_tensor(part, whole, group=group),
        "all_to_all": lambda: dist.all_to_all_single(other, whole, group=group),
        "broadcast": lambda: dist.broadcast(whole, src=first, group=group),
        "send": send,
    }


def on_stream(call, repeats):
    """Microseconds of one call by device events, and of the host alone."""
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    call()
    begin.record()
    start = time.perf_counter()
    for _ in range(repeats):
        call()
    host = 1e6 * (time.perf_counter() - start) / repeats
    end.record()
    torch.cuda.synchronize()
    return 1e3 * begin.elapsed_time(end) / repeats, host


def in_graph(call, repeats, together):
    """The middle of five replays of `repeats` calls."""
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, capture_error_mode="thread_local"):
        for _ in range(repeats):
            call()
    graph.replay()
    times = []
    for _ in range(5):
        together()
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        graph.replay()
        end.record()
        torch.cuda.synchronize()
        times.append(1e3 * begin.elapsed_time(end) / repeats)
    return statistics.median(times)


def collective_calls(ranks, write, group=None, sizes=tuple(1024 * 8**i for i in range(7)), graphs=False):
    """`ranks.together()` waits for all; `write` takes a row of COLUMNS."""
    group = group or dist.group.WORLD
    for kind in (torch.float16,) if graphs else (torch.float16, torch.float32):
        name_of = str(kind).split(".")[-1]
        for size in sizes:
            for name, call in calls_of(size, kind, ranks.count, group).items():
                repeats = 30 if size < 2**26 else 8
                for _ in range(3):
                    call()
                ranks.together()
                took, host = on_stream(call, repeats)
                write(name, name_of, ranks.count, size, "stream", repeats, round(took, 2), round(host, 2))
                if graphs:
                    took = in_graph(call, repeats, ranks.together)
                    write(name, name_of, ranks.count, size, "graph", repeats, round(took, 2), "")
            torch.cuda.empty_cache()


class Together:
    """The first `count` processes, which wait for each other through gloo."""

    def __init__(self, count):
        self.count = count
        self.group = dist.new_group(list(range(count)))
        self.control = dist.new_group(list(range(count)), backend="gloo")

    def together(self):
        torch.cuda.synchronize()
        dist.barrier(self.control)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default=".")
    parser.add_argument("--ranks", default="2,4", help="how many of the processes take part, in turns")
    parser.add_argument("--most", type=int, default=2**30, help="bytes of the largest buffer")
    a = parser.parse_args()
    os.environ.setdefault("NCCL_NVLS_ENABLE", "0")
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    device = torch.device("cuda", torch.cuda.current_device())
    dist.init_process_group("nccl", timeout=datetime.timedelta(seconds=60), device_id=device)
    rank = dist.get_rank()
    os.makedirs(a.out, exist_ok=True)
    file = open(os.path.join(a.out, "parallel_calls.csv") if rank == 0 else os.devnull, "w", newline="")
    csv.writer(file).writerow(COLUMNS)

    def write(*row):
        csv.writer(file).writerow(row)
        file.flush()

    everyone = dist.new_group(backend="gloo")
    sizes = [size for size in (1024 * 4**i for i in range(12)) if size <= a.most]
    for count in (int(n) for n in a.ranks.split(",")):
        taking = Together(count)
        if rank < count:
            collective_calls(taking, write, taking.group, sizes, graphs=True)
        dist.barrier(everyone)  # those that take no part must not wait on the GPU
    os._exit(0)  # nothing is left to be put in order, and libraries may wait for each other at exit


if __name__ == "__main__":
    main()
