#!/usr/bin/env python3
"""Measures single operations under PyTorch eager: convolutions (scratch memory, device time, kernels) and optimizers.

    python3 calibrate/measure/pytorch/pytorch_operations.py --out DIR --seconds 90 \\
        --what optimizers,convolutions,engines,recurrent

Files
    pytorch_convolution_kernels.csv  one row per convolution and pass: shape, format, layout, bytes of scratch memory
                                     that the caching allocator handed out while the call ran (beyond its results),
                                     device time, number of kernels, the longest kernel's name
    pytorch_convolution_engines.csv  the same columns, FP32, of every convolution of known networks at many batches
    pytorch_recurrent.csv            nn.LSTM and nn.GRU: device and host time of forward and backward apart, kept and
                                     scratch memory
    pytorch_recurrent_kernels.csv    their kernels by name
    pytorch_optimizers.csv           one row per optimizer, implementation and list of parameters: device time,
                                     kernels, host time, extra peak memory of one step
Cases are drawn with a fixed seed. Written for PyTorch 2.11; pytorch_networks.py records the versions.
"""
import argparse
import csv
import os
import random
import statistics
import sys
import time

import torch

DEVICE = "cuda"


def kernels_of(call, reps):
    """(device time of one call in us, kernels a call, name of the longest kernel)"""
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profiler:
        for _ in range(reps):
            call()
        torch.cuda.synchronize()
    sums, count = {}, 0
    for event in profiler.profiler.kineto_results.events():
        if (
            "CUDA" in str(event.device_type())
            and "Synchronize" not in event.name()
            and "Context Sync" not in event.name()
        ):
            sums[event.name()] = sums.get(event.name(), 0.0) + event.duration_ns() / 1e3
            count += 1
    longest = max(sums, key=sums.get) if sums else ""
    return sum(sums.values()) / reps, count / reps, longest[:110]


def single_call_us(call):
    """Time of one call between two events, as a framework's user would time it."""
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    torch.cuda.synchronize()
    start.record()
    call()
    end.record()
    torch.cuda.synchronize()
    return 1e3 * start.elapsed_time(end)


def convolution_cases():
    """(n, c, h, w, k, r, s, stride, pad, groups) of VGG-16, ResNets, Inception, DenseNet, then drawn ones."""
    cases = []
    for n in (4, 8, 16, 32, 64):
        for c, k, hw in (
            (3, 64, 224),
            (64, 64, 224),
            (64, 128, 112),
            (128, 128, 112),
            (128, 256, 56),
            (256, 256, 56),
            (256, 512, 28),
            (512, 512, 28),
            (512, 512, 14),
        ):
            cases.append((n, c, hw, hw, k, 3, 3, 1, 1, 1))
    for n in (1, 16, 64):
        cases += [
            (n, 3, 224, 224, 64, 7, 7, 2, 3, 1),
            (n, 64, 56, 56, 64, 3, 3, 1, 1, 1),
            (n, 128, 56, 56, 128, 3, 3, 2, 1, 1),
            (n, 128, 28, 28, 128, 3, 3, 1, 1, 1),
            (n, 256, 14, 14, 256, 3, 3, 1, 1, 1),
            (n, 512, 7, 7, 512, 3, 3, 1, 1, 1),
            (n, 256, 56, 56, 64, 1, 1, 1, 0, 1),
            (n, 256, 56, 56, 512, 1, 1, 2, 0, 1),
            (n, 1024, 14, 14, 256, 1, 1, 1, 0, 1),
            (n, 48, 35, 35, 64, 5, 5, 1, 2, 1),
            (n, 64, 35, 35, 96, 3, 3, 1, 1, 1),
            (n, 128, 14, 14, 32, 3, 3, 1, 1, 1),
            (n, 128, 56, 56, 32, 3, 3, 1, 1, 1),
            (n, 128, 17, 17, 192, 1, 7, 1, 3, 1),
            (n, 192, 17, 17, 192, 7, 1, 1, 3, 1),
            (n, 288, 35, 35, 384, 3, 3, 2, 0, 1),
        ]
    draw = random.Random(20261121)
    while len(cases) < 220:
        c, k = draw.choice((16, 32, 64, 96, 128, 192, 256, 384, 512)), draw.choice(
            (16, 32, 64, 96, 128, 192, 256, 384, 512)
        )
        hw, n, r = (
            draw.choice((7, 8, 14, 17, 28, 35, 56, 80, 112, 147)),
            draw.choice((1, 2, 8, 16, 24, 32, 64, 128)),
            draw.choice((1, 3, 3, 3, 5, 7)),
        )
        stride = draw.choice((1, 1, 1, 2))
        if 2.0 * n * c * k * hw * hw * r * r / stride / stride < 1.5e12 and n * max(c, k) * hw * hw < 4e8:
            cases.append((n, c, hw, hw, k, r, r, stride, r // 2, 1))
    return cases


def network_cases():
    """Convolutions of whole networks, shuffled with a fixed seed so that a cut is fair."""
    import torchvision.models as tv

    shapes = {}
    for name, (h, w), batches in (
        ("vgg16", (224, 224), (1, 2, 4, 8, 12, 16, 20, 24, 32, 40, 48, 64, 96)),
        ("resnet18", (224, 224), (8, 32, 64, 96, 128, 192, 256)),
        ("resnet50", (224, 224), (8, 32, 64, 96, 256)),
        ("inception_v3", (600, 800), (8, 16, 32)),
        ("inception_v3", (299, 299), (16, 64)),
        ("densenet121", (224, 224), (16, 64)),
    ):
        with torch.device("meta"):
            model = getattr(tv, name)(weights=None, **({"init_weights": False} if name == "inception_v3" else {}))
            found = []
            for m in model.modules():
                if isinstance(m, torch.nn.Conv2d):
                    m.register_forward_hook(
                        lambda m, i, o: found.append(
                            (*i[0].shape[1:], m.out_channels, *m.kernel_size, m.stride[0], *m.padding, m.groups)
                        )
                    )
            model(torch.randn(2, 3, h, w))
        for one in found:
            for n in batches:
                shapes[(n, *one)] = 1
    cases = list(shapes)
    random.Random(20261122).shuffle(cases)
    return cases


def allocated_bytes(tensor):
    """What the caching allocator takes for a tensor of its own."""
    return -(-tensor.numel() * tensor.element_size() // 512) * 512


def scratch_of(call, result_bytes):
    """Peak memory of a call beside its result."""
    torch.cuda.synchronize()
    torch.cuda.reset_peak_memory_stats()
    before = torch.cuda.memory_allocated()
    call()
    return torch.cuda.max_memory_allocated() - before - result_bytes


def convolution_table(path):
    """(writer, file) of one row per convolution and pass."""
    table = csv.writer(file := open(path, "w", newline=""))
    table.writerow(
        "n c h w k r s stride pad_h pad_w groups precision layout pass workspace_bytes device_us kernels kernel".split()
    )
    return table, file


def convolution_passes(shape, dtype, layout):
    """(pass, call, a tensor as large as its result) of a convolution: (n, c, h, w, k, r, s, stride, pads, groups)."""
    n, c, h, w, k, r, s, stride, pads, groups = shape
    form = torch.channels_last if layout == "nhwc" else torch.contiguous_format
    x = torch.randn(n, c, h, w, device=DEVICE, dtype=dtype).contiguous(memory_format=form)
    weight = torch.randn(k, c // groups, r, s, device=DEVICE, dtype=dtype).contiguous(memory_format=form)
    forward = lambda: torch.conv2d(x, weight, None, stride, pads, 1, groups)
    dy = torch.randn_like(forward())
    backward = lambda mask: torch.ops.aten.convolution_backward(
        dy, x, weight, [0], (stride, stride), pads, (1, 1), False, (0, 0), groups, mask
    )
    return (
        ("forward", forward, dy),
        ("input_gradient", lambda: backward([True, False, False]), x),
        ("weight_gradient", lambda: backward([False, True, False]), weight),
    )


def write_convolution(table, shape, precision, layout, calls):
    """One row for each pass, timed over so many calls; before a second one the first may choose its engine."""
    key = [*shape[:8], *shape[8], shape[9], precision, layout]
    try:
        for name, call, result in convolution_passes(
            shape, torch.float16 if precision == "fp16" else torch.float32, layout
        ):
            for _ in range(calls - 1):
                call()
            scratch = scratch_of(call, allocated_bytes(result))
            device, count, kernel = kernels_of(call, calls)
            table.writerow([*key, name, scratch, round(device, 2), count, kernel])
    except Exception as error:
        table.writerow([*key, "error", "", "", "", repr(error)[:100]])
        torch.cuda.empty_cache()


def engines(path, deadline):
    """FP32 NCHW, all passes: scratch memory tells which of cuDNN's engines ran."""
    table, file = convolution_table(path)
    torch.backends.cudnn.allow_tf32 = False
    for n, c, h, w, k, r, s, stride, ph, pw, groups in network_cases():
        if time.perf_counter() > deadline:
            print("time is up", flush=True)
            return
        write_convolution(table, (n, c, h, w, k, r, s, stride, (ph, pw), groups), "fp32", "nchw", 1)
        file.flush()


def recurrent_cases():
    """(cell, inputs, hidden, layers, bidirectional, batch, length, precision)"""
    cases = []
    for precision in ("fp32", "tf32", "fp16", "bf16"):
        for cell in ("lstm", "gru"):
            for hidden in (128, 256, 512, 1024):
                for batch in (16, 64, 256):
                    cases.append((cell, hidden, hidden, 1, 0, batch, 50, precision))
            cases += [
                (cell, 512, 512, 2, 0, 64, 50, precision),
                (cell, 512, 512, 4, 0, 64, 50, precision),
                (cell, 512, 512, 1, 1, 64, 50, precision),
                (cell, 1024, 1024, 1, 1, 64, 50, precision),
                (cell, 2048, 1024, 1, 0, 64, 50, precision),
                (cell, 256, 256, 2, 0, 32, 200, precision),
                (cell, 300, 200, 1, 0, 20, 35, precision),
                (cell, 1024, 1024, 4, 0, 128, 30, precision),
                (cell, 650, 650, 2, 0, 20, 35, precision),
                (cell, 1024, 2048, 1, 0, 32, 25, precision),
                (cell, 512, 512, 1, 0, 1, 50, precision),
                (cell, 64, 64, 1, 0, 512, 20, precision),
            ]
    random.Random(20261123).shuffle(cases)
    return cases


def recurrent_layer(cell, inputs, hidden, layers, batch, length, dtype, device=DEVICE, bidirectional=False):
    """(layer, input, gradient of its output) of nn.LSTM or nn.GRU, batch first."""
    net = getattr(torch.nn, cell.upper())(inputs, hidden, layers, batch_first=True, bidirectional=bidirectional)
    net = net.to(device).to(dtype)
    x = torch.randn(batch, length, inputs, device=device, dtype=dtype, requires_grad=True)
    return net, x, torch.randn(batch, length, hidden * (2 if bidirectional else 1), device=device, dtype=dtype)


def recurrent(folder, deadline):
    """Time and memory of one cuDNN call: forward in inference, forward in training, backward."""
    key = ["cell", "inputs", "hidden", "layers", "bidirectional", "batch", "length", "precision", "pass"]
    table = csv.writer(file := open(os.path.join(folder, "pytorch_recurrent.csv"), "w", newline=""))
    table.writerow(key + ["device_us", "kernels", "host_us", "kept_bytes", "peak_bytes"])
    names = csv.writer(names_file := open(os.path.join(folder, "pytorch_recurrent_kernels.csv"), "w", newline=""))
    names.writerow(key + ["kernel", "count", "device_us"])
    for case in recurrent_cases():
        if time.perf_counter() > deadline:
            print("time is up", flush=True)
            return
        cell, inputs, hidden, layers, both, batch, length, precision = case
        torch.backends.cudnn.allow_tf32 = precision == "tf32"
        dtype = {"fp16": torch.float16, "bf16": torch.bfloat16}.get(precision, torch.float32)
        try:
            net, x, dy = recurrent_layer(cell, inputs, hidden, layers, batch, length, dtype, bidirectional=bool(both))
            net.flatten_parameters()

            def infer():
                with torch.inference_mode():
                    return net(x)[0]

            def backward(y):
                torch.autograd.grad(y, [x, *net.parameters()], dy)

            for name in ("infer", "forward", "backward"):
                # in training mode cuDNN keeps gates and states even where nothing needs a gradient
                net.train(name != "infer")
                call = infer if name == "infer" else lambda: net(x)[0]
                y = call()
                if name == "backward":
                    backward(y)
                torch.cuda.synchronize()
                y = None
                before = torch.cuda.memory_allocated()
                if name == "backward":
                    y = net(x)[0]
                torch.cuda.reset_peak_memory_stats()
                start = torch.cuda.memory_allocated() if name == "backward" else before
                torch.cuda.synchronize()
                begin = time.perf_counter()
                if name == "backward":
                    backward(y)
                else:
                    y = call()
                host = 1e6 * (time.perf_counter() - begin)
                torch.cuda.synchronize()
                kept, peak = torch.cuda.memory_allocated() - before, torch.cuda.max_memory_allocated() - start
                y = net(x)[0] if name == "backward" else None
                torch.cuda.synchronize()
                with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profiler:
                    if name == "backward":
                        backward(y)
                    else:
                        y = call()
                    torch.cuda.synchronize()
                sums = {}
                for event in profiler.profiler.kineto_results.events():
                    if "CUDA" in str(event.device_type()) and "Sync" not in event.name():
                        entry = sums.setdefault(event.name()[:110], [0, 0.0])
                        entry[0] += 1
                        entry[1] += event.duration_ns() / 1e3
                table.writerow(
                    [
                        *case,
                        name,
                        round(sum(v[1] for v in sums.values()), 2),
                        sum(v[0] for v in sums.values()),
                        round(host, 1),
                        kept,
                        peak,
                    ]
                )
                for kernel, (count, total) in sorted(sums.items(), key=lambda item: -item[1][1]):
                    names.writerow([*case, name, kernel, count, round(total, 2)])
                y = None
        except Exception as error:
            table.writerow([*case, "error", repr(error)[:100], "", "", "", ""])
            torch.cuda.empty_cache()
        file.flush()
        names_file.flush()


def convolutions(path, deadline):
    table, file = convolution_table(path)
    cases = convolution_cases()
    for precision, layout, chosen in (
        ("fp32", "nchw", cases),
        ("tf32", "nchw", cases[::3]),
        ("fp16", "nchw", cases[1::4]),
        ("fp32", "nhwc", cases[2::6]),
        ("fp16", "nhwc", cases[::4]),
        ("tf32", "nhwc", cases[3::6]),
    ):
        torch.backends.cudnn.allow_tf32 = precision == "tf32"
        for n, c, h, w, k, r, s, stride, pad, groups in chosen:
            if time.perf_counter() > deadline:
                print("time is up", flush=True)
                return
            pads = (pad if r > 1 else 0, pad if s > 1 else 0)
            write_convolution(table, (n, c, h, w, k, r, s, stride, pads, groups), precision, layout, 2)
            file.flush()


def parameter_lists():
    import torchvision.models as tv
    import transformers as hf

    with torch.device("meta"):
        lists = {
            "resnet50": [p.shape for p in tv.resnet50(weights=None).parameters()],
            "vgg16": [p.shape for p in tv.vgg16(weights=None).parameters()],
            "gpt2-124m": [p.shape for p in hf.GPT2LMHeadModel(hf.GPT2Config()).parameters()],
            "bert-large": [
                p.shape
                for p in hf.BertForMaskedLM(
                    hf.BertConfig(
                        num_hidden_layers=24, hidden_size=1024, num_attention_heads=16, intermediate_size=4096
                    )
                ).parameters()
            ],
        }
    lists["small64x400"] = [torch.Size([64])] * 400
    lists["one64M"] = [torch.Size([1 << 26])]
    return lists


def optimizers(path, deadline):
    table = csv.writer(file := open(path, "w", newline=""))
    table.writerow(
        "parameters tensors elements precision optimizer implementation device_us kernels host_us extra_peak_bytes "
        "state_bytes kernel".split()
    )
    makers = {
        "sgd": lambda p, **k: torch.optim.SGD(p, lr=1e-4, **k),
        "momentum": lambda p, **k: torch.optim.SGD(p, lr=1e-4, momentum=0.9, **k),
        "adam": lambda p, **k: torch.optim.Adam(p, lr=1e-5, **k),
        "adamw": lambda p, **k: torch.optim.AdamW(p, lr=1e-5, **k),
    }
    for which, shapes in parameter_lists().items():
        for precision, dtype in (("fp32", torch.float32), ("bf16", torch.bfloat16)):
            for name, make in makers.items():
                for implementation in ("foreach", "fused"):
                    if time.perf_counter() > deadline:
                        print("time is up", flush=True)
                        return
                    try:
                        parameters = [torch.nn.Parameter(torch.randn(s, device=DEVICE, dtype=dtype)) for s in shapes]
                        for p in parameters:
                            p.grad = torch.randn_like(p)
                        optimizer = make(parameters, **{implementation: True})
                        base = torch.cuda.memory_allocated()
                        optimizer.step()
                        torch.cuda.synchronize()
                        state = torch.cuda.memory_allocated() - base
                        torch.cuda.reset_peak_memory_stats()
                        before, hosts = torch.cuda.memory_allocated(), []
                        for _ in range(5):
                            torch.cuda.synchronize()
                            begin = time.perf_counter()
                            optimizer.step()
                            hosts.append(1e6 * (time.perf_counter() - begin))
                        torch.cuda.synchronize()
                        extra = torch.cuda.max_memory_allocated() - before
                        device, count, kernel = kernels_of(optimizer.step, 2)
                        table.writerow(
                            [
                                which,
                                len(parameters),
                                sum(p.numel() for p in parameters),
                                precision,
                                name,
                                implementation,
                                round(device, 2),
                                count,
                                round(statistics.median(hosts), 1),
                                extra,
                                state,
                                kernel,
                            ]
                        )
                    except Exception as error:
                        missing = [""] * 5
                        table.writerow(
                            [which, len(shapes), "", precision, name, implementation, *missing, repr(error)[:100]]
                        )
                    parameters = optimizer = None
                    file.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default=".", help="directory for the files")
    parser.add_argument("--seconds", type=float, default=90, help="stop after this long")
    parser.add_argument(
        "--what",
        default="optimizers,convolutions",
        help="optimizers, convolutions, engines, recurrent; the time is shared evenly",
    )
    arguments = parser.parse_args()
    if not torch.cuda.is_available():
        print("no CUDA device", file=sys.stderr)
        return 3
    begin = time.perf_counter()
    os.makedirs(arguments.out, exist_ok=True)
    torch.backends.cuda.matmul.allow_tf32 = False
    file = lambda name: os.path.join(arguments.out, name)
    parts = {
        "optimizers": lambda end: optimizers(file("pytorch_optimizers.csv"), end),
        "convolutions": lambda end: convolutions(file("pytorch_convolution_kernels.csv"), end),
        "engines": lambda end: engines(file("pytorch_convolution_engines.csv"), end),
        "recurrent": lambda end: recurrent(arguments.out, end),
    }
    chosen = arguments.what.split(",")
    for i, what in enumerate(chosen):
        parts[what](begin + (i + 1) / len(chosen) * arguments.seconds)
        print(f"{what} done at {time.perf_counter() - begin:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
