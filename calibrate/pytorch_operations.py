#!/usr/bin/env python3
"""Measures single operations under PyTorch eager: convolutions (scratch memory, device time, kernels) and optimizers.

    python3 calibrate/pytorch_operations.py --out DIR --seconds 90

Files
    pytorch_convolution_kernels.csv  one row per convolution and pass: shape, format, layout, bytes of scratch memory that the
                                     caching allocator handed out while the call ran (beyond its results), device time,
                                     number of kernels, the longest kernel's name
    pytorch_optimizers.csv           one row per optimizer, implementation and list of parameters: device time, kernels, host
                                     time, extra peak memory of one step
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
        if "CUDA" in str(event.device_type()) and "Synchronize" not in event.name() and "Context Sync" not in event.name():
            sums[event.name()] = sums.get(event.name(), 0.0) + event.duration_ns() / 1e3
            count += 1
    longest = max(sums, key=sums.get) if sums else ""
    return sum(sums.values()) / reps, count / reps, longest[:110]


def convolution_cases():
    """(n, c, h, w, k, r, s, stride, pad, groups) of VGG-16, ResNets, Inception, DenseNet, then drawn ones."""
    cases = []
    for n in (4, 8, 16, 32, 64):
        for c, k, hw in ((3, 64, 224), (64, 64, 224), (64, 128, 112), (128, 128, 112), (128, 256, 56), (256, 256, 56), (256, 512, 28), (512, 512, 28), (512, 512, 14)):
            cases.append((n, c, hw, hw, k, 3, 3, 1, 1, 1))
    for n in (1, 16, 64):
        cases += [(n, 3, 224, 224, 64, 7, 7, 2, 3, 1), (n, 64, 56, 56, 64, 3, 3, 1, 1, 1), (n, 128, 56, 56, 128, 3, 3, 2, 1, 1), (n, 128, 28, 28, 128, 3, 3, 1, 1, 1),
                  (n, 256, 14, 14, 256, 3, 3, 1, 1, 1), (n, 512, 7, 7, 512, 3, 3, 1, 1, 1), (n, 256, 56, 56, 64, 1, 1, 1, 0, 1), (n, 256, 56, 56, 512, 1, 1, 2, 0, 1),
                  (n, 1024, 14, 14, 256, 1, 1, 1, 0, 1), (n, 48, 35, 35, 64, 5, 5, 1, 2, 1), (n, 64, 35, 35, 96, 3, 3, 1, 1, 1), (n, 128, 14, 14, 32, 3, 3, 1, 1, 1),
                  (n, 128, 56, 56, 32, 3, 3, 1, 1, 1), (n, 128, 17, 17, 192, 1, 7, 1, 3, 1), (n, 192, 17, 17, 192, 7, 1, 1, 3, 1), (n, 288, 35, 35, 384, 3, 3, 2, 0, 1)]
    draw = random.Random(20261121)
    while len(cases) < 220:
        c, k = draw.choice((16, 32, 64, 96, 128, 192, 256, 384, 512)), draw.choice((16, 32, 64, 96, 128, 192, 256, 384, 512))
        hw, n, r = draw.choice((7, 8, 14, 17, 28, 35, 56, 80, 112, 147)), draw.choice((1, 2, 8, 16, 24, 32, 64, 128)), draw.choice((1, 3, 3, 3, 5, 7))
        stride = draw.choice((1, 1, 1, 2))
        if 2.0 * n * c * k * hw * hw * r * r / stride / stride < 1.5e12 and n * max(c, k) * hw * hw < 4e8:
            cases.append((n, c, hw, hw, k, r, r, stride, r // 2, 1))
    return cases


def convolutions(path, deadline):
    table = csv.writer(file := open(path, "w", newline=""))
    table.writerow(["n", "c", "h", "w", "k", "r", "s", "stride", "pad_h", "pad_w", "groups", "precision", "layout", "pass", "workspace_bytes", "device_us", "kernels", "kernel"])
    cases = convolution_cases()
    for precision, layout, chosen in (("fp32", "nchw", cases), ("tf32", "nchw", cases[::3]), ("fp16", "nchw", cases[1::4]), ("fp32", "nhwc", cases[2::6]), ("fp16", "nhwc", cases[::4]), ("tf32", "nhwc", cases[3::6])):
        torch.backends.cudnn.allow_tf32 = precision == "tf32"
        dtype = torch.float16 if precision == "fp16" else torch.float32
        for n, c, h, w, k, r, s, stride, pad, groups in chosen:
            if time.perf_counter() > deadline:
                print("time is up", flush=True)
                return
            pads = (pad if r > 1 else 0, pad if s > 1 else 0)
            try:
                x = torch.randn(n, c, h, w, device=DEVICE, dtype=dtype)
                weight = torch.randn(k, c // groups, r, s, device=DEVICE, dtype=dtype)
                if layout == "nhwc":
                    x, weight = x.contiguous(memory_format=torch.channels_last), weight.contiguous(memory_format=torch.channels_last)
                y = torch.conv2d(x, weight, None, stride, pads, 1, groups)
                dy = torch.randn_like(y)
                backward = lambda mask: torch.ops.aten.convolution_backward(dy, x, weight, [0], (stride, stride), pads, (1, 1), False, (0, 0), groups, mask)
                passes = {"forward": (lambda: torch.conv2d(x, weight, None, stride, pads, 1, groups), y), "input_gradient": (lambda: backward([True, False, False]), x),
                          "weight_gradient": (lambda: backward([False, True, False]), weight)}
                del y
                for name, (call, result) in passes.items():
                    result_bytes = -(-result.numel() * result.element_size() // 512) * 512
                    del result
                    out = call()
                    del out
                    torch.cuda.synchronize()
                    torch.cuda.reset_peak_memory_stats()
                    before = torch.cuda.memory_allocated()
                    out = call()
                    scratch = torch.cuda.max_memory_allocated() - before - result_bytes
                    del out
                    device, count, kernel = kernels_of(call, 2)
                    table.writerow([n, c, h, w, k, r, s, stride, *pads, groups, precision, layout, name, scratch, round(device, 2), count, kernel])
                passes = result = None
            except Exception as error:
                table.writerow([n, c, h, w, k, r, s, stride, *pads, groups, precision, layout, "error", "", "", "", repr(error)[:100]])
                torch.cuda.empty_cache()
            file.flush()


def parameter_lists():
    import torchvision.models as tv
    import transformers as hf
    with torch.device("meta"):
        lists = {"resnet50": [p.shape for p in tv.resnet50(weights=None).parameters()], "vgg16": [p.shape for p in tv.vgg16(weights=None).parameters()],
                 "gpt2-124m": [p.shape for p in hf.GPT2LMHeadModel(hf.GPT2Config()).parameters()], "bert-large": [
                     p.shape for p in hf.BertForMaskedLM(hf.BertConfig(num_hidden_layers=24, hidden_size=1024, num_attention_heads=16, intermediate_size=4096)).parameters()]}
    lists["small64x400"] = [torch.Size([64])] * 400
    lists["one64M"] = [torch.Size([1 << 26])]
    return lists


def optimizers(path, deadline):
    table = csv.writer(file := open(path, "w", newline=""))
    table.writerow(["parameters", "tensors", "elements", "precision", "optimizer", "implementation", "device_us", "kernels", "host_us", "extra_peak_bytes", "state_bytes", "kernel"])
    makers = {"sgd": lambda p, **k: torch.optim.SGD(p, lr=1e-4, **k), "momentum": lambda p, **k: torch.optim.SGD(p, lr=1e-4, momentum=0.9, **k),
              "adam": lambda p, **k: torch.optim.Adam(p, lr=1e-5, **k), "adamw": lambda p, **k: torch.optim.AdamW(p, lr=1e-5, **k)}
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
                        table.writerow([which, len(parameters), sum(p.numel() for p in parameters), precision, name, implementation, round(device, 2), count,
                                        round(statistics.median(hosts), 1), extra, state, kernel])
                    except Exception as error:
                        table.writerow([which, len(shapes), "", precision, name, implementation, "", "", "", "", "", repr(error)[:100]])
                    parameters = optimizer = None
                    file.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default=".", help="directory for the files")
    parser.add_argument("--seconds", type=float, default=90, help="stop after this long")
    arguments = parser.parse_args()
    if not torch.cuda.is_available():
        print("no CUDA device", file=sys.stderr)
        return 3
    begin = time.perf_counter()
    os.makedirs(arguments.out, exist_ok=True)
    torch.backends.cuda.matmul.allow_tf32 = False
    optimizers(os.path.join(arguments.out, "pytorch_optimizers.csv"), begin + 0.35 * arguments.seconds)
    print(f"optimizers done at {time.perf_counter() - begin:.1f} s", flush=True)
    convolutions(os.path.join(arguments.out, "pytorch_convolution_kernels.csv"), begin + arguments.seconds)
    print(f"done at {time.perf_counter() - begin:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
