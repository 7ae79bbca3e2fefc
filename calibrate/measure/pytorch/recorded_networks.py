#!/usr/bin/env python3
"""Networks without a name (unnamed_, held_out_, third_ to tenth_networks.py): recordings made without a
GPU, and the same steps measured on one.

    python3 recorded_networks.py OUT record  [--only NAME,...] [--processes 14]
    python3 recorded_networks.py OUT measure [--only NAME,...] [--seconds 400] [--framework eager,compile,compile_graph]
    python3 recorded_networks.py OUT onnx    [--only NAME,...] [--processes 14]
    python3 recorded_networks.py OUT visible [--only NAME,...] [--processes 14]
    python3 recorded_networks.py OUT traced  [--only NAME,...] [--processes 14]

Files under OUT
    recordings/NAME-MODE-PRECISION.json  python/perfmodel_record.py's, at the two batches of the network, no GPU visible
    steps.csv       one row per network, mode, precision and batch
    operations.csv  per row: operation as dispatched, shapes of its operands, how often, kernels' time in a step
    kernels.csv     per row: operation and shapes, kernel, how often, its time in a step; compiled steps: kernels alone
    dispatched.json per network, mode and precision: what the card's own step dispatched at the first batch
    onnx/           files of both exporters, weights dropped
    visible/        recordings made where the GPU is seen: those that differ from the ones under recordings/
    traced/         recordings as torch.compile sees the forward pass (compiled=True), no GPU visible
    visible.txt     per recording: equal, or where the first operation differs
    errors.csv      what raised
    machine.json    card, versions, clocks

Definitions: device_us, busy_us, step_us, host_us and the peaks are pytorch_networks.py's; the optimizer is AdamW with
its defaults (foreach) where a network brings no other, gradients are set to None at the end of the step; inference
runs under inference_mode. Networks of the tenth list bring all of this, and one precision for each mode.
Written for PyTorch 2.11.
"""
import argparse
import contextlib
import csv
import gc
import json
import multiprocessing
import os
import statistics
import sys
import time
import traceback
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "python"))
from step_loops import step_of  # noqa: E402

warnings.filterwarnings("ignore")
COLUMNS = (
    "network,mode,precision,optimizer,framework,batch,parameters,device_us,busy_us,kernels,step_us,host_us,"
    "peak_allocated_bytes,peak_reserved_bytes,sm_clock_mhz"
).split(",")
KINDS = [("train", "amp_bf16"), ("train", "tf32"), ("infer", "amp_bf16"), ("infer", "tf32")]


def lists():
    import eighth_networks
    import fifth_networks
    import fourth_networks
    import held_out_networks
    import ninth_networks
    import seventh_networks
    import sixth_networks
    import tenth_networks
    import third_networks
    import unnamed_networks

    return {
        "unnamed": unnamed_networks.NETWORKS,
        "held_out": held_out_networks.NETWORKS,
        "later": held_out_networks.LATER,
        "third": third_networks.NETWORKS,
        "fourth": fourth_networks.NETWORKS,
        "fifth": fifth_networks.NETWORKS,
        "sixth": sixth_networks.NETWORKS,
        "seventh": seventh_networks.NETWORKS,
        "eighth": eighth_networks.NETWORKS,
        "ninth": ninth_networks.NETWORKS,
        "tenth": tenth_networks.NETWORKS,
    }


def networks():
    return {name: how for each in lists().values() for name, how in each.items()}


def kinds_of(name):
    """(mode, precision) of a network's recordings and steps: its own, or all of KINDS."""
    import tenth_networks

    return tenth_networks.KINDS.get(name, KINDS)


def chosen_kinds(name, text):
    """Those that --kinds asks for; a mode alone: the network's own of that mode."""
    if not text:
        return kinds_of(name)
    asked = [tuple(k.split("-")) for k in text.split(",")]
    return [kind for one in asked for kind in ([one] if len(one) == 2 else kinds_of(name)) if kind[0] == one[0]]


def build(name, batch):
    return networks()[name][0](batch)


def batches_of(name):
    return networks()[name][1]


# --- recording ---


def record_one(job):
    out, name, mode, precision, *folder = job
    begin = time.time()
    try:
        import torch

        import perfmodel_record

        torch.set_num_threads(1)
        small, large = batches_of(name)
        network, inputs, loss_of = build(name, small)
        step = step_of(network, loss_of, mode, precision)
        path = os.path.join(out, *(folder or ["recordings"]), f"{name}-{mode}-{precision}.json")
        compiled = {"compiled": True} if "traced" in folder else {}
        perfmodel_record.record(step, path=path, batches=[inputs, build(name, large)[1]], **compiled)
        return name, mode, precision, "", time.time() - begin
    except BaseException:
        return name, mode, precision, traceback.format_exc()[-1500:], time.time() - begin


def onnx_one(job):
    out, name, exporter, training, operators = job
    begin = time.time()
    label = f"{name}-{'train' if training else 'eval'}-{exporter}"
    try:
        import onnx
        import torch

        torch.set_num_threads(1)
        network, inputs, _ = build(name, 2)
        network.train(training)
        path = os.path.join(out, "onnx", label + ".onnx")
        how = {"training": torch.onnx.TrainingMode.PRESERVE} if training else {}
        if exporter == "default":
            torch.onnx.export(network, inputs, path, opset_version=operators, external_data=True, verbose=False)
        else:
            torch.onnx.export(
                network, inputs, path, dynamo=False, opset_version=operators, do_constant_folding=False, **how
            )
        model = onnx.load(path, load_external_data=False)
        for tensor in model.graph.initializer:  # weights are not needed, only their shapes
            if tensor.data_location != onnx.TensorProto.EXTERNAL and len(tensor.raw_data) > 4096:
                tensor.ClearField("raw_data")
                tensor.data_location = onnx.TensorProto.EXTERNAL
                entry = tensor.external_data.add()
                entry.key, entry.value = "location", label + ".data"
        with open(path, "wb") as file:
            file.write(model.SerializeToString())
        for left in (path + ".data", os.path.join(out, "onnx", label + ".data")):
            if os.path.exists(left):
                os.remove(left)
        return name, exporter, str(training), "", time.time() - begin
    except BaseException:
        return name, exporter, str(training), traceback.format_exc()[-1500:], time.time() - begin


def in_processes(worker, jobs, processes, errors, seconds, hidden=True):
    if hidden:
        os.environ["CUDA_VISIBLE_DEVICES"] = ""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["torch", "torchvision"])
    with context.Pool(processes, maxtasksperchild=1) as pool:
        begin, pending = time.time(), [pool.apply_async(worker, (job,)) for job in jobs]
        for job, one in zip(jobs, pending):
            try:
                result = one.get(max(1.0, seconds - (time.time() - begin)))
            except multiprocessing.TimeoutError:
                result = (*job[1:4], "took too long", 0.0)
            print(*result[:3], f"{result[4]:.0f} s", result[3].strip().splitlines()[-1:] or "", flush=True)
            if result[3]:
                errors.writerow(result[:4])
        pool.terminate()


def first_difference(one, other):
    """Of two recordings: where they part, in words; nothing where they are the same."""
    for key in one:
        if one[key] == other.get(key):
            continue
        if not isinstance(one[key], list):
            return f"{key}: {one[key]} with the GPU hidden, {other.get(key)} with it"
        for i, (a, b) in enumerate(zip(one[key], other[key])):
            if a != b:
                return f"{key} {i}: {json.dumps(a)[:300]} with the GPU hidden, {json.dumps(b)[:300]} with it"
        return f"{key}: {len(one[key])} with the GPU hidden, {len(other[key])} with it"
    return ""


def compare_visible(out, jobs):
    """visible.txt; recordings that are equal are removed from visible/."""
    with open(os.path.join(out, "visible.txt"), "w") as found:
        for _, name, mode, precision, folder in jobs:
            paths = [os.path.join(out, f, f"{name}-{mode}-{precision}.json") for f in ("recordings", folder)]
            if not all(os.path.exists(path) for path in paths):
                found.write(f"{name} {mode} {precision}: one of the two is missing\n")
                continue
            texts = []
            for path in paths:
                with open(path) as file:
                    texts.append(file.read())
            if texts[0] == texts[1]:
                os.remove(paths[1])
            found.write(f"{name} {mode} {precision}: ")
            found.write("equal\n" if texts[0] == texts[1] else first_difference(*map(json.loads, texts)) + "\n")


# --- measuring ---


def fresh():
    import torch

    gc.collect()
    torch.cuda.synchronize()
    torch._C._cuda_clearCublasWorkspaces()
    torch.cuda.empty_cache()
    torch.cuda.reset_peak_memory_stats()


def described(value):
    import torch

    if isinstance(value, torch.Tensor):
        return [list(value.shape), list(value.stride()), str(value.dtype)[6:]]
    if isinstance(value, (list, tuple)):
        return [d for d in (described(v) for v in value) if d is not None]
    return None


def dispatched(step, inputs):
    """Name and results of every operation that the step gives to the card."""
    from torch.utils._python_dispatch import TorchDispatchMode

    found = []

    class Log(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            out = func(*args, **(kwargs or {}))
            found.append([str(func), described(out if isinstance(out, (list, tuple)) else [out])])
            return out

    with Log():
        step(*inputs)
    return found


def profiled(step, inputs, count, by_kernel):
    """Per step: intervals on the device, and time by operation and shapes, or by kernel."""
    import torch
    from torch.profiler import ProfilerActivity, profile

    from pytorch_networks import device_events, union_length

    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA], record_shapes=True) as profiler:
        for _ in range(count):
            step(*inputs)
        torch.cuda.synchronize()
    events = sorted(device_events(profiler), key=lambda e: e[1])
    rows = []
    for item in profiler.key_averages(group_by_input_shape=True):
        own = getattr(item, "self_device_time_total", 0)
        if own > 0 and item.key.startswith("aten::"):
            rows.append([item.key, json.dumps(item.input_shapes), item.count / count, own / count])
    sums = {}
    if by_kernel:
        for name, _, duration in events:
            times = sums.setdefault(("", "", name[:100]), [0, 0.0])
            times[0] += 1
            times[1] += duration
    else:
        for event in profiler.events():
            for kernel in event.kernels if event.name.startswith("aten::") else ():
                times = sums.setdefault((event.name, json.dumps(event.input_shapes), kernel.name[:100]), [0, 0.0])
                times[0] += 1
                times[1] += kernel.duration
    kernels = [[*key, n / count, t / count] for key, (n, t) in sums.items()]
    return sum(e[2] for e in events) / count, union_length(events) / count, len(events) / count, rows, kernels


def timed_calls(step, inputs, calls, marked):
    """Medians in us, of calls until they return and of steps between two marks on the device, and the clock in MHz."""
    import torch

    hosts = []
    for _ in range(calls):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        step(*inputs)
        hosts.append((time.perf_counter() - begin) * 1e6)
    torch.cuda.synchronize()
    marks = [torch.cuda.Event(enable_timing=True) for _ in range(marked + 1)]
    for mark in marks:
        step(*inputs)
        mark.record()
    torch.cuda.synchronize()
    ends = [a.elapsed_time(b) * 1e3 for a, b in zip(marks, marks[1:])]
    clock = 0
    with contextlib.suppress(Exception):
        clock = torch.cuda.clock_rate()
    return statistics.median(hosts), statistics.median(ends), clock


def measure_one(name, mode, precision, batch, framework, operations, kernels_of, logs):
    import torch

    fresh()
    before = torch.cuda.memory_allocated()  # what earlier networks' libraries keep
    fused = framework.endswith("fused")
    with torch.device("cuda"):
        network, inputs, loss_of = build(name, batch)
    network, inputs = network.cuda(), tuple(t.cuda() for t in inputs)
    base = framework.partition(":")[0]
    if base != "eager":
        torch._dynamo.reset()
        torch._dynamo.config.cache_size_limit = 64
        mode_word = {"compile": "default", "compile_graph": "reduce-overhead"}[base]
        compiled = torch.compile(network, mode=mode_word)
    else:
        compiled = network
    step = step_of(network, loss_of, mode, precision, fused)
    if compiled is not network:
        inner = step_of(compiled, loss_of, mode, precision, fused)
        step = inner
        begin = time.time()
        for _ in range(4):
            step(*inputs)
        torch.cuda.synchronize()
        print(f"    compiled in {time.time() - begin:.0f} s", flush=True)
        fresh()
    torch.cuda.reset_peak_memory_stats()  # weights of 16 bits are built in FP32
    for _ in range(3):
        step(*inputs)
    torch.cuda.synchronize()
    peaks = torch.cuda.max_memory_allocated() - before, torch.cuda.max_memory_reserved()
    if logs is not None:
        logs[f"{name}-{mode}-{precision}-{batch}"] = dispatched(step, inputs)
    host, end, clock = timed_calls(step, inputs, 5, 8)
    device, busy, kernels, rows, by_kernel = profiled(step, inputs, 3, base != "eager")
    word = "own" if hasattr(network, "own_step") else getattr(network, "optimizer_word", "adamw")
    key = [name, mode, precision, word if mode == "train" else "", framework, batch]
    for row in rows:
        operations.writerow([*key, *row[:2], f"{row[2]:.4g}", f"{row[3]:.5g}"])
    for row in by_kernel:
        kernels_of.writerow([*key, *row[:3], f"{row[3]:.4g}", f"{row[4]:.5g}"])
    parameters = sum(p.numel() for p in network.parameters())
    del network, inputs, step, compiled
    return [
        *key,
        parameters,
        f"{device:.2f}",
        f"{busy:.2f}",
        f"{kernels:.1f}",
        f"{end:.2f}",
        f"{host:.2f}",
        *peaks,
        clock,
    ]


def machine():
    import torch

    found = {"torch": torch.__version__, "card": torch.cuda.get_device_name(), "cuda": torch.version.cuda}
    found["cudnn"] = torch.backends.cudnn.version()
    found["date"] = time.strftime("%Y-%m-%d")
    for name in ("torchvision", "timm", "transformers"):
        with contextlib.suppress(Exception):
            found[name] = __import__(name).__version__
    with contextlib.suppress(Exception):
        import pynvml

        pynvml.nvmlInit()
        found["driver"] = str(pynvml.nvmlSystemGetDriverVersion())
    return found


def measured_in_turn(options, names, frameworks):
    """-> network, mode, precision, framework, batch, whether the batch is one of the few; the few first if asked."""
    jobs = [
        (name, *kind, framework, batch, (at == 1) == (kind[0] == "train"))
        for name in names
        for kind in chosen_kinds(name, options.kinds)
        for framework in frameworks
        for at, batch in enumerate(batches_of(name))
    ]
    if options.few_first:
        return sorted(jobs, key=lambda job: not job[-1])
    return [job for job in jobs if not (options.few and not job[-1] or options.rest and job[-1])]


def measure(options, names, errors):
    import torch
    from turns import Turn

    with open(os.path.join(options.out, "machine.json"), "w") as file:
        json.dump(machine(), file, indent=1)
    frameworks = options.framework.split(",")
    tag = ("" if frameworks == ["eager"] else "_compiled") + ("_rest" if options.rest else "")
    opened = lambda part: open(os.path.join(options.out, f"{part}{tag}.csv"), "a" if options.start else "w", newline="")
    steps_file, operations_file, kernels_file = opened("steps"), opened("operations"), opened("kernels")
    steps, operations, kernels_of = csv.writer(steps_file), csv.writer(operations_file), csv.writer(kernels_file)
    if options.start == 0:
        steps.writerow(COLUMNS)
        operations.writerow([*COLUMNS[:6], "operation", "shapes", "count", "kernel_us"])
        kernels_of.writerow([*COLUMNS[:6], "operation", "shapes", "kernel", "count", "kernel_us"])
    logs, begin, turn = {}, time.time(), Turn(options.turns)
    jobs = measured_in_turn(options, names, frameworks)
    for i, (name, mode, precision, framework, batch, few) in enumerate(jobs):
        if i < options.start:
            continue
        if time.time() - begin > options.seconds:
            break
        keep, broken = logs if few and framework == "eager" else None, False
        try:
            with turn:
                row = measure_one(name, mode, precision, batch, framework, operations, kernels_of, keep)
            steps.writerow(row)
            print(*row[:3], row[5], row[7], *row[10:13], f"{time.time() - begin:.0f} s", flush=True)
        except BaseException:
            text = traceback.format_exc()[-1500:]
            errors.writerow([name, mode, f"{precision} {batch}", text])
            print(name, mode, precision, batch, text.strip().splitlines()[-1], flush=True)
            broken = "device-side assert" in text or "illegal memory" in text
        for file in (steps_file, operations_file, kernels_file):
            file.flush()
        if broken:  # this process can measure nothing more
            left = ["--seconds", str(options.seconds - (time.time() - begin)), "--start", str(i + 1)]
            os.execv(sys.executable, [sys.executable, *sys.argv, *left])
    if logs:
        with open(os.path.join(options.out, f"dispatched{tag}.json"), "w") as file:
            json.dump(logs, file, separators=(",", ":"))
    torch.cuda.synchronize()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("part", choices=("record", "measure", "onnx", "visible", "traced"))
    parser.add_argument(
        "--networks",
        default="unnamed",
        choices="unnamed held_out later third fourth fifth sixth seventh eighth ninth tenth".split(),
    )
    parser.add_argument("--only", default="", help="names of networks, with commas between them")
    parser.add_argument("--kinds", default="", help="train-amp_bf16,infer-tf32 ...: these alone; train: its own")
    parser.add_argument("--seconds", type=float, default=400)
    parser.add_argument("--start", type=int, default=0, help="after a step that broke the card: the one to go on with")
    parser.add_argument("--processes", type=int, default=14)
    parser.add_argument("--framework", default="eager")
    parser.add_argument("--turns", default="", help="a file, locked while a step runs (turns.py)")
    parser.add_argument(
        "--few", action="store_true", help="one batch of each: training the larger, inference the smaller"
    )
    parser.add_argument("--rest", action="store_true", help="the batches that --few leaves out")
    parser.add_argument("--few_first", action="store_true", help="those of --few for all networks, then the rest")
    options = parser.parse_args()
    names = options.only.split(",") if options.only else list(lists()[options.networks])
    kinds = [(name, *kind) for name in names for kind in chosen_kinds(name, options.kinds)]
    for folder in ("", "recordings", "onnx", "visible", "traced"):
        os.makedirs(os.path.join(options.out, folder), exist_ok=True)
    with open(os.path.join(options.out, f"errors_{options.part}.csv"), "a", buffering=1, newline="") as file:
        errors = csv.writer(file)
        if options.part == "measure":
            measure(options, names, errors)
        elif options.part == "record":
            jobs = [(options.out, *kind) for kind in kinds]
            in_processes(record_one, jobs, options.processes, errors, options.seconds)
        elif options.part == "traced":
            jobs = [(options.out, *kind, "traced") for kind in kinds]
            in_processes(record_one, jobs, options.processes, errors, options.seconds)
        elif options.part == "visible":
            jobs = [(options.out, *kind, "visible") for kind in kinds]
            in_processes(record_one, jobs, options.processes, errors, options.seconds, hidden=False)
            compare_visible(options.out, jobs)
        else:
            sets = {"default": (18, 20, 23), "older": (17, 13, 14, 15, 16)}  # operator sets, in turn
            jobs = [
                (options.out, n, e, t, sets[e][i % len(sets[e])])
                for i, n in enumerate(names)
                for e in sets
                for t in (False, True)
            ]
            in_processes(onnx_one, jobs, options.processes, errors, options.seconds)


if __name__ == "__main__":
    main()
