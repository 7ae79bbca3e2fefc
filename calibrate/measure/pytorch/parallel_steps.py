#!/usr/bin/env python3
"""Measures training steps spread over the GPUs of one machine: DistributedDataParallel, FSDP2, and tensor, pipeline,
expert and context parallelism.

    python3 calibrate/measure/pytorch/parallel_steps.py --out DIR --seeds 0-5 --seconds 380
    python3 calibrate/measure/pytorch/parallel_steps.py --out DIR --gpus 4 --wide --seeds 8-15 --seconds 420
    python3 calibrate/measure/pytorch/parallel_steps.py --out DIR --other --seeds 31,33,35 --seconds 400
    python3 calibrate/measure/pytorch/parallel_steps.py --out DIR --gpus 4 --busy --no-kernels --seconds 300

Each case (parallel_cases.py) runs in one process a GPU; of fewer GPUs than there are, in several groups of processes
side by side, each for itself. The processes of a case that breaks are started again behind it. Written for PyTorch
2.11; NVLink multicast stays off.

Kernels are seen by the profiler, which stays in the process: host times of the cases behind the first are up to half
longer (data/raw/h200-sxm/parallel_after_profile.csv). --no-kernels times what waits for the host, without sums of
kernels.

Files, written row by row:
    parallel_machine.json      versions, card, driver, date
    parallel_steps.csv         one row a case: the columns of `perfmodel-plan predict step`, and what was measured
    parallel_kernels.csv       kernels of a step by name
    parallel_exchanges.csv     collectives of one step: when they ran, and for how long
    parallel_host.csv          host time of a step by operation (seeds of --detail)
    parallel_allocations.csv   the allocator's events of one step (seeds of --detail)
    parallel_calls.csv         collectives called one by one through PyTorch

Definitions, all of rank 0 where a column says no other
    step_us           median over steps of the time between device events at the end of each, sustained load
    host_us           median time from idle devices to the return of the step's last call, on rank 0
    compute_us, communication_us   sums of kernel times of one step as the profiler (CUPTI) reports them; a collective's
                      kernel waits for the other ranks, too
    busy_us           length of the union of all of these
    exposed_us        of that, what no computing kernel covers
    profiled_us       time of a step while the profiler ran
    peak_allocated_bytes, peak_reserved_bytes   over the first three steps, cuBLAS workspaces counted afresh; _1: rank 1
    peak_allocated_steady_bytes   over a later step. DDP builds its buckets anew in the second step, and the first ones
                      live until NCCL's watchdog, which wakes every 100 ms, lets go: early steps may hold both
    before_bytes      allocated before there is a network: what cases before have not given back
    built_bytes       allocated once network and wrapper are there
    device_used_bytes  everything on the card, with what the driver and NCCL hold
    held_out          1: not to be looked at when constants are fitted
    pp ... virtual_stages   further columns of `predict step`; with micro_batch, batch is that of all GPUs
    options           what no column says: schedule of a pipeline, routing to experts, kernel of attention, static graph
    step_of_1_us, step_of_2_us, step_of_all_us   of a case on one GPU, mean over steps by the host's clock, on rank 0,
                      while so many ranks work and the others sleep
    busy_ranks_us, peak_ranks_bytes, steady_ranks_bytes   of each rank, in order
"""
import argparse
import contextlib
import csv
import datetime
import gc
import json
import os
import socket
import statistics
import sys
import time
import traceback

import torch
import torch.distributed as dist

from parallel_busy_cases import busy_cases_of
from parallel_calls import collective_calls
from parallel_cases import ParallelCase, cases_of, wide_cases_of
from parallel_other_cases import other_cases_of
from parallel_spread import Meshes, local_size, make_step
from pytorch_networks import clocks, device_events, machine, probe, union_length

MEASURED = [
    "parameters",
    "own_parameters",
    "step_us",
    "step_p10_us",
    "step_p90_us",
    "steps",
    "host_us",
    "host_forward_us",
    "host_loss_us",
    "host_backward_us",
    "host_optimizer_us",
    "host_zero_us",
    "compute_us",
    "communication_us",
    "busy_us",
    "exposed_us",
    "profiled_us",
    "kernels",
    "exchanges",
    "built_bytes",
    "peak_allocated_bytes",
    "peak_allocated_steady_bytes",
    "peak_reserved_bytes",
    "device_used_bytes",
    "peak_allocated_bytes_1",
    "peak_reserved_bytes_1",
    "step_us_1",
    "sm_clock_mhz",
    "probe_before_us",
    "probe_after_us",
]
BY_RANK = ["step_of_1_us", "step_of_2_us", "step_of_all_us", "busy_ranks_us", "peak_ranks_bytes", "steady_ranks_bytes"]
NO_CASE = ParallelCase("", 0, "", "", "one")
COLUMNS = list(NO_CASE.row()) + MEASURED + list(NO_CASE.more()) + BY_RANK + ["before_bytes", "error"]
KEY = ["case", "network", "batch", "precision", "strategy"]
TABLES = {
    "steps": ["case"] + COLUMNS,
    "kernels": KEY + ["kernel", "count", "device_us"],
    "exchanges": KEY + ["kernel", "start_us", "device_us"],
    "host": KEY + ["operation", "count", "self_host_us", "host_us"],
    "allocations": KEY + ["action", "tensor", "bytes"],
    "calls": ["operation", "dtype", "gpus", "bytes", "how", "calls", "time_us", "host_us"],
}


class Tables:
    """Rows of rank 0 go to files that processes started later go on with; those of others nowhere."""

    def __init__(self, folder, rank):
        self.folder, self.rank, self.files = folder, rank, {}

    def row(self, table, *values):
        if self.rank != 0:
            return
        if table not in self.files:
            path = os.path.join(self.folder, f"parallel_{table}.csv")
            fresh = not os.path.exists(path) or os.path.getsize(path) == 0
            self.files[table] = open(path, "a", newline="")
            if fresh:
                csv.writer(self.files[table]).writerow(TABLES[table])
        csv.writer(self.files[table]).writerow(values)
        self.files[table].flush()


# --- measuring ---


class Ranks:
    """This process among those of a case."""

    def __init__(self, rank, count, patience):
        self.rank, self.count = rank, count
        self.control = dist.new_group(backend="gloo", timeout=datetime.timedelta(seconds=patience + 20))

    def each(self, value):
        """Of all ranks, in order."""
        x = [torch.zeros(1, dtype=torch.float64) for _ in range(self.count)]
        dist.all_gather(x, torch.tensor([float(value)], dtype=torch.float64), self.control)
        return [float(v[0]) for v in x]

    def together(self):
        torch.cuda.synchronize()
        dist.barrier(self.control)

    def most(self, value):
        x = torch.tensor([float(value)], dtype=torch.float64)
        dist.all_reduce(x, dist.ReduceOp.MAX, self.control)
        return float(x[0])

    def of_last(self, values):
        """Of the last rank, on every one."""
        x = torch.tensor([float(v) for v in values], dtype=torch.float64)
        dist.broadcast(x, self.count - 1, self.control)
        return x.tolist()


def clean():
    gc.collect()
    torch.cuda.synchronize()
    with contextlib.suppress(Exception):
        torch._C._cuda_clearCublasWorkspaces()
    torch.cuda.empty_cache()
    torch.cuda.reset_peak_memory_stats()


NO_KERNELS = ("FSDP", "DistributedData", "torch", "PP:", "Forward ", "Backward ")  # marks that wrappers set


def is_exchange(name):
    return name.startswith("nccl")


def kernels_of(step, ranks, host):
    """Device events of two steps, and the profiler that saw them."""
    activities = [torch.profiler.ProfilerActivity.CUDA]
    if host:
        activities.append(torch.profiler.ProfilerActivity.CPU)
    steps = 2
    ranks.together()
    with torch.profiler.profile(activities=activities) as profiler:
        begin = time.perf_counter()
        for _ in range(steps):
            step()
        torch.cuda.synchronize()
        seconds = time.perf_counter() - begin
    events = [e for e in device_events(profiler) if not e[0].startswith(NO_KERNELS)]
    return events, profiler, 1e6 * seconds / steps, steps


def timed(step, ranks, one, target):
    """Sorted times between events of sustained steps, in us."""
    slow, few = one > 0.2, target <= 0.0
    for _ in range(1 if few else max(2, min(40, int(0.4 * target / one)))):
        step()
    ranks.together()
    before = probe()
    ranks.together()
    step()
    count = 1 if few else max(4 if slow else 8, min(120, int(target / one)))
    events = [torch.cuda.Event(enable_timing=True) for _ in range(count + 1)]
    events[0].record()
    for i in range(count):
        step()
        events[i + 1].record()
    clock, _ = clocks()
    torch.cuda.synchronize()
    return sorted(1e3 * a.elapsed_time(b) for a, b in zip(events, events[1:])), clock, before


def host_alone(step, ranks, one, target):
    """Microseconds of the parts of a step on the host, from idle devices: medians, and that of the sum."""
    rows = []
    for _ in range(1 if target <= 0.0 else 3 if one > 0.2 else 6):
        ranks.together()
        marks = [time.perf_counter()]
        step(marks)
        rows.append([1e6 * (b - a) for a, b in zip(marks, marks[1:])])
    torch.cuda.synchronize()
    return statistics.median(sum(r) for r in rows), [statistics.median(r[i] for r in rows) for i in range(5)]


def side_by_side(step, ranks, one):
    """Microseconds of a step on rank 0 while it works alone, with one other rank, with all."""
    took = []
    for working in (1, min(2, ranks.count), ranks.count):
        ranks.together()
        count = max(4, min(60, int(0.15 / one)))
        begin = time.perf_counter()
        if ranks.rank < working:
            for _ in range(count):
                step()
            torch.cuda.synchronize()
        took.append(1e6 * (time.perf_counter() - begin) / count)
        ranks.together()
    return [round(t, 1) for t in took]


def measure(number, case, ranks, meshes, tables, a):
    clean()
    left = torch.cuda.memory_allocated()
    with contextlib.ExitStack() as around:
        return measured(number, case, ranks, *make_step(case, meshes, around), tables, a, left)


def measured(number, case, ranks, step, model, tables, a, left):
    target, detail = a.target, a.kernels and case.seed in a.detail
    clean()
    built = torch.cuda.memory_allocated()
    parameters = sum(p.numel() for p in model.parameters())
    own = sum(local_size(p) for p in model.parameters())
    for _ in range(3):
        step()
    torch.cuda.synchronize()
    peak, reserved = torch.cuda.max_memory_allocated(), torch.cuda.max_memory_reserved()
    free, total = torch.cuda.mem_get_info()
    ranks.together()
    time.sleep(0.25)  # until NCCL's watchdog has let go of buffers that are no longer used: DDP's first buckets
    torch.cuda.reset_peak_memory_stats()
    begin = time.perf_counter()
    step()
    torch.cuda.synchronize()
    one = ranks.most(time.perf_counter() - begin)
    steady = torch.cuda.max_memory_allocated()
    times, clock, before = timed(step, ranks, one, target)
    host, parts = host_alone(step, ranks, one, target)
    beside = side_by_side(step, ranks, one) if case.strategy == "one" and target > 0.0 else [""] * 3
    ranks.together()
    after = probe()
    found, profiler, profiled, steps = kernels_of(step, ranks, detail) if a.kernels else ([], None, 0.0, 1)
    exchanges = [e for e in found if is_exchange(e[0])]
    computing = [e for e in found if not is_exchange(e[0])]
    busy, covered = union_length(found) / steps, union_length(computing) / steps
    last = ranks.of_last([peak, reserved, statistics.median(times)])
    by_rank = [" ".join(str(int(x)) for x in ranks.each(v)) for v in (busy, peak, steady)]
    key = [number, case.network, case.batch, case.precision, case.strategy]
    tables.row(
        "steps",
        number,
        *case.row().values(),
        parameters,
        own,
        *(round(v, 2) for v in (statistics.median(times), times[len(times) // 10], times[-1 - len(times) // 10])),
        len(times),
        round(host, 1),
        *(round(p, 1) for p in parts),
        *(round(sum(e[2] for e in part) / steps, 1) for part in (computing, exchanges)),
        round(busy, 1),
        round(busy - covered, 1),
        round(profiled, 1),
        len(found) / steps,
        len(exchanges) / steps,
        built,
        peak,
        steady,
        reserved,
        total - free,
        int(last[0]),
        int(last[1]),
        round(last[2], 2),
        clock,
        before,
        after,
        *case.more().values(),
        *beside,
        *by_rank,
        left,
        "",
    )
    write_kernels(tables, key, found, exchanges, steps)
    if detail:
        for e in profiler.key_averages():
            if "CPU" in str(e.device_type) and e.self_cpu_time_total > 2.0 * steps:
                tables.row(
                    "host",
                    *key,
                    e.key[:100],
                    e.count / steps,
                    round(e.self_cpu_time_total / steps, 1),
                    round(e.cpu_time_total / steps, 1),
                )
        write_allocations(tables, key, step, ranks)
    return statistics.median(times)


def write_kernels(tables, key, found, exchanges, steps):
    sums = {}
    for name, _, duration in found:
        entry = sums.setdefault(name[:120], [0, 0.0])
        entry[0] += 1
        entry[1] += duration
    for name, (n, duration) in sorted(sums.items(), key=lambda item: -item[1][1]):
        if duration > 5.0 * steps:
            tables.row("kernels", *key, name, n / steps, round(duration / steps, 2))
    if not exchanges:
        return
    first = min(start for _, start, _ in found)
    exchanges = sorted(exchanges, key=lambda e: e[1])
    for name, start, duration in exchanges[len(exchanges) // steps :][:400]:
        tables.row("exchanges", *key, name[:60], round(start - first, 1), round(duration, 1))


def write_allocations(tables, key, step, ranks):
    ranks.together()
    torch.cuda.memory._record_memory_history(enabled="all", context=None, max_entries=100000)
    try:
        step()
        torch.cuda.synchronize()
        trace = torch.cuda.memory._snapshot()["device_traces"][torch.cuda.current_device()]
    finally:
        torch.cuda.memory._record_memory_history(enabled=None)
    living, count = {}, 0
    for event in trace:
        action = event["action"]
        if action not in ("alloc", "free_requested", "free_completed", "segment_alloc", "segment_free"):
            continue
        if action == "alloc":
            living[event["addr"]], count = count, count + 1
        short = {"alloc": "a", "free_requested": "r", "free_completed": "f"}.get(action, action)
        tables.row("allocations", *key, short, living.get(event["addr"], -1), event["size"])


def worker(rank, count, port, a, first):
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port), RANK=str(rank), WORLD_SIZE=str(count))
    os.environ.setdefault("NCCL_NVLS_ENABLE", "0")
    torch.cuda.set_device(rank)
    dist.init_process_group(
        "nccl",
        rank=rank,
        world_size=count,
        timeout=datetime.timedelta(seconds=a.patience),
        device_id=torch.device("cuda", rank),
    )
    meshes, ranks, tables = Meshes(count), Ranks(rank, count, a.patience), Tables(a.out, rank)
    if first == 0 and a.calls:
        collective_calls(ranks, lambda *row: tables.row("calls", *row))
    for number, case in enumerate(list_of_cases(a)):
        if number < first or (a.cases and number not in a.cases):
            continue
        if ranks.most(time.time()) > a.end:
            print("time is up before", number, case, flush=True)
            break
        if rank == 0:
            with open(os.path.join(a.out, "parallel_progress"), "w") as file:
                file.write(str(number))
        begin, wrong = time.perf_counter(), ""
        step_us = 0.0
        try:
            step_us = measure(number, case, ranks, meshes, tables, a)
        except Exception as error:  # one that all ranks meet; what only one meets ends the processes
            wrong = repr(error)[:300]
            if rank == 0:
                traceback.print_exc(limit=-6)
                empty = [""] * len(MEASURED), [""] * (len(BY_RANK) + 1)
                tables.row("steps", number, *case.row().values(), *empty[0], *case.more().values(), *empty[1], wrong)
            with contextlib.suppress(Exception):
                torch.cuda.synchronize()
                torch.cuda.mem_get_info()
                error = None
            if error is not None:  # the device itself is lost to this process
                os._exit(1)
        if rank == 0:
            print(
                f"{number} {case.network} b{case.batch} {case.precision} {case.strategy}: {step_us:.0f} us"
                f" ({time.perf_counter() - begin:.1f} s) {wrong[:80]}",
                flush=True,
            )
    else:
        if rank == 0:
            open(os.path.join(a.out, "parallel_done"), "w").close()
    sys.stdout.flush()
    os._exit(0)  # nothing is left to be put in order, and libraries may wait for each other at exit


def list_of_cases(a):
    if a.busy:
        return busy_cases_of(a.gpus)
    if a.other:
        return [case for seed in a.seeds for case in other_cases_of(seed, a.gpus)]
    if a.wide:
        return [case for seed in a.seeds for case in wide_cases_of(seed, a.gpus)]
    return [case for seed in a.seeds for case in cases_of(seed, a.gpus)]


def numbers(text):
    """'0-3,7' -> [0, 1, 2, 3, 7]"""
    out = []
    for part in filter(None, text.split(",")):
        low, _, high = part.partition("-")
        out += range(int(low), int(high or low) + 1)
    return out


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default=".", help="directory for the files")
    parser.add_argument("--seeds", type=numbers, default=[0, 1], help="of the cases; odd ones are held out")
    parser.add_argument("--seconds", type=float, default=380, help="stop starting cases after this long")
    parser.add_argument("--target", type=float, default=0.35, help="seconds of timed steps a case; 0: one step")
    parser.add_argument("--cases", type=numbers, default=[], help="numbers of those to run (--list); else all")
    parser.add_argument("--detail", type=numbers, default=[], help="seeds whose host time and allocations are listed")
    parser.add_argument("--no-kernels", dest="kernels", action="store_false", help="run no profiler (see above)")
    parser.add_argument("--calls", action="store_true", help="time single collectives first")
    parser.add_argument("--gpus", type=int, default=2)
    parser.add_argument("--wide", action="store_true", help="cases of all kinds of parallelism")
    parser.add_argument("--other", action="store_true", help="cases of other networks and settings")
    parser.add_argument("--busy", action="store_true", help="cases that the GPUs bound, the same whatever the seed")
    parser.add_argument("--patience", type=float, default=40, help="seconds that ranks wait for each other at most")
    parser.add_argument("--list", action="store_true", help="only say what would be measured")
    a = parser.parse_args()
    if a.list:
        for number, case in enumerate(list_of_cases(a)):
            print(number, case)
        return 0
    if torch.cuda.device_count() < a.gpus:
        print(f"{torch.cuda.device_count()} CUDA devices, {a.gpus} are asked for", file=sys.stderr)
        return 3
    a.end = time.time() + a.seconds
    os.makedirs(a.out, exist_ok=True)
    with open(os.path.join(a.out, "parallel_machine.json"), "w") as file:
        json.dump({**machine(), "nccl": ".".join(map(str, torch.cuda.nccl.version())), "gpus": a.gpus}, file, indent=2)
    progress, done = (os.path.join(a.out, f"parallel_{name}") for name in ("progress", "done"))
    context = torch.multiprocessing.get_context("spawn")
    first, tries = 0, 0
    while tries < 12 and time.time() < a.end - 15:
        port, tries = free_port(), tries + 1
        ranks = [context.Process(target=worker, args=(r, a.gpus, port, a, first)) for r in range(a.gpus)]
        for process in ranks:
            process.start()
        while all(p.exitcode is None for p in ranks) and time.time() < a.end + 40:
            time.sleep(0.5)
        time.sleep(2.0)
        broken = any(p.exitcode != 0 for p in ranks)
        for process in ranks:
            if process.exitcode is None:
                process.kill()
            process.join()
        if not broken or os.path.exists(done):
            break
        with contextlib.suppress(Exception):
            first = int(open(progress).read()) + 1
        print("a case broke; going on at", first, flush=True)
    for path in (progress, done):
        with contextlib.suppress(FileNotFoundError):
            os.remove(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
