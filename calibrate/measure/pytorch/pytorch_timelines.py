"""Every kernel of one step of a few networks, in order, with grid and block; streaming kernels of transformers by size
and by how their operands lie; step products of recurrent layers.

    python3 calibrate/measure/pytorch/pytorch_timelines.py OUT SECONDS

Their sums by kernel, grid and block are pytorch_kernel_grids.csv and pytorch_recurrent_grids.csv of data/raw/h200-sxm;
the other file is pytorch_streaming_layouts.csv there. Written for PyTorch 2.11.

Files
    kernel_timelines.csv   network, batch, precision, optimizer, mode, memory_format, index, start_us, duration_us,
                           grid, block, kernel
    streaming_layouts.csv  operation, format, rows, columns, layout, duration_us, grid, block, kernel: the last of three
                           calls
    recurrent_1024.csv     cell, inputs, hidden, layers, batch, length, precision, pass, index, start_us, duration_us,
                           grid, block, kernel
"""
import csv
import json
import os
import sys
import tempfile
import time

import torch

from pytorch_cases import Case
from pytorch_operations import recurrent_layer
from pytorch_step import make_step, set_precision

OUT, SECONDS = sys.argv[1], min(60.0, float(sys.argv[2]) if len(sys.argv) > 2 else 60.0)
BEGIN = time.perf_counter()
os.makedirs(OUT, exist_ok=True)
CPU = not torch.cuda.is_available()
DEVICE = "cpu" if CPU else "cuda"


def left(share):
    return time.perf_counter() - BEGIN < share * SECONDS


def events_of(call, times=1):
    """(start in us, duration in us, grid, block, name) of what the last of `times` calls ran on the device."""
    if CPU:
        call()
        return [(0.0, 1.0, "", "", "cpu")]
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profiler:
        for _ in range(times):
            call()
        torch.cuda.synchronize()
    found = []
    try:
        with tempfile.NamedTemporaryFile(suffix=".json", delete=False) as file:
            path = file.name
        profiler.export_chrome_trace(path)
        with open(path) as file:
            for e in json.load(file)["traceEvents"]:
                if e.get("cat") in ("kernel", "gpu_memcpy", "gpu_memset"):
                    a = e.get("args", {})
                    found.append(
                        (
                            e["ts"],
                            e["dur"],
                            "x".join(str(v) for v in a.get("grid", [])),
                            "x".join(str(v) for v in a.get("block", [])),
                            e["name"],
                        )
                    )
        os.unlink(path)
    except Exception as error:
        print("trace", repr(error)[:100], flush=True)
        found = [
            (e.start_ns() / 1e3, e.duration_ns() / 1e3, "", "", e.name())
            for e in profiler.profiler.kineto_results.events()
            if "CUDA" in str(e.device_type()) and "Sync" not in e.name()
        ]
    found.sort(key=lambda e: e[0])
    return found[len(found) * (times - 1) // times :]


def table(name, columns):
    writer = csv.writer(file := open(os.path.join(OUT, name), "w", newline=""))
    writer.writerow(columns.split(","))
    return writer, file


def write_events(writer, key, found, name_length):
    """One row for each of events_of(), its time counted from the first one's start."""
    for i, (start, duration, grid, block, name) in enumerate(found):
        short = name.replace(",", ";")[:name_length]
        writer.writerow([*key, i, round(start - found[0][0], 2), round(duration, 3), grid, block, short])


def networks(share):
    writer, file = table(
        "kernel_timelines.csv",
        "network,batch,precision,optimizer,mode,memory_format,index,start_us,duration_us,grid,block,kernel",
    )
    cases = [
        ("vit_b_16", 12, "amp_bf16", "", "infer", "nchw"),
        ("vit_b_16", 16, "amp_fp16", "", "infer", "nchw"),
        ("resnet50", 1, "fp32", "", "infer", "nchw"),
        ("resnet50", 1, "fp32", "momentum", "train", "nchw"),
        ("resnet18", 1, "fp32", "", "infer", "nchw"),
        ("hf:t5-base.json,seq=384", 8, "amp_bf16", "", "infer", "nchw"),
        ("resnet50", 64, "bf16", "", "infer", "nhwc"),
        ("vgg16", 128, "amp_bf16", "", "infer", "nhwc"),
        ("resnet101", 3, "amp_bf16", "", "infer", "nhwc"),
        ("resnet18", 256, "amp_fp16", "momentum", "train", "nhwc"),
        ("resnet34:input=256x256", 19, "amp_fp16", "momentum", "train", "nchw"),
        ("densenet121:input=256x256", 10, "fp32", "", "infer", "nchw"),
        ("vit_b_16", 16, "fp32", "", "infer", "nchw"),
        ("gpt2-124m:seq=512", 1, "fp32", "", "infer", "nchw"),
        ("inception_v3", 32, "amp_fp16", "momentum", "train", "nchw"),
        ("unet:input=256x256", 1, "tf32", "", "infer", "nchw"),
        ("resnet50", 2, "fp32", "momentum", "train", "nchw"),
        ("mobilenet_v2", 64, "fp32", "momentum", "train", "nchw"),
        ("inception_v3", 8, "fp32", "", "infer", "nhwc"),
        ("gpt2-124m:seq=64", 1, "bf16", "", "infer", "nchw"),
        ("resnet101", 128, "amp_fp16", "", "infer", "nhwc"),
        ("densenet121", 16, "bf16", "momentum", "train", "nhwc"),
    ]
    for network, batch, precision, optimizer, mode, layout in cases:
        if not left(share):
            return
        try:
            case = Case(network, batch, precision, mode, optimizer or "momentum", layout)
            set_precision(precision)
            step, model = make_step(case)
            for _ in range(3):
                step()
            if not CPU:
                torch.cuda.synchronize()
            found = events_of(step, 2)
            write_events(writer, (network, batch, precision, optimizer, mode, layout), found, 170)
            del step, model
        except Exception as error:
            print("network", network, repr(error)[:200], flush=True)
        file.flush()
        print(f"{network} {batch} {precision} {mode} at {time.perf_counter() - BEGIN:.1f} s", flush=True)


def streaming(share):
    writer, file = table("streaming_layouts.csv", "operation,format,rows,columns,layout,duration_us,grid,block,kernel")
    bf16 = torch.bfloat16

    def made(rows, columns, layout, dtype):
        batch = 197 if rows % 197 == 0 else 8
        if (
            layout == "transposed"
        ):  # what nn.MultiheadAttention hands back: [length, batch, width] seen as [batch, length, width]
            return torch.randn(batch, rows // batch, columns, device=DEVICE, dtype=dtype).transpose(0, 1)
        return torch.randn(rows // batch, batch, columns, device=DEVICE, dtype=dtype)

    for columns in (768, 1024, 2048):
        for rows in (2364, 12608, 3152, 1576, 6304, 512, 2048, 4096, 16384):
            if not left(share):
                return
            try:
                norm = torch.nn.LayerNorm(columns).to(DEVICE)
                bias, wide_bias = torch.randn(columns, device=DEVICE), torch.randn(
                    3 * columns, device=DEVICE, dtype=bf16
                )
                f, ft = made(rows, columns, "plain", torch.float32), made(rows, columns, "transposed", torch.float32)
                h, ht = made(rows, columns, "plain", bf16), made(rows, columns, "transposed", bf16)
                wide = made(rows, 3 * columns, "plain", bf16)
                calls = [
                    ("layer_norm", "fp32", "plain", lambda: norm(f)),
                    ("add", "fp32+bf16", "plain", lambda: f + h),
                    ("add", "bf16+fp32", "transposed+plain", lambda: ht + f),
                    ("add", "fp32+bf16", "transposed+plain", lambda: ft + h),
                    ("add", "fp32+bf16", "transposed+transposed", lambda: ft + ht),
                    ("add", "fp32", "transposed+plain", lambda: ft + f),
                    ("contiguous", "fp32", "transposed", lambda: ft.contiguous()),
                    ("contiguous", "bf16", "transposed", lambda: ht.contiguous()),
                    ("narrow", "bf16", "plain", lambda: f.to(bf16)),
                    ("widen", "fp32", "plain", lambda: h.float()),
                    ("narrow", "bf16", "transposed", lambda: ft.to(bf16)),
                    ("gelu", "bf16", "plain", lambda: torch.nn.functional.gelu(wide)),
                    ("add_bias", "bf16", "plain", lambda: wide + wide_bias),
                    ("add_bias", "fp32", "plain", lambda: f + bias),
                    (
                        "split_qkv",
                        "bf16",
                        "plain",
                        lambda: wide.unflatten(-1, (3, columns)).unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous(),
                    ),
                    ("rms_mean", "fp32", "plain", lambda: f.pow(2).mean(-1, keepdim=True)),
                    ("mul_row", "fp32", "plain", lambda: f * f[..., :1]),
                    ("softmax", "fp32", "plain", lambda: torch.softmax(f, -1)),
                ]
                with torch.inference_mode():
                    for operation, kind, layout, call in calls:
                        call()
                        for e in events_of(call, 3):
                            writer.writerow(
                                [
                                    operation,
                                    kind,
                                    rows,
                                    columns,
                                    layout,
                                    round(e[1], 3),
                                    e[2],
                                    e[3],
                                    e[4].replace(",", ";")[:110],
                                ]
                            )
            except Exception as error:
                print("streaming", rows, columns, repr(error)[:150], flush=True)
            file.flush()


def recurrent(share):
    writer, file = table(
        "recurrent_1024.csv",
        "cell,inputs,hidden,layers,batch,length,precision,pass,index,start_us,duration_us,grid,block,kernel",
    )
    for cell, inputs, hidden, layers, batch, length, precision in (
        ("lstm", 1024, 1024, 1, 64, 8, "tf32"),
        ("lstm", 1024, 1024, 1, 32, 8, "tf32"),
        ("lstm", 1024, 1024, 1, 128, 8, "tf32"),
        ("gru", 1024, 1024, 1, 64, 8, "tf32"),
        ("lstm", 1536, 1536, 1, 64, 8, "tf32"),
        ("lstm", 2048, 2048, 1, 64, 8, "tf32"),
        ("gru", 2048, 2048, 1, 64, 8, "tf32"),
        ("lstm", 768, 768, 1, 64, 8, "tf32"),
        ("lstm", 1024, 1024, 1, 256, 8, "tf32"),
        ("lstm", 1024, 1024, 1, 16, 8, "tf32"),
        ("gru", 1536, 1536, 1, 64, 8, "tf32"),
        ("lstm", 1024, 1024, 2, 64, 8, "tf32"),
        ("lstm", 2048, 2048, 1, 64, 8, "fp32"),
    ):
        if not left(share):
            return
        torch.backends.cudnn.allow_tf32 = precision == "tf32"
        try:
            net, x, dy = recurrent_layer(cell, inputs, hidden, layers, batch, length, torch.float32, DEVICE)
            y = net(x)[0]
            parameters = [x, *net.parameters()]
            torch.autograd.grad(y, parameters, dy)
            for name, call in (
                ("forward", lambda: net(x)),
                ("both", lambda: torch.autograd.grad(net(x)[0], parameters, dy)),
            ):
                write_events(
                    writer, (cell, inputs, hidden, layers, batch, length, precision, name), events_of(call), 130
                )
        except Exception as error:
            print("recurrent", repr(error)[:100], flush=True)
        file.flush()


for part, share in ((networks, 0.6), (recurrent, 0.72), (streaming, 0.97)):
    try:
        part(share)
    except Exception as error:
        print(part.__name__, repr(error)[:200], flush=True)
    print(f"{part.__name__} done at {time.perf_counter() - BEGIN:.1f} s", flush=True)
