#!/usr/bin/env python3
"""All that judges one list of recorded_networks.py, in one call: recordings, measured steps, ONNX files.

    python3 blind_list.py OUT [--networks seventh] [--seconds 430] [--visible NAME,...] [--compiled NAME,...] [--own]

--own is for networks that bring their recipes: files are packed by mode alone, compiled steps have the recipe's
precision.

Steps are measured while other processes record, export and compile: times of kernels and peaks of memory are not
touched by that (steps take turns on the card, turns.py), times on the host (host_us, step_us) are, and judge nothing.

Files under OUT, each below 16 MiB
    recordings_MODE_PRECISION.tar.xz, recordings_MODE.tar.xz, onnx.tar.gz   those folders of recorded_networks.py
    measured.tar.xz     its tables, errors, machine.json, dispatched.json, what differs in visible/, recordings of
                        traced/, tables of compiled_steps.py under compiled_*/, logs of the parts
"""
import argparse
import contextlib
import glob
import multiprocessing
import os
import signal
import subprocess
import sys
import tarfile
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
LARGEST = 15_500_000  # bytes of one file
LARGEST_ONNX = 12_000_000
VISIBLE = {
    "seventh": "critics,fourier_layers,chooses,letters,roberta,mobilenetv4_conv_small",
    "eighth": "checkpointed,dispatches,translated,centres,listens,autoformer",
    "ninth": "orthogonal,delta,imagines,regions,genes,starnet_s1",
    "tenth": "spikes,cached,foretells,stacks,vit_b_32,rewarded,yoso,resnetblur50",
}
KINDS = ("train-amp_bf16", "train-tf32", "infer-amp_bf16", "infer-tf32")


def started(folder, label, command, quiet=True):
    """A process, its output in label.log; quiet ones give way to others."""
    log = open(os.path.join(folder, label + ".log"), "w")
    before = ["nice", "-n", "19"] if quiet else []
    return subprocess.Popen([*before, sys.executable, *command], stdout=log, stderr=subprocess.STDOUT, process_group=0)


def start(folder, part, options, seconds, *more, quiet=True):
    """A part of recorded_networks.py."""
    command = [os.path.join(HERE, "recorded_networks.py"), folder, part]
    command += ["--networks", options.networks, "--seconds", str(max(5, int(seconds))), *more]
    return started(folder, part, command, quiet)


def start_compiled(folder, names, seconds, more, count=2):
    """compiled_steps.py in some processes, since most of its time is the compiler's."""
    processes = []
    for i in range(min(count, len(names))):
        out = os.path.join(folder, f"compiled_{i}")
        command = [os.path.join(HERE, "compiled_steps.py"), out, "--only", ",".join(names[i::count])]
        command += ["--seconds", str(int(seconds)), *more]
        processes.append(started(folder, f"compiled_{i}", command, quiet=False))
    return processes


def finished(process, seconds):
    """Waits, then ends whatever the part has left."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(max(1.0, seconds))
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def packed(job):
    """Writes a tar of files; while it is too large, leaves the largest tenth out. -> what was done, in words."""
    folder, path, files, limit = job
    files, left = sorted(files, key=os.path.getsize), 0
    while True:
        how = {"mode": "w:xz", "preset": 2} if path.endswith("xz") else {"mode": "w:gz", "compresslevel": 6}
        with tarfile.open(path, **how) as out:
            for name in files:
                out.add(name, arcname=os.path.relpath(name, folder))
        if os.path.getsize(path) <= limit or not files:
            return f"{os.path.basename(path)}: {os.path.getsize(path)} bytes, {len(files)} files, {left} left out"
        gone = max(1, len(files) // 10)
        files, left = files[:-gone], left + gone


def pack(jobs):
    with multiprocessing.get_context("fork").Pool(len(jobs)) as pool:
        for said in pool.imap(packed, jobs):
            print(said, flush=True)


def recordings_of(folder, out, kinds):
    for kind in kinds:
        found = glob.glob(os.path.join(folder, "recordings", f"*-{kind}.json" if "-" in kind else f"*-{kind}-*.json"))
        yield folder, os.path.join(out, f"recordings_{kind.replace('-', '_')}.tar.xz"), found, LARGEST


def measured_of(folder, out):
    tables = [name for name in glob.glob(os.path.join(folder, "*")) if os.path.isfile(name)]
    for more in ("visible/*.json", "traced/*.json", "compiled_*/*"):
        tables += glob.glob(os.path.join(folder, more))
    yield folder, os.path.join(out, "measured.tar.xz"), tables, LARGEST


def onnx_of(folder, out):
    files = glob.glob(os.path.join(folder, "onnx", "*.onnx"))
    yield folder, os.path.join(out, "onnx.tar.gz"), files, LARGEST_ONNX


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--networks", default="seventh")
    parser.add_argument("--seconds", type=float, default=430, help="for all parts together, without the packing")
    parser.add_argument("--visible", help="networks recorded a second time with the GPU seen")
    parser.add_argument("--compiled", default="", help="networks measured under torch.compile, training in BF16, too")
    parser.add_argument("--only", default="", help="these networks alone")
    parser.add_argument("--own", action="store_true", help="the networks bring their recipes")
    options = parser.parse_args()
    end = time.time() + options.seconds
    left = lambda: end - time.time()
    only = ["--only", options.only] if options.only else []
    cores = os.cpu_count() or 4
    compiled = [name for name in options.compiled.split(",") if name]
    many = ["--processes", str(max(2, cores - 2))]
    os.makedirs(options.out, exist_ok=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        turns = ["--turns", os.path.join(folder, "turns")] if compiled else []
        measuring = start(folder, "measure", options, left() - 75, "--few_first", *only, *turns, quiet=False)
        own = ["--precision", "own"] if options.own else []
        compiling = start_compiled(folder, compiled, left() - 110, [*turns, *own])
        recording = start(folder, "record", options, 0.55 * left(), *many, *only)
        finished(recording, 0.55 * left() + 20)
        print(f"recorded; {left():.0f} s left", flush=True)
        kinds = ("train", "infer") if options.own else KINDS
        pack([*recordings_of(folder, options.out, kinds), *measured_of(folder, options.out)])
        exporting = start(folder, "onnx", options, left() - 75, *many, *only)
        if compiled:
            few = ["--only", options.compiled, "--kinds", "train" if options.own else "train-amp_bf16", *many]
            finished(start(folder, "traced", options, 80, *few), 90)
        finished(measuring, left() - 50)
        for process in compiling:
            finished(process, left() - 50)
        print(f"measured; {left():.0f} s left", flush=True)
        pack([*measured_of(folder, options.out)])
        few = ["--only", options.visible or VISIBLE.get(options.networks, ""), *many]
        visible = start(folder, "visible", options, left() - 5, *few, quiet=False)
        finished(visible, left())
        finished(exporting, left())
        print(f"exported; {left():.0f} s left", flush=True)
        pack([*measured_of(folder, options.out), *onnx_of(folder, options.out)])


if __name__ == "__main__":
    main()
