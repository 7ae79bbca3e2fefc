#!/usr/bin/env python3
"""Measures what the host of a job of several ranks costs: the same steps alone, side by side, and in groups.

    python3 calibrate/measure/pytorch/parallel_hosts.py --out DIR --rounds 2

Each situation (SITUATIONS) starts its processes afresh; each process times groups of 20 ms of
    interpreter   a tape of 600 calls written and read back by Python alone (host_speed.py)
    calls         1,000 additions to a tensor of 64 numbers
    narrow        a training step of 16 layers of 64 nodes, SGD (host_speed.py)
    transformer   one of six blocks of width 128 over 32 tokens of 2 sequences, AdamW
    resnet        one of ResNet-18 over 2 images of 64 x 64, AdamW
Under DistributedDataParallel, where ranks do equally many, a group is five steps.

parallel_hosts.csv, written row by row: quantiles over groups and the process's processor time, us a step; threads of
the process.
"""
import argparse
import csv
import datetime
import os
import socket
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "host"))

# name: (processes, process group, what else)
SITUATIONS = {
    "alone": (1, "", {}),
    "one_thread": (1, "", {"OMP_NUM_THREADS": "1"}),
    "peer": (1, "", {"peer": "1"}),
    "group_of_one": (1, "nccl", {}),
    "side_by_side": (2, "", {}),
    "side_by_side_pinned": (2, "", {"pin": "1"}),
    "gloo": (2, "gloo", {}),
    "nccl_lazy": (2, "nccl_lazy", {}),
    "nccl": (2, "nccl", {}),
    "nccl_pinned": (2, "nccl", {"pin": "1"}),
    "nccl_unwatched": (2, "nccl", {"TORCH_NCCL_ENABLE_MONITORING": "0", "TORCH_NCCL_ASYNC_ERROR_HANDLING": "0"}),
    "nccl_other_sleeps": (2, "nccl", {"sleep": "1"}),
    "ddp": (2, "nccl", {"ddp": "1"}),
    "profiled": (1, "", {"profile": "1"}),
}
COLUMNS = "round,situation,rank,step,groups,q05_us,q50_us,q95_us,processor_us,threads".split(",")
STEPS_TOGETHER, GROUPS_TOGETHER = 5, 60


def steps_of(device, wrap):
    """-> {name: a function that runs one step}"""
    import torch
    import torchvision

    import host_speed

    x = torch.zeros(64, device=device)

    def calls():
        for _ in range(1000):
            x.add_(1.0)

    def trained(network, optimizer, inputs):
        network = wrap(network.to(device))
        optimizer = optimizer(network.parameters())

        def step():
            network(inputs).float().square().mean().backward()
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)

        return step

    layer = torch.nn.TransformerEncoderLayer(128, 4, 512, dropout=0.0, batch_first=True)
    blocks = torch.nn.TransformerEncoder(layer, 6, enable_nested_tensor=False)
    narrow = [module for _ in range(16) for module in (torch.nn.Linear(64, 64), torch.nn.ReLU())]
    adamw = lambda parameters: torch.optim.AdamW(parameters, lr=1e-5)
    sgd = lambda parameters: torch.optim.SGD(parameters, lr=1e-4)
    return {
        "interpreter": host_speed.interpreter_step,
        "calls": calls,
        "narrow": trained(torch.nn.Sequential(*narrow), sgd, torch.randn(64, 64, device=device)),
        "transformer": trained(blocks, adamw, torch.randn(2, 32, 128, device=device)),
        "resnet": trained(torchvision.models.resnet18(), adamw, torch.randn(2, 3, 64, 64, device=device)),
    }


def set_up(rank, situation, port):
    """Joins the group and readies the device. -> the device, how networks are wrapped"""
    count, group, more = SITUATIONS[situation]
    os.environ.update({key: value for key, value in more.items() if key.isupper()})
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port), RANK=str(rank), WORLD_SIZE=str(count))
    os.environ.setdefault("NCCL_NVLS_ENABLE", "0")
    if "pin" in more:
        cpus = sorted(os.sched_getaffinity(0))
        share = len(cpus) // count
        os.sched_setaffinity(0, cpus[rank * share : (rank + 1) * share])
    import torch
    import torch.distributed as dist

    device = torch.device("cuda", rank)
    torch.cuda.set_device(device)
    if group:
        how = {"device_id": device} if group == "nccl" else {}
        dist.init_process_group(group.replace("_lazy", ""), timeout=datetime.timedelta(seconds=60), **how)
        if group == "nccl":
            dist.all_reduce(torch.ones(1024, device=device))
    if "peer" in more and torch.cuda.device_count() > 1:
        torch.ones(1024, device="cuda:0").to("cuda:1")
    return device, torch.nn.parallel.DistributedDataParallel if "ddp" in more else (lambda network: network)


def groups_of(step, wait, seconds, together):
    """-> us a step of each group, us of processor time a step"""
    times, done, begin_all, processor = [], 0, time.perf_counter(), time.process_time()
    while True:
        count, begin = 0, time.perf_counter()
        while count < STEPS_TOGETHER if together else (count < 2 or time.perf_counter() - begin < 0.02):
            step()
            count += 1
        wait()
        times.append(1e6 * (time.perf_counter() - begin) / count)
        done += count
        if len(times) >= GROUPS_TOGETHER if together else time.perf_counter() - begin_all > seconds:
            return times, 1e6 * (time.process_time() - processor) / done


def profiled_once(step):
    from torch.profiler import ProfilerActivity, profile

    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]):
        step()


def process(rank, situation, round_, port, out, barrier, seconds):
    device, wrap = set_up(rank, situation, port)
    import torch

    more = SITUATIONS[situation][2]
    found = steps_of(device, wrap)
    if "profile" in more:
        profiled_once(found["narrow"])
    for name, step in found.items():
        asleep = "sleep" in more and rank > 0
        for _ in range(0 if asleep else 5):
            step()
        torch.cuda.synchronize(device)
        barrier.wait()
        if asleep:
            time.sleep(seconds)
        else:
            together = "ddp" in more and name not in ("interpreter", "calls")
            times, processor = groups_of(step, lambda: torch.cuda.synchronize(device), seconds, together)
            ordered = sorted(times)
            quantiles = [f"{ordered[min(len(ordered) - 1, int(q * len(ordered)))]:.2f}" for q in (0.05, 0.5, 0.95)]
            row = [round_, situation, rank, name, len(times), *quantiles, f"{processor:.1f}"]
            with open(os.path.join(out, "parallel_hosts.csv"), "a", newline="") as file:
                csv.writer(file).writerow([*row, len(os.listdir("/proc/self/task"))])
        barrier.wait()
    if SITUATIONS[situation][1]:
        torch.distributed.destroy_process_group()


def run(context, situation, round_, arguments):
    with socket.socket() as free:
        free.bind(("", 0))
        port = free.getsockname()[1]
    count = SITUATIONS[situation][0]
    barrier = context.Barrier(count)
    ranks = [
        context.Process(target=process, args=(r, situation, round_, port, arguments.out, barrier, arguments.seconds))
        for r in range(count)
    ]
    for one in ranks:
        one.start()
    for one in ranks:
        one.join(60)
        if one.is_alive():
            one.terminate()
            print("stuck:", situation, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True)
    parser.add_argument("--rounds", type=int, default=2, help="every other one in reverse order")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each step")
    parser.add_argument("--limit", type=float, default=420, help="no situation starts behind so many seconds")
    parser.add_argument("--situations", default=",".join(SITUATIONS))
    arguments = parser.parse_args()
    import torch

    os.makedirs(arguments.out, exist_ok=True)
    with open(os.path.join(arguments.out, "parallel_hosts.csv"), "a", newline="") as file:
        csv.writer(file).writerow(COLUMNS)
    begin, context = time.perf_counter(), torch.multiprocessing.get_context("spawn")
    names = [n for n in arguments.situations.split(",") if SITUATIONS[n][0] <= torch.cuda.device_count()]
    for round_ in range(arguments.rounds):
        for situation in names if round_ % 2 == 0 else reversed(names):
            if time.perf_counter() - begin < arguments.limit:
                run(context, situation, round_, arguments)
                print(f"{time.perf_counter() - begin:.0f} s {situation}", flush=True)


if __name__ == "__main__":
    main()
