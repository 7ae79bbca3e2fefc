#!/usr/bin/env python3
"""Measures networks under PyTorch eager: step time, device-busy time, host time, memory counters, cost per operation.

Weights are random and configurations are built in code: nothing is downloaded. Written for PyTorch 2.11, torchvision
0.26 and
transformers 5.17; the machine file records what it really ran with.

    python3 calibrate/measure/pytorch/pytorch_networks.py --out DIR --part 1 --seconds 280

Files, written row by row so that an interrupted run keeps what it measured:
    pytorch_machine_<part>.json      versions, card, driver, date
    pytorch_networks_<part>.csv      one row per configuration
    pytorch_host_<part>.csv          host cost of eager operations on a device with nothing to do
    pytorch_ops_<part>.csv           per configuration: operation, input shapes, count, host and device time of one step
    pytorch_kernels_<part>.csv       per configuration: kernel name, count, time of one step
    pytorch_allocations_<part>.csv   per configuration: the caching allocator's events of one steady step

Definitions
    step_us     median over steps of the time between device events at the end of each step, sustained load
    device_us   sum of kernel, copy and fill times of one step as the profiler (CUPTI) reports them, in a separate pass
    busy_us     length of the union of those intervals
    host_us     median time from an idle device to the return of the step's last call (nothing waits for the device,
    except
                where a gradient scaler does)
    peak_allocated_bytes   torch.cuda.max_memory_allocated over the first three steps, cuBLAS workspaces counted afresh;
    from part 11 on with a
                gradient scaler over the first ten, as it skips those that overflow, and so the optimizer's state comes
                late
    probe_...   time of 300 small operations on an idle device right before and after the timed steps: how fast the host
    is just then
    held_out    1: not to be looked at when constants are fitted
"""
import argparse
import contextlib
import csv
import datetime
import gc
import json
import os
import platform
import statistics
import subprocess
import sys
import time
import traceback

import torch

from pytorch_cases import cases
from pytorch_host_costs import host_costs
from pytorch_step import DEVICE, make_step, set_precision


def clean():
    gc.collect()
    torch.cuda.synchronize()
    with contextlib.suppress(Exception):
        torch._C._cuda_clearCublasWorkspaces()
    torch.cuda.empty_cache()
    torch.cuda.reset_peak_memory_stats()


def device_events(profiler):
    """(name, start in us, duration in us) of everything that ran on the device."""
    found = []
    try:
        for event in profiler.profiler.kineto_results.events():
            if "CUDA" in str(event.device_type()):
                found.append((event.name(), event.start_ns() / 1e3, event.duration_ns() / 1e3))
    except Exception:
        for event in profiler.events():
            if "CUDA" in str(event.device_type):
                found.append((event.name, event.time_range.start, event.time_range.elapsed_us()))
    return [
        e
        for e in found
        if not e[0].startswith(("ProfilerStep", "step", "Optimizer.", "## ", "nccl:"))
        and "Context Sync" not in e[0]
        and "Synchronize" not in e[0]
    ]


def events_of_calls(call, count):
    """device_events() of `count` calls: call(0), call(1), ..."""
    from torch.profiler import ProfilerActivity, profile

    with profile(activities=[ProfilerActivity.CUDA]) as profiler:
        for i in range(count):
            call(i)
        torch.cuda.synchronize()
    return device_events(profiler)


def union_length(events):
    total, end = 0.0, -1.0
    for _, start, duration in sorted(events, key=lambda e: e[1]):
        if start > end:
            total += duration
            end = start + duration
        elif start + duration > end:
            total += start + duration - end
            end = start + duration
    return total


class Table:
    def __init__(self, path, columns):
        self.file = open(path, "w", newline="")
        self.writer = csv.writer(self.file)
        self.writer.writerow(columns)

    def row(self, *values):
        self.writer.writerow(values)
        self.file.flush()


COLUMNS = [
    "network",
    "batch",
    "precision",
    "optimizer",
    "mode",
    "memory_format",
    "options",
    "held_out",
    "parameters",
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
    "device_us",
    "busy_us",
    "kernels",
    "built_bytes",
    "peak_allocated_bytes",
    "peak_allocated_steady_bytes",
    "peak_reserved_bytes",
    "device_used_bytes",
    "sm_clock_mhz",
    "power_w",
    "probe_before_us",
    "probe_after_us",
    "error",
]


def clocks():
    with contextlib.suppress(Exception):
        return torch.cuda.clock_rate(), torch.cuda.power_draw() / 1e3
    return "", ""


def probe():
    """Microseconds of 300 small operations, median of five rounds, each from an idle device."""
    with torch.inference_mode():
        x, w = torch.zeros(64, 64, device=DEVICE), torch.zeros(64, 64, device=DEVICE)
        times = []
        for _ in range(5):
            torch.cuda.synchronize()
            begin = time.perf_counter()
            for _ in range(100):
                torch.relu(torch.nn.functional.linear(x, w)).add_(x)
            times.append(1e6 * (time.perf_counter() - begin))
            torch.cuda.synchronize()
    return round(statistics.median(times), 1)


def measure(case, tables, target):
    clean()
    set_precision(case.precision)
    step, model = make_step(case)
    torch.cuda.synchronize()
    gc.collect()
    torch.cuda.empty_cache()
    torch.cuda.reset_peak_memory_stats()
    built = torch.cuda.memory_allocated()
    parameters = sum(p.numel() for p in model.parameters())
    out = None
    for _ in range(10 if case.options.get("scaler") else 3):
        out = step()
        del out
    torch.cuda.synchronize()
    peak, reserved = torch.cuda.max_memory_allocated(), torch.cuda.max_memory_reserved()
    free, total = torch.cuda.mem_get_info()
    torch.cuda.reset_peak_memory_stats()
    begin = time.perf_counter()
    step()
    torch.cuda.synchronize()
    one = time.perf_counter() - begin
    steady = torch.cuda.max_memory_allocated()
    # warm up, then sustained steps between events
    for _ in range(max(2, min(60, int(0.5 * target / one)))):
        step()
    torch.cuda.synchronize()
    before = probe()
    step()
    slow = one > 0.2  # seconds: fewer steps do
    count = max(4 if slow else 8, min(150, int(target / one)))
    events = [torch.cuda.Event(enable_timing=True) for _ in range(count + 1)]
    events[0].record()
    for i in range(count):
        step()
        events[i + 1].record()
    clock, power = clocks()
    torch.cuda.synchronize()
    times = sorted(1e3 * events[i].elapsed_time(events[i + 1]) for i in range(count))
    # the host alone, from an idle device
    hosts = []
    for _ in range(3 if slow else 7):
        torch.cuda.synchronize()
        marks = [time.perf_counter()]
        step(marks)
        hosts.append([1e6 * (b - a) for a, b in zip(marks, marks[1:])])
    torch.cuda.synchronize()
    after = probe()
    parts = [statistics.median(h[i] for h in hosts) for i in range(len(hosts[0]))]
    host = statistics.median(sum(h) for h in hosts)
    parts += [""] * (5 - len(parts))
    # the device alone, by the profiler
    label = [
        case.network,
        case.batch,
        case.precision,
        case.optimizer if case.mode == "train" else "",
        case.mode,
        case.memory_format,
        json.dumps(case.options) if case.options else "",
        case.held_out,
    ]
    activities = [torch.profiler.ProfilerActivity.CUDA]
    if case.detail:
        activities.append(torch.profiler.ProfilerActivity.CPU)
    with torch.profiler.profile(activities=activities, record_shapes=bool(case.detail)) as profiler:
        for _ in range(2):
            step()
        torch.cuda.synchronize()
    found = device_events(profiler)
    device, busy, kernels = sum(e[2] for e in found) / 2, union_length(found) / 2, len(found) / 2
    tables["networks"].row(
        *label,
        parameters,
        *(round(v, 2) for v in (statistics.median(times), times[len(times) // 10], times[-1 - len(times) // 10])),
        count,
        round(host, 1),
        *(p if p == "" else round(p, 1) for p in parts),
        round(device, 1),
        round(busy, 1),
        kernels,
        built,
        peak,
        steady,
        reserved,
        total - free,
        clock,
        power,
        before,
        after,
        "",
    )
    if case.detail or case.kernels:
        sums = {}
        for name, _, duration in found:
            entry = sums.setdefault(name[:160], [0, 0.0])
            entry[0] += 1
            entry[1] += duration
        for name, (n, duration) in sorted(sums.items(), key=lambda item: -item[1][1]):
            tables["kernels"].row(*label[:6], name, n / 2, round(duration / 2, 2))
    if case.detail:
        for e in profiler.key_averages(group_by_input_shape=True):
            device_self = getattr(e, "self_device_time_total", None)
            if device_self is None:
                device_self = getattr(e, "self_cuda_time_total", 0)
            if (
                not e.key.startswith(("cuda", "cuLaunch", "Memcpy", "Memset", "Activity", "void "))
                and (e.self_cpu_time_total or device_self)
                and "CPU" in str(e.device_type)
            ):
                shapes = json.dumps(e.input_shapes).replace(" ", "")
                tables["ops"].row(
                    *label[:6],
                    e.key[:80],
                    shapes[:200],
                    e.count / 2,
                    round(e.self_cpu_time_total / 2, 1),
                    round(device_self / 2, 2),
                )
    if case.detail >= 2:
        record_allocations(case, step, label, tables)
    return statistics.median(times)


def record_allocations(case, step, label, tables):
    torch.cuda.memory._record_memory_history(enabled="all", context=None, max_entries=100000)
    try:
        step()
        torch.cuda.synchronize()
        trace = torch.cuda.memory._snapshot()["device_traces"][0]
    finally:
        torch.cuda.memory._record_memory_history(enabled=None)
    living, count = {}, 0
    for event in trace:
        action = event["action"]
        if action not in ("alloc", "free_completed", "segment_alloc", "segment_free"):
            continue
        if action == "alloc":
            living[event["addr"]], count = count, count + 1
        tensor = living.get(event["addr"], -1)  # -1: older than the recorded step
        tables["allocations"].row(
            *label[:6], {"alloc": "a", "free_completed": "f"}.get(action, action), tensor, event["size"]
        )


def machine():
    properties = torch.cuda.get_device_properties(0)

    def version(name):
        with contextlib.suppress(Exception):
            import importlib.metadata

            return importlib.metadata.version(name)
        return ""

    driver = ""
    with contextlib.suppress(Exception):
        driver = subprocess.run(
            ["nvidia-smi", "--query-gpu=driver_version,power.limit,clocks.max.sm", "--format=csv,noheader"],
            capture_output=True,
            text=True,
            timeout=20,
        ).stdout.strip()
    cpu = ""
    with contextlib.suppress(Exception):
        cpu = next(line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name"))
    return {
        "date": datetime.date.today().isoformat(),
        "card": properties.name,
        "sms": properties.multi_processor_count,
        "memory_bytes": properties.total_memory,
        "driver_power_clock": driver,
        "cpu": cpu,
        "cpus": os.cpu_count(),
        "kernel": platform.release(),
        "python": sys.version.split()[0],
        "torch": torch.__version__,
        "cuda": torch.version.cuda,
        "cudnn": torch.backends.cudnn.version(),
        "torchvision": version("torchvision"),
        "transformers": version("transformers"),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default=".", help="directory for the files")
    parser.add_argument(
        "--part",
        type=int,
        default=1,
        choices=range(1, 13),
        help="1, 4, 7, 8, 10 and 12: for fitting; 2 and 3: mostly held out; 5, 6, 9 and 11: held out",
    )
    parser.add_argument("--seconds", type=float, default=280, help="stop starting new configurations after this long")
    parser.add_argument("--target", type=float, default=0.45, help="seconds of timed steps per configuration")
    parser.add_argument(
        "--host-seconds", type=float, default=56, help="the most for the host cost of single operations; 0 skips them"
    )
    arguments = parser.parse_args()
    begin = time.perf_counter()
    if not torch.cuda.is_available():
        print("no CUDA device", file=sys.stderr)
        return 3
    os.makedirs(arguments.out, exist_ok=True)
    path = lambda name, ending="csv": os.path.join(arguments.out, f"pytorch_{name}_{arguments.part}.{ending}")
    with open(path("machine", "json"), "w") as file:
        json.dump(machine(), file, indent=2)
    key = COLUMNS[:6]
    tables = {
        "networks": Table(path("networks"), COLUMNS),
        "host": Table(path("host"), ["precision", "operation", "what", "tensors", "host_us"]),
        "ops": Table(path("ops"), key + ["operation", "input_shapes", "count", "self_host_us", "self_device_us"]),
        "kernels": Table(path("kernels"), key + ["kernel", "count", "device_us"]),
        "allocations": Table(path("allocations"), key + ["action", "tensor", "bytes"]),
    }
    torch.zeros(1, device=DEVICE)
    if arguments.host_seconds > 0:
        host_costs(tables["host"], begin + arguments.host_seconds)
        print(f"host costs done at {time.perf_counter() - begin:.1f} s", flush=True)
    for case in cases(arguments.part):
        if time.perf_counter() - begin > arguments.seconds:
            print("time is up before", case, flush=True)
            break
        start = time.perf_counter()
        try:
            step_us = measure(case, tables, arguments.target)
            print(
                f"{case.network} b{case.batch} {case.precision} {case.mode} {case.memory_format}: {step_us:.0f} us"
                f" ({time.perf_counter() - start:.1f} s)",
                flush=True,
            )
        except Exception as error:
            traceback.print_exc(limit=3)
            tables["networks"].row(
                case.network,
                case.batch,
                case.precision,
                case.optimizer,
                case.mode,
                case.memory_format,
                json.dumps(case.options),
                case.held_out,
                *[""] * (len(COLUMNS) - 9),
                repr(error)[:200],
            )
    print(f"done at {time.perf_counter() - begin:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
