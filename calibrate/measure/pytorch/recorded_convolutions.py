"""Every convolution of recorded networks' steps by itself, forward and each gradient apart, with its time by kernel.

    python3 recorded_convolutions.py list CALLS STEPS.csv RECORDINGS... [--runs 4,5,6]
    python3 recorded_convolutions.py measure CALLS OUT [--seconds 500] [--card h100-sxm5-80gb]

list     (no GPU, no PyTorch) writes each different convolution of the recordings (recorded_networks.py) at the batches
         of the steps in STEPS.csv (data/raw/*/recorded_networks.csv), with the steps that hold it and how often.
measure  runs them in random order until the time is used up: OUT/network_layers.csv and OUT/network_layers_kernels.csv,
         as data/raw/h200-sxm has them; OUT/skipped.csv. Warm operands, six profiled calls, the median of their sums.
Written for PyTorch 2.11.
"""
import argparse
import collections
import csv
import json
import os
import random
import sys
import time

CALLED = ("aten.convolution.default", "aten.convolution_backward.default")
COLUMNS = (
    "seed,family,number,operation,format,tf32,specification,mode,operands,kernels,kernel_us,kernel_list,"
    "sm_clock_mhz,repetitions,call"
)
SEED = 501


def at(value, index):
    if isinstance(value, dict) and "at" in value:
        return value["at"][index]
    return [at(v, index) for v in value] if isinstance(value, list) else value


def tensor(from_recording, index):
    if not isinstance(from_recording, dict):
        return None
    return {
        "shape": at(from_recording["shape"], index),
        "strides": at(from_recording["strides"], index),
        "dtype": from_recording["format"],
    }


def calls_of(recording, batch, mode):
    """(description, number) of each different convolution of a step"""
    batches = recording["batches"]
    index = batches.index(batch) if batch in batches else (len(batches) - 1 if mode == "train" else 0)
    found = collections.Counter()
    for event in recording["step"]:
        if event.get("op") not in CALLED:
            continue
        backward, given = "backward" in event["op"], event["in"]
        tensors = [tensor(t, index) for t in given[: 3 if backward else 2]]
        stride, padding, dilation, transposed, added, groups = [at(v, index) for v in given[3 + backward :][:6]]
        common = {
            "tensors": tensors[-2:],
            "gradient": tensors[0] if backward else None,
            "attributes": {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups},
            "transposed": transposed,
            "added": added,
            "tf32": int(recording["tf32_convolutions"] and tensors[0]["dtype"] == "fp32"),
        }
        wanted = [i for i in (0, 1) if at(given[10], index)[i]] if backward else [None]
        for i in wanted:
            found[json.dumps({**common, "gradient_of": i}, sort_keys=True)] += 1
    return found


def make_list(a):
    runs = a.runs.split(",")
    with open(a.steps) as file:
        steps = [r for r in csv.DictReader(line for line in file if not line.startswith("#"))]
    calls = collections.OrderedDict()
    for step in steps:
        if step["framework"] != "eager" or step["run"] not in runs:
            continue
        name = "%s-%s-%s.json" % (step["network"], step["mode"], step["precision"])
        path = next((p for p in (os.path.join(folder, name) for folder in a.recordings) if os.path.exists(p)), None)
        if path is None:
            continue
        with open(path) as file:
            recording = json.load(file)
        words = " ".join([step["network"], step["mode"], step["precision"], step["batch"]])
        for call, count in calls_of(recording, int(step["batch"]), step["mode"]).items():
            calls.setdefault(call, []).append("%s x%d" % (words, count))
    with open(a.calls, "w") as file:
        json.dump([[json.loads(call), "; ".join(steps)] for call, steps in calls.items()], file)
    print("%d convolutions" % len(calls))


def measure(a):
    import torch

    import random_operations as single
    from random_cases import DTYPES, Case

    def made(t):
        size = 1 + sum((n - 1) * s for n, s in zip(t["shape"], t["strides"]))
        return torch.randn(size, device="cuda", dtype=DTYPES[t["dtype"]]).as_strided(t["shape"], t["strides"])

    def case_of(number, call):
        x, weight = call["tensors"]
        attributes = {**call["attributes"], "bias": False, "kind": "layer"}
        if call["transposed"] and any(call["added"]):
            raise ValueError("padding of the output")
        extents = len(x["shape"]) - 2
        name = "conv%s%dd" % ("_transpose" if call["transposed"] else "", extents)
        gradient_of = None if call["gradient_of"] is None else [call["gradient_of"]]
        case = Case(name, x["dtype"], [], None, attributes, gradient_of, call["tf32"])
        case.family, case.seed, case.number, case.kinds, case.times = "layer_convolution", SEED, number, ["warm"], 6
        torch.backends.cudnn.allow_tf32 = bool(case.tf32)
        tensors = [made(x), made(weight)]
        stride, padding, dilation, groups = (call["attributes"][k] for k in ("stride", "padding", "dilation", "groups"))
        rest = [stride, padding, dilation, call["transposed"], call["added"], groups]
        if gradient_of is None:
            case.run = lambda: torch.ops.aten.convolution(*tensors, None, *rest)
        else:
            gradient = made(call["gradient"])
            attributes["gradient"] = single.described(gradient)
            mask = [gradient_of == [0], gradient_of == [1], False]
            case.run = lambda: torch.ops.aten.convolution_backward(gradient, *tensors, None, *rest, mask)
        case.spec = {"operands": [single.described(t) for t in tensors], "attributes": attributes}
        if gradient_of is not None:
            case.spec["gradient_of"] = gradient_of
        return case

    begin = time.perf_counter()
    os.makedirs(a.out, exist_ok=True)
    with open(a.calls) as file:
        calls = list(enumerate(json.load(file)))
    random.Random(1).shuffle(calls)
    torch.manual_seed(1)
    device, names, skipped, written = single.Device("cuda"), {}, [], [0]
    rows = open(os.path.join(a.out, "network_layers.csv"), "w", newline="")
    rows.write("# perfmodel-raw 1 network_layers card=%s\n%s\n" % (a.card, COLUMNS))
    writer = csv.writer(rows, lineterminator="\n")

    def finish(batch):
        single.profile([case for case, _ in batch], device)
        for case, steps in batch:
            found = sorted(case.calls["warm"], key=lambda c: sum(k[0] for k in c))
            middle = found[len(found) // 2]
            listed = []
            for microseconds, name in middle[:12]:
                short = single.short(name, 160).replace(",", ";")
                listed.append("%d:%.4g" % (names.setdefault(short, len(names)), microseconds))
            if len(middle) > 12:
                listed.append("...")
            # spec columns as in random_operations.py
            writer.writerow(
                [case.seed, case.family, case.number, case.op, case.dtype, case.tf32]
                + [json.dumps(case.spec, separators=(",", ":")), case.mode, "warm", len(middle)]
                + ["%.3f" % sum(k[0] for k in middle), " ".join(listed), case.clocks["warm"], len(found), steps]
            )
            case.run, written[0] = None, written[0] + 1
        rows.flush()

    batch, done = [], 0
    torch.cuda.reset_peak_memory_stats()
    with torch.no_grad():
        for number, (call, steps) in calls:
            if time.perf_counter() - begin > a.seconds:
                break
            try:
                case = case_of(number, call)
                case.run()
                torch.cuda.synchronize()
                batch.append((case, steps))
                done += 1
            except Exception as error:
                skipped.append([number, json.dumps(call), " ".join(str(error).split())[:200]])
            if len(batch) >= 64 or torch.cuda.memory_allocated() > 30e9:
                finish(batch)
                batch = []
                torch.cuda.empty_cache()
        if batch:
            finish(batch)
    rows.write("# end %d\n" % written[0])
    rows.close()
    with open(os.path.join(a.out, "network_layers_kernels.csv"), "w", newline="") as file:
        file.write("# perfmodel-raw 1 network_layers_kernels card=%s\nnumber,name\n" % a.card)
        csv.writer(file, lineterminator="\n").writerows([number, name] for name, number in names.items())
        file.write("# end %d\n" % len(names))
    with open(os.path.join(a.out, "skipped.csv"), "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(skipped)
    single.machine(a.out)
    print("%d of %d, %d skipped, %.0f s" % (done, len(calls), len(skipped), time.perf_counter() - begin))


def main():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(required=True)
    listing = commands.add_parser("list")
    listing.add_argument("calls")
    listing.add_argument("steps")
    listing.add_argument("recordings", nargs="+")
    listing.add_argument("--runs", default="4,5,6")
    listing.set_defaults(run=make_list)
    measuring = commands.add_parser("measure")
    measuring.add_argument("calls")
    measuring.add_argument("out")
    measuring.add_argument("--seconds", type=float, default=500)
    measuring.add_argument("--card", default="h100-sxm5-80gb")
    measuring.set_defaults(run=measure)
    a = parser.parse_args()
    a.run(a)


if __name__ == "__main__":
    sys.exit(main())
