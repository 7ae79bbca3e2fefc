#!/usr/bin/env python3
"""How fast this machine's processor does what a framework does on the host: one file, nothing but Python is needed.

    python3 host_speed.py [--seconds 40] [--loops torch_cuda,torch_cpu,interpreter] [--out FILE.json]

Times short pieces of such work in turns, so that all of them see the same minutes:

    torch_cuda   one training step of 16 layers of 64 nodes, which waits for the host (with a GPU and PyTorch)
    torch_cpu    one training step of 16 layers of 16 nodes on the processor (with PyTorch)
    interpreter  a tape of 600 calls written and read back by Python alone

and compares the first of them that runs here with what it took on a machine where training steps were timed beside it
(ANCHORS). The answer is one number, host times here over those of the planner's profiles, as the flag to give it:
--host-scale X, or --host FILE.json, which perfmodel-plan reads. perfmodel-calibrate host runs this file.

Exit codes: 0 done, 2 bad usage, 3 what was asked for does not run here.
"""
import argparse
import datetime
import json
import os
import platform
import sys
import time

LOOPS = ("torch_cuda", "torch_cpu", "interpreter")  # the nearest to a step first

# What ties a loop to a step: data/raw/h200-sxm/host_speed.csv, 138 rounds of all loops and of seven training and
# inference steps on one machine on 2026-11-23, PyTorch 2.11, Python 3.12; tests/calibrate/measure/host reads the table
# and derives them again.
#   UNDISTURBED_FACTOR  the steps' 5 % quantiles, when nobody else had the processor, over the predictions with
#                       --host-scale 1: the median of 0.62 to 0.87
#   undisturbed_us      the loop's 5 % quantile
#   crowding            by which power of the loop's median over that quantile the steps' median exceeds theirs
UNDISTURBED_FACTOR = 0.709
ANCHORS = {
    "torch_cuda": {"undisturbed_us": 2627.9, "crowding": 1.133},
    "torch_cpu": {"undisturbed_us": 814.6, "crowding": 0.627},
    "interpreter": {"undisturbed_us": 1353.1, "crowding": 0.432},
}
ANCHOR_TORCH = "2.11"
QUANTILES = (0.05, 0.5, 0.95)


class Value:
    __slots__ = ("shape", "source", "gradient")

    def __init__(self, shape, source):
        self.shape, self.source, self.gradient = shape, source, None


class Operation:
    def __init__(self, name, inputs, options):
        self.name, self.inputs, self.options = name, inputs, options

    def run(self, tape):
        shape = tuple(max(sizes) for sizes in zip(*(value.shape for value in self.inputs)))
        tape.append(self)
        return Value(shape, self)

    def back(self, gradients):
        for value in self.inputs:
            gradients[id(value)] = gradients.get(id(value), 0) + len(value.shape)


def interpreter_step():
    """Writes a tape of 600 calls and reads it back: objects, dictionaries, tuples, calls."""
    tape, gradients = [], {}
    registry = {name: Operation for name in ("linear", "relu", "add", "norm", "dropout", "view")}
    value, names = Value((64, 64), None), tuple(registry)
    for call in range(600):
        kind = registry[names[call % len(names)]]
        value = kind(names[call % len(names)], (value, Value((1, 64), None)), {"alpha": call, "inplace": False}).run(
            tape
        )
    for operation in reversed(tape):
        operation.back(gradients)
    return len(gradients)


def torch_step(device, nodes, batch):
    """-> a training step of 16 layers of so many nodes under PyTorch."""
    import torch

    torch.manual_seed(1)
    layers = []
    for _ in range(16):
        layers += [torch.nn.Linear(nodes, nodes), torch.nn.ReLU()]
    model = torch.nn.Sequential(*layers).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)
    inputs = torch.randn(batch, nodes, device=device)
    labels = torch.randint(0, nodes, (batch,), device=device)

    def step():
        loss = torch.nn.functional.cross_entropy(model(inputs), labels)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)

    return step


def loops(wanted):
    """-> {name: (step, wait)} of those that run here; `wait` returns when the device is idle."""
    found, nothing = {}, lambda: None
    if "interpreter" in wanted:
        found["interpreter"] = (interpreter_step, nothing)
    if not set(wanted) & {"torch_cpu", "torch_cuda"}:
        return found
    try:
        import torch
    except ImportError:
        return found
    if "torch_cpu" in wanted:
        found["torch_cpu"] = (torch_step("cpu", 16, 4), nothing)
    if "torch_cuda" in wanted and torch.cuda.is_available():
        found["torch_cuda"] = (torch_step("cuda", 64, 64), torch.cuda.synchronize)
    return found


def group_us(step, wait, seconds=0.02):
    """Microseconds of a step, the mean of a group that takes about so long."""
    step()
    wait()
    begin = time.perf_counter()
    count = 0
    while count < 4 or time.perf_counter() - begin < seconds:
        step()
        count += 1
    wait()
    return 1e6 * (time.perf_counter() - begin) / count


def processor():
    """-> the name of the processor and its clock in MHz as the system says them; None where it does not."""
    name, clock = platform.processor() or None, None
    try:
        with open("/proc/cpuinfo") as file:
            for line in file:
                key, _, value = line.partition(":")
                if key.strip() == "model name":
                    name = value.strip()
                elif key.strip() == "cpu MHz":
                    clock = max(clock or 0.0, float(value))
    except OSError:
        pass
    return name, clock


def versions():
    said = {"python": platform.python_version()}
    if "torch" in sys.modules:
        said["torch"] = sys.modules["torch"].__version__
    return said


def measure(seconds, wanted=LOOPS):
    """-> what the machine is, and {loop: [us of each group]}, the loops in turns for so many seconds."""
    found = loops(wanted)
    if "torch" in sys.modules:
        sys.modules["torch"].set_num_threads(1)
    for step, wait in found.values():  # what is made once is made now
        for _ in range(5):
            group_us(step, wait)
    groups = {name: [] for name in found}
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or not all(groups.values()):
        for name, (step, wait) in found.items():
            groups[name].append(round(group_us(step, wait), 2))
    name, clock = processor()
    machine = {"cpu": name, "clock_mhz": clock, "cpus": os.cpu_count(), **versions()}
    return {"machine": machine, "groups_us": groups}


def quantiles(times):
    """-> the 5 %, 50 % and 95 % quantiles: the nearest rank below."""
    times = sorted(times)
    return tuple(times[int(share * (len(times) - 1))] for share in QUANTILES)


def factor_of(loop, times):
    """-> (host times here over those of the planner's profiles, by how much longer they are in the worst 5 %).

    A slower processor makes loop and step longer alike; others who use it make them longer by different powers."""
    anchor = ANCHORS[loop]
    low, middle, high = quantiles(times)
    factor = UNDISTURBED_FACTOR * low / anchor["undisturbed_us"] * (middle / low) ** anchor["crowding"]
    return factor, (high / middle) ** anchor["crowding"] - 1.0


def host_file(name, result, loop):
    """-> what perfmodel-plan --host FILE reads."""
    machine = result["machine"]
    factor, crowded = factor_of(loop, result["groups_us"][loop])
    low, middle, high = quantiles(result["groups_us"][loop])
    source = (
        f"host_speed.py: {loop}, {len(result['groups_us'][loop])} groups, {middle:.1f} us in the middle, 90 % of them "
        f"{low:.1f} to {high:.1f}; Python {machine['python']}, PyTorch {machine.get('torch', 'not there')}"
    )
    written = {
        "provenance": {
            "program": "perfmodel-calibrate host",
            "date": datetime.date.today().isoformat(),
            "inputs": {},
        },
        "units": {"clock": "MHz"},
        "name": name,
        "cpu": machine["cpu"] or "not known",
        "source": source,
        "cpus": machine["cpus"] or 0,
        "factor": float(f"{factor:.3g}"),
        "crowded": float(f"{crowded:.3g}"),
    }
    if machine["clock_mhz"]:
        written["clock"] = machine["clock_mhz"]
    return written


def notes(loop, machine):
    """-> what makes the factor less certain, in sentences."""
    said = []
    torch = machine.get("torch", "")
    if loop != "interpreter" and not torch.startswith(ANCHOR_TORCH + "."):
        said.append(
            f"{loop} was tied to steps under PyTorch {ANCHOR_TORCH}; here is {torch}, so that the factor holds the "
            "difference of the versions, too"
        )
    if loop == "interpreter":
        said.append(
            "without PyTorch the factor is that of plain Python, the least like a step; install it to do better"
        )
    return said


def report(result, loop, out):
    for name, times in result["groups_us"].items():
        low, middle, high = quantiles(times)
        print(f"{name:12} {middle:10.1f} us, 90 % of {len(times)} groups {low:.1f} to {high:.1f}")
    written = host_file(os.path.splitext(os.path.basename(out or "this machine"))[0], result, loop)
    factor = written["factor"]
    print(f"host: {factor:g} times the profiles' (from {loop}; quiet-server is 0.77, virtual-machine 1)")
    for note in notes(loop, result["machine"]):
        print("note: " + note)
    if out:
        with open(out, "w", encoding="utf-8") as file:
            json.dump(written, file, indent=2)
            file.write("\n")
    print("use: --host " + out if out else f"use: --host-scale {factor:g}")


def failed(why, code):
    print("host_speed.py: " + why, file=sys.stderr)
    return code


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=40.0, help="that the loops run in turns (default %(default)s)")
    parser.add_argument("--loops", default=",".join(LOOPS), help="those to run (default %(default)s)")
    parser.add_argument("--out", help="host file to write, as perfmodel-plan --host FILE.json takes it")
    parser.add_argument("--json", action="store_true", help="print every group's time instead")
    arguments = parser.parse_args()
    wanted = arguments.loops.split(",")
    unknown = sorted(set(wanted) - set(LOOPS))
    if unknown:
        return failed(f'--loops: got "{unknown[0]}"; must be of {", ".join(LOOPS)}', 2)
    if not 0.1 <= arguments.seconds <= 3600:
        return failed(f"--seconds: got {arguments.seconds:g}; must be from 0.1 to 3600", 2)
    if arguments.out and not arguments.out.endswith(".json"):
        return failed(f'--out: got "{arguments.out}"; must end in .json', 2)
    if arguments.out and not os.path.isdir(os.path.dirname(arguments.out) or "."):
        return failed(f'--out: got "{arguments.out}"; must be in a folder that is there', 2)
    result = measure(arguments.seconds, wanted)
    if not result["groups_us"]:
        return failed(f"none of {arguments.loops} runs here; interpreter needs Python alone", 3)
    if arguments.json:
        print(json.dumps(result))
    else:
        report(result, next(loop for loop in LOOPS if loop in result["groups_us"]), arguments.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
