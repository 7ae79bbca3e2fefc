#!/usr/bin/env python3
"""What torch.backends.cudnn.benchmark is worth: kernels and peak memory of steps of torchvision's networks.

    python3 cudnn_benchmark.py OUT.csv [--card h200-sxm] [--seconds 250]

A process keeps its choice of kernels for a shape, so each way has a process of its own.
benchmark   false: cuDNN's heuristics choose; true: a first call times all kernels
first_s     seconds of the first step, with the trials
device_us   kernels of one later step, median of three
Written for PyTorch 2.11.
"""
import argparse
import csv
import statistics
import subprocess
import sys
import time

NETWORKS = ["resnet50", "mobilenet_v2", "efficientnet_b0", "densenet121", "vgg16", "regnet_y_400mf", "convnext_tiny"]
COLUMNS = "network,mode,precision,layout,batch,benchmark,first_s,device_us,peak_allocated_bytes"


def step(network, mode, precision, layout, batch, benchmark):
    import torch
    import torch.nn.functional as F
    import torchvision

    torch.backends.cudnn.benchmark = benchmark
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    model = getattr(torchvision.models, network)().cuda()
    order = torch.channels_last if layout == "nhwc" else torch.contiguous_format
    model = model.to(memory_format=order)
    images = torch.randn(batch, 3, 224, 224, device="cuda").to(memory_format=order)
    labels = torch.zeros(batch, dtype=torch.long, device="cuda")
    model.train(mode == "train")

    def run():
        with torch.autocast("cuda", torch.bfloat16, enabled=precision == "amp_bf16"):
            if mode == "infer":
                with torch.no_grad():
                    return model(images)
            loss = F.cross_entropy(model(images), labels)
        model.zero_grad(set_to_none=True)
        loss.backward()

    begin = time.time()
    run()
    torch.cuda.synchronize()
    first = time.time() - begin
    run()
    torch.cuda.synchronize()
    torch.cuda.reset_peak_memory_stats()
    run()
    torch.cuda.synchronize()
    peak, times = torch.cuda.max_memory_allocated(), []
    for _ in range(3):
        with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profile:
            run()
            torch.cuda.synchronize()
        on_card = [e for e in profile.events() if e.device_type == torch.autograd.DeviceType.CUDA]
        times.append(sum(e.device_time for e in on_card if "Context" not in e.name))
    return ["%.1f" % first, "%.1f" % statistics.median(times), str(peak)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--card", default="h200-sxm")
    parser.add_argument("--seconds", type=float, default=250)
    parser.add_argument("--case", help="one case, for this program itself")
    options = parser.parse_args()
    if options.case:
        network, mode, precision, layout, batch, benchmark = options.case.split(",")
        print(",".join(step(network, mode, precision, layout, int(batch), benchmark == "true")))
        return
    begin, count = time.time(), 0
    with open(options.out, "w", newline="") as file:
        file.write("# perfmodel-raw 1 cudnn_benchmark card=%s\n" % options.card)
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS.split(","))
        for network in NETWORKS:
            for mode, precision, layout, batch in (("train", "amp_bf16", "nhwc", 32), ("train", "tf32", "nchw", 32)):
                cases = [[network, mode, precision, layout, str(batch), way] for way in ("false", "true")]
                commands = [[sys.executable, __file__, options.out, "--case", ",".join(case)] for case in cases]
                left = options.seconds - (time.time() - begin)
                if left < 20:
                    continue
                try:
                    answers = [subprocess.run(c, capture_output=True, text=True, timeout=left) for c in commands]
                except subprocess.TimeoutExpired:
                    continue
                for case, answer in zip(cases, answers):
                    lines = answer.stdout.strip().splitlines()
                    if answer.returncode == 0 and lines:
                        rows.writerow(case + lines[-1].split(","))
                        count += 1
                    else:
                        print(case, answer.stderr[-300:])
                file.flush()
        file.write("# end %d\n" % count)


if __name__ == "__main__":
    main()
