"""Single PyTorch operations drawn at random, each with its time by kernel and the time of one eager call.

    python3 random_operations.py OUT --seeds 1-8 --seconds 300 [--start 0] [--repeat 0] [--smoke] [--device cpu]
                                 [--families convolution_engine,norm_pass,resize]

What is drawn (random_elements.py, random_layers.py, random_named.py): for each family of operations and each seed a
sequence of cases with random sizes (log-uniform, a third of them deliberately odd), memory layouts, precisions and
attributes. A case is fixed by family, seed and its number in the sequence. The cases are taken in rounds, a few of each
family and seed a round in random order, until the time is used up; --start skips the first cases of that order, so that
a later call with the same seeds goes on where an earlier one ended.

How it is measured: the operands are filled with random values (never zeros). After warm-up calls
  wall_us    is the median of eager calls, each between two synchronizations, with no profiler running
  kernel_us  is the median over calls of the sum of the durations of everything the call ran on the device, by
             torch.profiler; small marker kernels before and after each call tell the calls apart
  operands   warm: the same tensors call after call; cold: a copy of FLUSH_BYTES runs between the calls, so that neither
             the operands nor the earlier results are left in the L2 cache, and lines that wait to be written back are
  mode       forward, or backward: the gradients of the operands named in spec["gradient_of"] alone, of a graph made
             before
  allocated_peak_bytes  the most that the call held allocated beyond what was allocated before it
  sm_clock_mhz  read while the profiled calls ran (0: could not be read)
Families that are drawn only where --families names them (NAMED_ALONE) are measured warm, in 6 profiled calls, with
names of kernels up to 160 characters; their wall_us is one call's.
A case that raises, or whose call takes over LONGEST_CALL seconds, goes to skipped.csv with the error's first line.

Files
    rows_<group>.csv  one row per case and kind of operands
    repeats.csv       the first cases measured once more at the end (--repeat)
    skipped.csv       what raised
    machine.json      card, versions, clocks
Written for PyTorch 2.11.
"""
import argparse
import csv
import json
import math
import os
import platform
import random
import statistics
import subprocess
import sys
import time
import warnings

import torch
from random_cases import Case, LARGEST, NAMES
from random_elements import (
    copy_layout,
    embedding,
    index,
    join_move,
    loss,
    pointwise_binary,
    pointwise_ternary,
    pointwise_unary,
    reduction,
    scan_sort,
    softmax,
)
from random_layers import (
    attention,
    batched_product,
    convolution,
    convolution_1d,
    depthwise,
    norm,
    optimizer,
    pooling,
    product,
    recurrent,
)
from random_named import (
    convolution_engine,
    layer_product,
    network_product,
    long_filter_convolution,
    long_softmax,
    network_convolution,
    network_group_norm,
    norm_pass,
    one_query,
    resize,
    signal_convolution,
    thin_product,
)

warnings.filterwarnings("ignore")
BEGIN = time.perf_counter()
FLUSH_BYTES = 192 << 20
LONGEST_CALL = 0.3
LARGEST_CASE = 8e9
PROFILED_CALLS, WALL_CALLS = 12, 11
COLUMNS = (
    "seed,family,number,op,dtype,tf32,spec,mode,operands,kernels,kernel_us,longest_kernel,kernel_list,wall_us,"
    "allocated_peak_bytes,sm_clock_mhz,repetitions"
).split(",")


# family: (function, group of files, cases a seed and round)
FAMILIES = {
    "pointwise_unary": (pointwise_unary, "pointwise", 2),
    "pointwise_binary": (pointwise_binary, "pointwise", 4),
    "pointwise_ternary": (pointwise_ternary, "pointwise", 2),
    "reduction": (reduction, "pointwise", 2),
    "copy_layout": (copy_layout, "moves", 3),
    "join_move": (join_move, "moves", 2),
    "index": (index, "moves", 2),
    "embedding": (embedding, "moves", 1),
    "loss": (loss, "moves", 1),
    "scan_sort": (scan_sort, "moves", 1),
    "softmax": (softmax, "norms", 1),
    "norm": (norm, "norms", 4),
    "pooling": (pooling, "norms", 2),
    "optimizer": (optimizer, "norms", 1),
    "recurrent": (recurrent, "norms", 1),
    "product": (product, "products", 4),
    "batched_product": (batched_product, "products", 3),
    "attention": (attention, "products", 2),
    "convolution": (convolution, "convolutions", 3),
    "depthwise": (depthwise, "convolutions", 2),
    "convolution_1d": (convolution_1d, "convolutions", 1),
}


# Those that are drawn only where --families names them.
# family: (function, group of files, cases a seed and round)
NAMED_ALONE = {
    "signal_convolution": (signal_convolution, "engines", 12),
    "long_softmax": (long_softmax, "norms", 3),
    "one_query": (one_query, "products", 3),
    "thin_product": (thin_product, "products", 6),
    "layer_product": (layer_product, "products", 6),
    "network_product": (network_product, "products", 6),
    "convolution_engine": (convolution_engine, "engines", 12),
    "norm_pass": (norm_pass, "engines", 3),
    "resize": (resize, "engines", 1),
    "network_convolution": (network_convolution, "networks", 14),
    "long_filter_convolution": (long_filter_convolution, "networks", 14),
    "network_group_norm": (network_group_norm, "networks", 1),
}


def draw_case(family, seed, number):
    draw = random.Random("%s %d %d" % (family, seed, number))
    case = (FAMILIES.get(family) or NAMED_ALONE[family])[0](draw)
    pick = 1.0 if family in NAMED_ALONE else draw.random()
    kinds = ["cold", "warm"] if pick < 0.25 else (["cold"] if pick < 0.7 else ["warm"])
    case.family, case.seed, case.number, case.kinds = family, seed, number, kinds
    return case


def schedule(seeds, rounds):
    for r in range(rounds):
        entries = [
            (family, seed, r * count + i)
            for family, (_, _, count) in FAMILIES.items()
            for seed in seeds
            for i in range(count)
        ]
        random.Random("order %d %s" % (r, seeds)).shuffle(entries)
        yield from entries


# ---- measuring
# ------------------------------------------------------------------------------------------------------------


class Device:
    def __init__(self, name):
        self.name, self.cuda = name, name == "cuda"
        if self.cuda:
            count = FLUSH_BYTES // 4
            self.source, self.target = torch.randn(count, device=name), torch.empty(count, device=name)

    def synchronize(self):
        if self.cuda:
            torch.cuda.synchronize()

    def flush(self):
        if self.cuda:
            self.target.copy_(self.source)

    def mark(self):
        if self.cuda:
            torch.cuda._sleep(1)


def described(tensor):
    return {
        "shape": list(tensor.shape),
        "strides": list(tensor.stride()),
        "dtype": NAMES.get(tensor.dtype, str(tensor.dtype)),
    }


def prepare(case, device):
    """Makes the operands; sets case.run, the call to be measured, and case.spec."""
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = bool(case.tf32)
    if case.setup:
        tensors, case.run = case.setup(device.name)
        listed = tensors if len(tensors) <= 8 else []
    else:
        wanted = sum(math.prod(o.shape) * 4.0 for o in case.operands if o.layout[0] not in ("expanded", "scalar"))
        if wanted > LARGEST_CASE / 2:
            raise MemoryError("the operands are larger than the limit of a case")
        with torch.no_grad():
            tensors = [o.make(device.name) for o in case.operands]
        listed = tensors
        call = case.call
        if case.gradient_of is None:

            def run():
                with torch.no_grad():
                    return call(*tensors)

            case.run = run
        else:
            for i in case.gradient_of:
                tensors[i] = tensors[i].detach().requires_grad_()
            out = call(*tensors)
            out = out[0] if isinstance(out, (tuple, list)) else out
            inputs, gradient = [tensors[i] for i in case.gradient_of], torch.randn_like(out)
            case.run = lambda: torch.autograd.grad(out, inputs, gradient, retain_graph=True)
            case.attributes["gradient"] = described(gradient)
    case.spec = {"operands": [described(t) for t in listed], "attributes": case.attributes}
    if case.gradient_of is not None:
        case.spec["gradient_of"] = case.gradient_of


def warm_up(case, device):
    """First calls; repetitions that fit, most bytes allocated."""
    case.run()
    device.synchronize()
    begin = time.perf_counter()
    case.run()
    device.synchronize()
    once = time.perf_counter() - begin
    if once > LONGEST_CALL:
        raise TimeoutError("one call takes %.3f s" % once)
    case.once = once
    case.times = 12 if once < 0.02 else (10 if once < 0.05 else 5)
    peak = 0
    if device.cuda:
        torch.cuda.reset_peak_memory_stats()
        before = torch.cuda.memory_allocated()
        case.run()
        peak = torch.cuda.max_memory_allocated() - before
        if peak > LARGEST_CASE:
            raise MemoryError("one call allocates %d bytes" % peak)
    case.peak = peak


def wall(case, kind, device):
    found = []
    for _ in range(case.times - 1):
        if kind == "cold":
            device.flush()
        device.synchronize()
        begin = time.perf_counter()
        case.run()
        device.synchronize()
        found.append((time.perf_counter() - begin) * 1e6)
    return statistics.median(found)


def device_events(profiler):
    found = [
        (e.start_ns(), e.duration_ns() / 1e3, e.name())
        for e in profiler.profiler.kineto_results.events()
        if "CUDA" in str(e.device_type())
    ]
    found = [e for e in found if "Context Sync" not in e[2] and "Synchronize" not in e[2]]
    return sorted(found)


def clock():
    try:
        return torch.cuda.clock_rate()
    except Exception:
        return 0


def profile(cases, device):
    """Runs the calls of several cases under one profiler; sets case.calls[kind] = kernels of each call."""
    if not device.cuda:
        for case in cases:
            case.calls, case.clocks = {kind: [[(1.0, "cpu")]] for kind in case.kinds}, {kind: 0 for kind in case.kinds}
        return
    expected = []
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profiler:
        device.mark()
        for case in cases:
            torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = bool(case.tf32)
            case.calls, case.clocks = {}, {}
            for kind in case.kinds:
                case.run()
                for _ in range(case.times):
                    if kind == "cold":
                        device.flush()
                    device.mark()
                    case.run()
                    device.mark()
                    expected.append((case, kind))
                case.clocks[kind] = clock()
                torch.cuda.synchronize()
    pieces, current = [], None
    for _, duration, name in device_events(profiler):
        if "spin_kernel" in name:
            pieces.append(current)
            current = []
        elif current is not None:
            current.append((duration, name))
    pieces.append(current)
    # pieces[0]: before the first mark, pieces[1]: up to the first call, then call, between, call, between ...
    calls = pieces[2::2]
    if len(calls) != len(expected):
        raise RuntimeError("the profiler gave %d calls of %d" % (len(calls), len(expected)))
    for (case, kind), found in zip(expected, calls):
        case.calls.setdefault(kind, []).append(found)


def short(name, length):
    return " ".join(name.replace("void ", "", 1).split())[:length]


def row_of(case, kind):
    calls = sorted(case.calls[kind], key=lambda c: sum(k[0] for k in c))
    sums = [sum(k[0] for k in c) for c in calls]
    middle = calls[len(calls) // 2]
    longest = max(middle, default=(0, ""))
    length = 160 if case.family in NAMED_ALONE else 60
    return [
        case.seed,
        case.family,
        case.number,
        case.op,
        case.dtype,
        case.tf32,
        json.dumps(case.spec, separators=(",", ":")),
        case.mode,
        kind,
        len(middle),
        "%.3f" % statistics.median(sums),
        short(longest[1], 120),
        json.dumps([[short(n, length), round(t, 2)] for t, n in middle[: case.listed]], separators=(",", ":")),
        "%.2f" % case.walls[kind],
        case.peak,
        case.clocks[kind],
        len(calls),
    ]


class Files:
    def __init__(self, out):
        self.out, self.open = out, {}

    def write(self, name, columns, row):
        if name not in self.open:
            path = os.path.join(self.out, name)
            new = not os.path.exists(path) or os.path.getsize(path) == 0
            file = open(path, "a", newline="")
            self.open[name] = (file, csv.writer(file, lineterminator="\n"))
            if new:
                self.open[name][1].writerow(columns)
        file, writer = self.open[name]
        writer.writerow(row)
        file.flush()


class Broken(Exception):
    """The device can no longer be used by this process."""


class Session:
    def __init__(self, out, device):
        self.files, self.device, self.batch, self.held = Files(out), device, [], 0
        self.tried, self.failed, self.rows, self.spent = {}, {}, {}, {}
        self.target, self.errors = None, []

    def skip(self, case, error):
        first = (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
        self.failed[case.family] = self.failed.get(case.family, 0) + 1
        self.errors.append("%s %s: %s" % (case.family, case.op, first))
        self.files.write(
            "skipped.csv",
            ["seed", "family", "number", "op", "dtype", "mode", "error"],
            [case.seed, case.family, case.number, case.op, case.dtype, case.mode, type(error).__name__ + ": " + first],
        )
        if (
            "CUDA error" in first
            or "device-side" in first
            or "CUDNN_STATUS_EXECUTION_FAILED" in first
            or "CUBLAS_STATUS_EXECUTION_FAILED" in first
        ):
            raise Broken(first)

    def add(self, family, seed, number):
        begin = time.perf_counter()
        case = None
        self.tried[family] = self.tried.get(family, 0) + 1
        try:
            case = draw_case(family, seed, number)
            before = torch.cuda.memory_allocated() if self.device.cuda else 0
            prepare(case, self.device)
            warm_up(case, self.device)
            once = {kind: case.once * 1e6 for kind in case.kinds}
            alone = family in NAMED_ALONE
            case.walls = once if alone else {kind: wall(case, kind, self.device) for kind in case.kinds}
            case.times = min(case.times, 6) if alone else case.times
            self.batch.append(case)
            if self.device.cuda:
                self.held += torch.cuda.memory_allocated() - before
        except Exception as error:
            if case is None:
                case = Case("draw", "", [], None)
                case.family, case.seed, case.number = family, seed, number
            case.run = None
            self.skip(case, error)
        self.spent[family] = self.spent.get(family, 0) + time.perf_counter() - begin
        if len(self.batch) >= (64 if family in NAMED_ALONE else 24) or self.held > 16e9:
            self.finish()

    def finish(self):
        batch, self.batch, self.held = self.batch, [], 0
        if not batch:
            return
        try:
            profile(batch, self.device)
        except Exception as error:
            for case in batch:
                case.run = None
                self.skip(case, error)
            return
        for case in batch:
            for kind in case.kinds:
                self.files.write(self.target or "rows_%s.csv" % FAMILIES[case.family][1], COLUMNS, row_of(case, kind))
                self.rows[case.family] = self.rows.get(case.family, 0) + 1
            case.run = None
        if self.device.cuda and torch.cuda.memory_reserved() > 55e9:
            torch.cuda.empty_cache()


def machine(out):
    def ask(command):
        try:
            return subprocess.run(command, capture_output=True, text=True, timeout=20).stdout.strip()
        except Exception as error:
            return str(error)

    fields = (
        "name,driver_version,clocks.sm,clocks.mem,clocks.max.sm,clocks.max.mem,power.limit,power.max_limit,"
        "temperature.gpu,ecc.mode.current,memory.total"
    )
    values = [v.strip() for v in ask(["nvidia-smi", "--query-gpu=" + fields, "--format=csv,noheader"]).split(",")]
    model = ""
    try:
        with open("/proc/cpuinfo") as file:
            model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), "")
    except OSError:
        pass
    facts = {
        "gpu": dict(zip(fields.split(","), values)),
        "torch": torch.__version__,
        "cuda": torch.version.cuda,
        "cudnn": torch.backends.cudnn.version(),
        "python": platform.python_version(),
        "date": time.strftime("%Y-%m-%d %H:%M:%S"),
        "host_cpu": model,
        "host_cores": os.cpu_count(),
        "flush_bytes": FLUSH_BYTES,
    }
    if torch.cuda.is_available():
        p = torch.cuda.get_device_properties(0)
        facts["gpu"].update(
            multiprocessors=p.multi_processor_count, l2_bytes=p.L2_cache_size, memory_bytes=p.total_memory
        )
    with open(os.path.join(out, "machine.json"), "w") as file:
        json.dump(facts, file, indent=1)


def seed_list(text):
    found = []
    for part in text.split(","):
        low, _, high = part.partition("-")
        found += range(int(low), int(high or low) + 1)
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--seeds", default="1-8")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--repeat", type=int, default=0)
    parser.add_argument("--families", help="these alone, with commas between; those named alone are drawn no other way")
    parser.add_argument("--target", help="one file for all rows, in place of rows_<group>.csv")
    parser.add_argument("--smoke", action="store_true")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--largest", type=float, default=LARGEST)
    a = parser.parse_args()
    globals()["LARGEST"] = a.largest
    if a.families:
        chosen = {f: (FAMILIES.get(f) or NAMED_ALONE[f]) for f in a.families.split(",")}
        FAMILIES.clear()
        FAMILIES.update(chosen)
    os.makedirs(a.out, exist_ok=True)
    torch.manual_seed(1)
    seeds, device = seed_list(a.seeds), Device(a.device)
    position_path = os.path.join(a.out, "position")
    session = Session(a.out, device)
    if a.smoke:
        # two cases of each family; ends with 1 when more than a third of the families give no row
        session.target = "smoke.csv"
        try:
            for family in FAMILIES:
                for number in range(2):
                    session.add(family, 9000, number)
            session.finish()
        except Broken as error:
            print("broken:", error)
        bad = [f for f in FAMILIES if not session.rows.get(f)]
        print(
            "smoke: %d rows, %.1f s, families without a row: %s"
            % (sum(session.rows.values()), time.perf_counter() - BEGIN, bad)
        )
        for line in session.errors:
            print("  ", line)
        return 1 if 3 * len(bad) > len(FAMILIES) else 0
    if a.start == 0:
        machine(a.out)
    done, position, code = [], 0, 0
    session.target = a.target
    share = 4.0 / len(FAMILIES)
    end = a.seconds - (0.045 * a.repeat + 2 if a.repeat else 0) - 2
    try:
        for position, entry in enumerate(schedule(seeds, a.rounds)):
            if position < a.start:
                continue
            if time.perf_counter() - BEGIN > end:
                break
            if session.spent.get(entry[0], 0) > share * a.seconds:  # the time limit of a family
                continue
            with open(position_path, "w") as file:
                file.write(str(position + 1))
            session.add(*entry)
            if len(done) < a.repeat:
                done.append(entry)
        session.finish()
        session.target = "repeats.csv"
        for entry in done:
            session.add(*entry)
        session.finish()
    except Broken as error:
        print("broken:", error)
        code = 17
    print(
        "seeds %s: %d entries, %.0f s; rows: %s"
        % (a.seeds, position, time.perf_counter() - BEGIN, json.dumps(session.rows))
    )
    print(
        "  skipped: %s; seconds: %s"
        % (json.dumps(session.failed), json.dumps({k: round(v, 1) for k, v in session.spent.items()}))
    )
    return code


if __name__ == "__main__":
    sys.exit(main())
