"""FP32 and TF32 forward convolutions of 3 x 3 with random sizes, each as one eager call and by kernel; FP32 attention
of few blocks; recurrent layers of several layers kernel by kernel.

    python3 calibrate/measure/pytorch/pytorch_random_shapes.py OUT SECONDS

Files
    pytorch_random_convolutions.csv  one row per convolution and precision, the columns of
                                     pytorch_convolution_kernels.csv and the time of one eager call
    pytorch_attention_fp32.csv       one row per call of scaled_dot_product_attention
    recurrent_layers_timeline.csv    start and duration of each kernel; its sums by kernel are
                                     pytorch_recurrent_kernels_2.csv
Cases are drawn with a fixed seed. Written for PyTorch 2.11.
"""
import csv
import math
import os
import random
import sys
import time

import torch

from pytorch_networks import device_events, union_length
from pytorch_operations import recurrent_layer, scratch_of, single_call_us

OUT, SECONDS = sys.argv[1], min(60.0, float(sys.argv[2]) if len(sys.argv) > 2 else 60.0)
BEGIN = time.perf_counter()
os.makedirs(OUT, exist_ok=True)
torch.backends.cuda.matmul.allow_tf32 = False
CPU = not torch.cuda.is_available()
DEVICE = "cpu" if CPU else "cuda"


def left(share):
    return time.perf_counter() - BEGIN < share * SECONDS


def events_of(call):
    """(name, start in us, duration in us) of what one call ran on the device."""
    if CPU:
        call()
        return [("cpu", 0.0, 1.0)]
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profiler:
        call()
        torch.cuda.synchronize()
    return device_events(profiler)


def eager(call, times=5):
    """Shortest of a few single calls."""
    return 0.0 if CPU else min(single_call_us(call) for _ in range(times))


def convolutions(share):
    draw = random.Random(20261129)
    log = lambda low, high: int(round(math.exp(draw.uniform(math.log(low), math.log(high)))))
    out = csv.writer(file := open(os.path.join(OUT, "pytorch_random_convolutions.csv"), "w", newline=""))
    out.writerow(
        "n c h w k r s stride pad_h pad_w groups precision layout pass workspace_bytes device_us kernels kernel "
        "busy_us eager_us kernel_us".split()
    )
    while left(share):
        n, c, k, h = draw.randint(1, 64), log(3, 2048), log(3, 2048), log(5, 230)
        flops = 2.0 * 9 * n * c * k * h * h
        if 4.0 * n * (c + k) * h * h > 2e9 or flops > 6e11 or flops < 2e8:
            continue
        try:
            x, weight = torch.randn(n, c, h, h, device=DEVICE), torch.randn(k, c, 3, 3, device=DEVICE)
            for precision in ("fp32", "tf32"):
                torch.backends.cudnn.allow_tf32 = precision == "tf32"
                call = lambda: torch.conv2d(x, weight, None, 1, 1)
                call(), call()
                whole = eager(call)
                scratch = 0 if CPU else scratch_of(call, 4 * n * k * h * h)
                found = events_of(call)
                sums = {}
                for kernel, _, duration in found:
                    sums[kernel] = sums.get(kernel, 0.0) + duration
                longest = max(sums, key=sums.get)
                out.writerow(
                    [
                        n,
                        c,
                        h,
                        h,
                        k,
                        3,
                        3,
                        1,
                        1,
                        1,
                        1,
                        precision,
                        "nchw",
                        "forward",
                        scratch,
                        round(sum(sums.values()), 2),
                        len(found),
                        longest.replace(",", ";")[:130],
                        round(union_length(found), 2),
                        round(whole, 2),
                        round(sums[longest], 2),
                    ]
                )
        except Exception as error:
            print("convolution", n, c, k, h, repr(error)[:100], flush=True)
        file.flush()


def attention(share):
    out = csv.writer(file := open(os.path.join(OUT, "pytorch_attention_fp32.csv"), "w", newline=""))
    out.writerow(
        "batch heads queries keys head_size causal dropout precision pass device_us kernels kernel kernel_us "
        "grid".split()
    )
    for batch, heads, length, size, causal in (
        (1, 12, 256, 64, 1),
        (1, 12, 512, 64, 1),
        (1, 16, 256, 64, 0),
        (1, 12, 1024, 64, 0),
        (1, 12, 128, 64, 0),
        (2, 12, 256, 64, 1),
        (4, 12, 256, 64, 1),
        (1, 16, 512, 64, 1),
        (1, 32, 512, 128, 1),
        (8, 12, 512, 64, 0),
    ):
        for dropout in (0.0, 0.1):
            if not left(share):
                return
            try:
                q, k, v = (torch.randn(batch, heads, length, size, device=DEVICE, requires_grad=True) for _ in range(3))
                forward = lambda: torch.nn.functional.scaled_dot_product_attention(
                    q, k, v, dropout_p=dropout, is_causal=bool(causal)
                )
                y = forward()
                dy = torch.randn_like(y)
                back = lambda: torch.autograd.grad(y, [q, k, v], dy, retain_graph=True)
                back()
                for name, call in (("forward", forward), ("backward", back)):
                    call()
                    found = events_of(call)
                    longest = max(found, key=lambda e: e[2])
                    out.writerow(
                        [
                            batch,
                            heads,
                            length,
                            length,
                            size,
                            causal,
                            dropout,
                            "fp32",
                            name,
                            round(sum(e[2] for e in found), 2),
                            len(found),
                            longest[0].replace(",", ";")[:130],
                            round(longest[2], 2),
                            "",
                        ]
                    )
            except Exception as error:
                print("attention", repr(error)[:100], flush=True)
            file.flush()


def recurrent(share):
    lines = csv.writer(file := open(os.path.join(OUT, "recurrent_layers_timeline.csv"), "w", newline=""))
    lines.writerow("cell,inputs,hidden,layers,batch,length,precision,pass,start_us,duration_us,kernel".split(","))
    for cell, inputs, hidden, layers, batch, length, precision in (
        ("lstm", 512, 512, 2, 64, 20, "tf32"),
        ("lstm", 512, 512, 4, 64, 20, "tf32"),
        ("lstm", 1024, 1024, 4, 128, 15, "tf32"),
        ("gru", 512, 512, 2, 64, 20, "tf32"),
        ("lstm", 512, 512, 2, 64, 20, "fp32"),
        ("lstm", 1024, 1024, 4, 128, 15, "fp32"),
        ("lstm", 256, 256, 1, 128, 40, "fp16"),
        ("lstm", 256, 256, 2, 64, 40, "fp16"),
        ("lstm", 256, 256, 1, 64, 40, "fp16"),
        ("lstm", 512, 512, 1, 64, 20, "tf32"),
    ):
        if not left(share):
            return
        torch.backends.cudnn.allow_tf32 = precision == "tf32"
        dtype = torch.float16 if precision == "fp16" else torch.float32
        try:
            net, x, dy = recurrent_layer(cell, inputs, hidden, layers, batch, length, dtype, DEVICE)
            y = net(x)[0]
            torch.autograd.grad(y, [x, *net.parameters()], dy)
            net(x)
            found = sorted(events_of(lambda: net(x)), key=lambda e: e[1])
            for e in found:
                lines.writerow(
                    [
                        cell,
                        inputs,
                        hidden,
                        layers,
                        batch,
                        length,
                        precision,
                        "forward",
                        round(e[1] - found[0][1], 2),
                        round(e[2], 2),
                        e[0].replace(",", ";")[:100],
                    ]
                )
        except Exception as error:
            print("recurrent", repr(error)[:100], flush=True)
        file.flush()


attention(0.16)
print(f"attention done at {time.perf_counter() - BEGIN:.1f} s", flush=True)
recurrent(0.3)
print(f"recurrent done at {time.perf_counter() - BEGIN:.1f} s", flush=True)
convolutions(0.97)
print(f"convolutions done at {time.perf_counter() - BEGIN:.1f} s", flush=True)
