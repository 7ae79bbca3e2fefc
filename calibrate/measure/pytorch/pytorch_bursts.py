#!/usr/bin/env python3
"""Times the products of a burst that starts on an idle card, one after the other: when does the board's power
controller act,
and what may the board draw before? docs/lab/2026-11-22-clock-two-limits.md.

    python3 calibrate/measure/pytorch/pytorch_bursts.py OUT

bursts.csv: per burst and interval since its start the mean time of a call, and what NVML said at the interval's end:
clock, power
(averaged over some 100 ms), throttle reasons (4: the software power cap). `sync`: the host waits for every call.
Written for PyTorch 2.11. Errors: exit code 3 where there is no card or no NVML.
"""
import csv
import ctypes
import multiprocessing
import os
import sys
import time

import torch

FORMATS = {
    "fp32": (torch.float32, False),
    "tf32": (torch.float32, True),
    "bf16": (torch.bfloat16, False),
    "fp16": (torch.float16, False),
}
PAUSE = 2.0  # s before each burst
GROUP_SECONDS = 3e-4  # calls between two events
EDGES_MS = [
    0,
    0.5,
    1,
    2,
    4,
    6,
    8,
    10,
    15,
    20,
    25,
    30,
    35,
    40,
    45,
    50,
    55,
    60,
    70,
    80,
    90,
    100,
    120,
    140,
    160,
    200,
    250,
    300,
    400,
    500,
    1000,
    2000,
    4000,
]


def sample(stop, found, samples):
    """Clock, power and throttle reasons every 2 ms."""
    nvml = ctypes.CDLL("libnvidia-ml.so.1")
    card, clock, power, reasons = ctypes.c_void_p(), ctypes.c_uint(), ctypes.c_uint(), ctypes.c_ulonglong()
    if nvml.nvmlInit_v2() != 0 or nvml.nvmlDeviceGetHandleByIndex_v2(0, ctypes.byref(card)) != 0:
        return
    found.set()
    taken = []
    while not stop.is_set():
        nvml.nvmlDeviceGetClockInfo(card, 1, ctypes.byref(clock))
        nvml.nvmlDeviceGetPowerUsage(card, ctypes.byref(power))
        nvml.nvmlDeviceGetCurrentClocksEventReasons(card, ctypes.byref(reasons))
        taken.append((time.monotonic(), clock.value, power.value / 1000, reasons.value))
        time.sleep(0.002)
    samples.send(taken)


def burst(name, size, operands, mode, seconds, seconds_per_call):
    """[(ms since the start, us per call, calls)] and the host's clock at the start."""
    dtype, torch.backends.cuda.matmul.allow_tf32 = FORMATS[name]
    make = torch.randn if operands == "random" else torch.zeros
    a, b = (make(size, size, device="cuda", dtype=dtype) for _ in range(2))
    c = torch.empty(size, size, device="cuda", dtype=dtype)
    torch.mm(a, b, out=c)
    torch.cuda.synchronize()
    calls = max(1, int(GROUP_SECONDS / seconds_per_call))
    events = [
        torch.cuda.Event(enable_timing=True) for _ in range(max(8, int(seconds / (seconds_per_call * calls))) + 1)
    ]
    time.sleep(PAUSE)
    start = time.monotonic()
    events[0].record()
    for event in events[1:]:
        for _ in range(calls):
            torch.mm(a, b, out=c)
        event.record()
        if mode == "sync":
            torch.cuda.synchronize()
    torch.cuda.synchronize()
    at = [events[0].elapsed_time(event) for event in events]
    return [(x, 1e3 * (y - x) / calls, calls) for x, y in zip(at, at[1:])], start


def seconds_per_call(name, size):
    dtype, torch.backends.cuda.matmul.allow_tf32 = FORMATS[name]
    a, b, c = (torch.zeros(size, size, device="cuda", dtype=dtype) for _ in range(3))
    torch.mm(a, b, out=c)
    torch.cuda.synchronize()
    first, last = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    first.record()
    for _ in range(3):
        torch.mm(a, b, out=c)
    last.record()
    torch.cuda.synchronize()
    return first.elapsed_time(last) / 3e3


def main(out):
    if not torch.cuda.is_available():
        print("pytorch_bursts.py: no card", file=sys.stderr)
        return 3
    os.makedirs(out, exist_ok=True)
    stop, found = multiprocessing.Event(), multiprocessing.Event()
    receiver, sender = multiprocessing.Pipe(False)
    sampler = multiprocessing.Process(target=sample, args=(stop, found, sender))
    sampler.start()
    if not found.wait(10):
        print("pytorch_bursts.py: no NVML", file=sys.stderr)
        sampler.kill()
        return 3
    cases = [(name, size, "random", "burst", 0.5) for name in FORMATS for size in (1024, 2048, 4096, 8192)]
    cases += [(name, size, "zeros", "burst", 0.4) for name in FORMATS for size in (2048, 8192)]
    cases += [("fp32", size, "random", "sync", 0.3) for size in (2048, 4096)]
    cases += [(name, 8192, "random", "burst", 3.0) for name in ("bf16", "fp32")]
    measured = [(case, *burst(*case, seconds_per_call(*case[:2]))) for case in cases]
    stop.set()
    samples = receiver.recv()
    sampler.join()
    path = os.path.join(out, "bursts.csv")
    with open(path + ".tmp", "w", newline="") as f:
        table = csv.writer(f, lineterminator="\n")
        table.writerow(
            "format size operands mode from_ms to_ms calls us_per_call tflops sm_clock_mhz power_w "
            "throttle_reasons".split()
        )
        for (name, size, operands, mode, _), calls, start in measured:
            for low, high in zip(EDGES_MS, EDGES_MS[1:]):
                inside = [(us, n) for at, us, n in calls if low <= at < high]
                if not inside:
                    continue
                count = sum(n for _, n in inside)
                mean = sum(us * n for us, n in inside) / count
                seen = [s for s in samples if s[0] <= start + high / 1e3]
                clock, power, reasons = seen[-1][1:] if seen else ("", "", 0)
                table.writerow(
                    [
                        name,
                        size,
                        operands,
                        mode,
                        low,
                        high,
                        count,
                        f"{mean:.2f}",
                        f"{2e-6 * size ** 3 / mean:.1f}",
                        clock,
                        power,
                        f"{reasons:x}",
                    ]
                )
    os.replace(path + ".tmp", path)
    print(torch.cuda.get_device_name(), torch.__version__, len(cases), "bursts")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print("usage: pytorch_bursts.py OUT", file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1]))
