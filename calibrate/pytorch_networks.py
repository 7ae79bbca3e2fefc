#!/usr/bin/env python3
"""Measures networks under PyTorch eager: step time, device-busy time, host time, memory counters, cost per operation.

Weights are random and configurations are built in code: nothing is downloaded. Written for PyTorch 2.11, torchvision 0.26 and
transformers 5.17; the machine file records what it really ran with.

    python3 calibrate/pytorch_networks.py --out DIR --part 1 --seconds 280

Files, written row by row so that an interrupted run keeps what it measured:
    pytorch_machine_<part>.json      versions, card, driver, date
    pytorch_networks_<part>.csv      one row per configuration
    pytorch_host_<part>.csv          host cost of eager operations on a device with nothing to do
    pytorch_ops_<part>.csv           per configuration: operation, input shapes, count, host and device time of one step
    pytorch_kernels_<part>.csv       per configuration: kernel name, count, time of one step
    pytorch_allocations_<part>.csv   per configuration: the caching allocator's events of one steady step

Definitions
    step_us     median over steps of the time between device events at the end of each step, sustained load
    device_us   sum of kernel, copy and fill times of one step as the profiler (CUPTI) reports them, in a separate pass
    busy_us     length of the union of those intervals
    host_us     median time from an idle device to the return of the step's last call (nothing waits for the device, except
                where a gradient scaler does)
    peak_allocated_bytes   torch.cuda.max_memory_allocated over the first three steps, cuBLAS workspaces counted afresh
    held_out    1: not to be looked at when constants are fitted
"""
import argparse
import contextlib
import csv
import dataclasses
import datetime
import gc
import json
import os
import statistics
import subprocess
import sys
import time
import traceback

import torch
import torch.nn as nn
import torch.nn.functional as F

import pytorch_models

DEVICE = "cuda"


@dataclasses.dataclass
class Case:
    network: str
    batch: int
    precision: str = "fp32"
    mode: str = "train"
    optimizer: str = "momentum"
    memory_format: str = "nchw"
    detail: int = 0      # 1: also operations and kernels, 2: also allocations
    held_out: int = 0
    options: dict = dataclasses.field(default_factory=dict)


# --- networks -------------------------------------------------------------------------------------------------------

TORCHVISION = ("resnet18", "resnet34", "resnet50", "resnet101", "resnet152", "vgg16", "inception_v3", "mobilenet_v2",
               "densenet121", "efficientnet_b0", "vit_b_16")
PLAIN = ("unet", "dcgan", "wgan", "gnmt", "lstm", "gru", "ssd-resnet34", "mask-rcnn", "ncf", "dlrm", "minigo")
GPT2 = {"gpt2-124m": (12, 768, 12), "gpt2-355m": (24, 1024, 16), "gpt2-774m": (36, 1280, 20), "gpt2-1.5b": (48, 1600, 25)}
BERT = {"bert-base": (12, 768, 12, 3072), "bert-large": (24, 1024, 16, 4096)}
LLAMA = {"llama-1b": (16, 2048, 32, 8, 8192, True), "llama-8b": (32, 4096, 32, 8, 14336, False)}


def split(name):
    """'gpt2-124m:seq=512' -> ('gpt2-124m', {'seq': '512'}); 'hf:t5-base.json,seq=512' -> ('hf', {'seq': '512'})"""
    base, _, rest = name.partition(":")
    if base == "hf":
        rest = rest.partition(",")[2]
    return base, dict(item.split("=") for item in rest.split(",")) if rest else {}


def build_cnn(base, options, case):
    import torchvision.models as tv
    kwargs = {"init_weights": False} if base == "inception_v3" else {}
    model = getattr(tv, base)(weights=None, **kwargs)
    default = "299x299" if base == "inception_v3" else "224x224"
    h, w = (int(v) for v in options.get("input", default).split("x"))
    x = torch.randn(case.batch, 3, h, w)
    y = torch.randint(0, 1000, (case.batch,))
    if case.memory_format == "nhwc":
        model = model.to(memory_format=torch.channels_last)
        x = x.contiguous(memory_format=torch.channels_last)
    if case.precision in ("bf16", "fp16"):
        model, x = model.to(getattr(torch, {"bf16": "bfloat16", "fp16": "float16"}[case.precision])), None
        x = torch.randn(case.batch, 3, h, w, dtype=next(model.parameters()).dtype)
        if case.memory_format == "nhwc":
            x = x.contiguous(memory_format=torch.channels_last)

    def loss_of(out):
        if isinstance(out, torch.Tensor):
            return F.cross_entropy(out, y)
        return F.cross_entropy(out.logits, y) + 0.4 * F.cross_entropy(out.aux_logits, y)

    return model, lambda: model(x), loss_of


def build_language(base, options, case):
    import transformers as hf
    seq = int(options.get("seq", 512))
    half = {"bf16": torch.bfloat16, "fp16": torch.float16}.get(case.precision)
    if base == "hf":
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "configs", case.network[3:].split(",")[0])) as file:
            known = json.load(file)
        known.pop("architectures", None)
        config = hf.AutoConfig.for_model(**known)
        make = {"t5": hf.T5ForConditionalGeneration, "mixtral": hf.MixtralForCausalLM, "qwen2": hf.Qwen2ForCausalLM,
                "qwen3": hf.Qwen3ForCausalLM, "mistral": hf.MistralForCausalLM}[known["model_type"]]
    elif base in GPT2:
        layers, hidden, heads = GPT2[base]
        config = hf.GPT2Config(n_layer=layers, n_embd=hidden, n_head=heads)
        make = hf.GPT2LMHeadModel
    elif base in BERT:
        layers, hidden, heads, inner = BERT[base]
        config = hf.BertConfig(num_hidden_layers=layers, hidden_size=hidden, num_attention_heads=heads, intermediate_size=inner)
        make = hf.BertForMaskedLM
    else:
        layers, hidden, heads, kv, inner, tie = LLAMA[base]
        config = hf.LlamaConfig(vocab_size=128256, num_hidden_layers=layers, hidden_size=hidden, num_attention_heads=heads,
                                num_key_value_heads=kv, intermediate_size=inner, tie_word_embeddings=tie,
                                max_position_embeddings=8192)
        make = hf.LlamaForCausalLM
    if "cache" in case.options:
        config.use_cache = bool(case.options["cache"])
    torch.set_default_dtype(half or torch.float32)
    try:
        model = make(config)
    finally:
        torch.set_default_dtype(torch.float32)
    if half:
        model = model.to(half)
    if case.options.get("checkpoint"):
        model.gradient_checkpointing_enable()
    ids = torch.randint(0, config.vocab_size, (case.batch, seq))
    if base == "hf" and known["model_type"] == "t5" and case.mode != "train":
        return model, lambda: model(input_ids=ids, decoder_input_ids=ids), None
    if case.mode == "train":
        return model, lambda: model(input_ids=ids, labels=ids), lambda out: out.loss
    return model, lambda: model(input_ids=ids), None


def build_plain(base, options, case):
    model, inputs, loss_of = pytorch_models.build(base, options, case.batch)
    if case.precision in ("bf16", "fp16"):
        kind = {"bf16": torch.bfloat16, "fp16": torch.float16}[case.precision]
        model, inputs = model.to(kind), tuple(x.to(kind) if x.is_floating_point() else x for x in inputs)
        plain = loss_of
        loss_of = lambda out: plain(out.float() if isinstance(out, torch.Tensor) else tuple(o.float() for o in out))
    if case.memory_format == "nhwc":
        model = model.to(memory_format=torch.channels_last)
        inputs = tuple(x.contiguous(memory_format=torch.channels_last) if x.dim() == 4 else x for x in inputs)
    return model, lambda: model(*inputs), loss_of


def build(case):
    base, options = split(case.network)
    with torch.device(DEVICE):
        if base in PLAIN:
            return build_plain(base, options, case)
        return build_cnn(base, options, case) if base in TORCHVISION else build_language(base, options, case)


def make_optimizer(name, parameters, fused=False):
    how = {"fused": True} if fused else {}
    if name == "sgd":
        return torch.optim.SGD(parameters, lr=1e-4, **how)
    if name == "momentum":
        return torch.optim.SGD(parameters, lr=1e-4, momentum=0.9, **how)
    return {"adam": torch.optim.Adam, "adamw": torch.optim.AdamW, "rmsprop": torch.optim.RMSprop}[name](parameters, lr=1e-5, **how)


def set_precision(precision):
    tf32 = precision == "tf32"
    torch.backends.cuda.matmul.allow_tf32 = tf32
    torch.backends.cudnn.allow_tf32 = precision != "fp32"   # the framework's own default is True


def autocast(precision):
    if precision in ("amp_fp16", "amp_bf16"):
        return torch.autocast("cuda", dtype=torch.float16 if precision == "amp_fp16" else torch.bfloat16)
    return contextlib.nullcontext()


def make_step(case):
    """-> (step(marks=None), model). `marks` receives host times at the ends of the parts of the step."""
    model, forward, loss_of = build(case)
    now = time.perf_counter
    if case.mode == "infer":
        model.eval()
        guard = torch.no_grad if case.options.get("guard") == "no_grad" else torch.inference_mode

        def step(marks=None):
            with guard(), autocast(case.precision):
                out = forward()
            if marks is not None:
                marks.append(now())
            return out
        return step, model
    model.train()
    optimizer = make_optimizer(case.optimizer, model.parameters(), bool(case.options.get("fused")))
    scaler = torch.amp.GradScaler("cuda") if case.options.get("scaler") else None

    def step(marks=None):
        with autocast(case.precision):
            out = forward()
            if marks is not None:
                marks.append(now())
            loss = loss_of(out)
        if marks is not None:
            marks.append(now())
        (scaler.scale(loss) if scaler else loss).backward()
        if marks is not None:
            marks.append(now())
        if scaler:
            scaler.step(optimizer)
            scaler.update()
        else:
            optimizer.step()
        if marks is not None:
            marks.append(now())
        optimizer.zero_grad(set_to_none=True)
        if marks is not None:
            marks.append(now())
    return step, model


# --- measuring ------------------------------------------------------------------------------------------------------

def clean():
    gc.collect()
    torch.cuda.synchronize()
    with contextlib.suppress(Exception):
        torch._C._cuda_clearCublasWorkspaces()
    torch.cuda.empty_cache()
    torch.cuda.reset_peak_memory_stats()


def device_events(profiler):
    """(name, start in us, duration in us) of everything that ran on the device."""
    found = []
    try:
        for event in profiler.profiler.kineto_results.events():
            if "CUDA" in str(event.device_type()):
                found.append((event.name(), event.start_ns() / 1e3, event.duration_ns() / 1e3))
    except Exception:
        for event in profiler.events():
            if "CUDA" in str(event.device_type):
                found.append((event.name, event.time_range.start, event.time_range.elapsed_us()))
    return [e for e in found if not e[0].startswith(("ProfilerStep", "step", "Optimizer.", "## ", "nccl:"))
            and "Context Sync" not in e[0] and "Synchronize" not in e[0]]


def union_length(events):
    total, end = 0.0, -1.0
    for _, start, duration in sorted(events, key=lambda e: e[1]):
        if start > end:
            total += duration
            end = start + duration
        elif start + duration > end:
            total += start + duration - end
            end = start + duration
    return total


class Table:
    def __init__(self, path, columns):
        self.file = open(path, "w", newline="")
        self.writer = csv.writer(self.file)
        self.writer.writerow(columns)

    def row(self, *values):
        self.writer.writerow(values)
        self.file.flush()


COLUMNS = ["network", "batch", "precision", "optimizer", "mode", "memory_format", "options", "held_out", "parameters",
           "step_us", "step_p10_us", "step_p90_us", "steps", "host_us", "host_forward_us", "host_loss_us", "host_backward_us",
           "host_optimizer_us", "host_zero_us", "device_us", "busy_us", "kernels", "built_bytes", "peak_allocated_bytes",
           "peak_allocated_steady_bytes", "peak_reserved_bytes", "device_used_bytes", "sm_clock_mhz", "power_w", "error"]


def clocks():
    with contextlib.suppress(Exception):
        return torch.cuda.clock_rate(), torch.cuda.power_draw() / 1e3
    return "", ""


def measure(case, tables, target):
    clean()
    set_precision(case.precision)
    step, model = make_step(case)
    torch.cuda.synchronize()
    gc.collect()
    torch.cuda.empty_cache()
    torch.cuda.reset_peak_memory_stats()
    built = torch.cuda.memory_allocated()
    parameters = sum(p.numel() for p in model.parameters())
    out = None
    for _ in range(3):
        out = step()
        del out
    torch.cuda.synchronize()
    peak, reserved = torch.cuda.max_memory_allocated(), torch.cuda.max_memory_reserved()
    free, total = torch.cuda.mem_get_info()
    torch.cuda.reset_peak_memory_stats()
    begin = time.perf_counter()
    step()
    torch.cuda.synchronize()
    one = time.perf_counter() - begin
    steady = torch.cuda.max_memory_allocated()
    # warm up, then sustained steps between events
    for _ in range(max(2, min(60, int(0.5 * target / one)))):
        step()
    torch.cuda.synchronize()
    count = max(8, min(150, int(target / one)))
    events = [torch.cuda.Event(enable_timing=True) for _ in range(count + 1)]
    events[0].record()
    for i in range(count):
        step()
        events[i + 1].record()
    clock, power = clocks()
    torch.cuda.synchronize()
    times = sorted(1e3 * events[i].elapsed_time(events[i + 1]) for i in range(count))
    # the host alone, from an idle device
    hosts = []
    for _ in range(7):
        torch.cuda.synchronize()
        marks = [time.perf_counter()]
        step(marks)
        hosts.append([1e6 * (b - a) for a, b in zip(marks, marks[1:])])
    torch.cuda.synchronize()
    parts = [statistics.median(h[i] for h in hosts) for i in range(len(hosts[0]))]
    host = statistics.median(sum(h) for h in hosts)
    parts += [""] * (5 - len(parts))
    # the device alone, by the profiler
    label = [case.network, case.batch, case.precision, case.optimizer if case.mode == "train" else "", case.mode,
             case.memory_format, json.dumps(case.options) if case.options else "", case.held_out]
    activities = [torch.profiler.ProfilerActivity.CUDA]
    if case.detail:
        activities.append(torch.profiler.ProfilerActivity.CPU)
    with torch.profiler.profile(activities=activities, record_shapes=bool(case.detail)) as profiler:
        for _ in range(2):
            step()
        torch.cuda.synchronize()
    found = device_events(profiler)
    device, busy, kernels = sum(e[2] for e in found) / 2, union_length(found) / 2, len(found) / 2
    tables["networks"].row(*label, parameters, *(round(v, 2) for v in (statistics.median(times), times[len(times) // 10],
                           times[-1 - len(times) // 10])), count, round(host, 1), *(p if p == "" else round(p, 1) for p in parts),
                           round(device, 1), round(busy, 1), kernels, built, peak, steady, reserved, total - free, clock, power, "")
    if case.detail:
        sums = {}
        for name, _, duration in found:
            entry = sums.setdefault(name[:160], [0, 0.0])
            entry[0] += 1
            entry[1] += duration
        for name, (n, duration) in sorted(sums.items(), key=lambda item: -item[1][1]):
            tables["kernels"].row(*label[:6], name, n / 2, round(duration / 2, 2))
        for e in profiler.key_averages(group_by_input_shape=True):
            device_self = getattr(e, "self_device_time_total", None)
            if device_self is None:
                device_self = getattr(e, "self_cuda_time_total", 0)
            if not e.key.startswith(("cuda", "cuLaunch", "Memcpy", "Memset", "Activity", "void ")) and (e.self_cpu_time_total or device_self) \
                    and "CPU" in str(e.device_type):
                shapes = json.dumps(e.input_shapes).replace(" ", "")
                tables["ops"].row(*label[:6], e.key[:80], shapes[:200], e.count / 2, round(e.self_cpu_time_total / 2, 1),
                                  round(device_self / 2, 2))
    if case.detail >= 2:
        record_allocations(case, step, label, tables)
    return statistics.median(times)


def record_allocations(case, step, label, tables):
    torch.cuda.memory._record_memory_history(enabled="all", context=None, max_entries=100000)
    try:
        step()
        torch.cuda.synchronize()
        trace = torch.cuda.memory._snapshot()["device_traces"][0]
    finally:
        torch.cuda.memory._record_memory_history(enabled=None)
    living, count = {}, 0
    for event in trace:
        action = event["action"]
        if action not in ("alloc", "free_completed", "segment_alloc", "segment_free"):
            continue
        if action == "alloc":
            living[event["addr"]], count = count, count + 1
        tensor = living.get(event["addr"], -1)   # -1: older than the recorded step
        tables["allocations"].row(*label[:6], {"alloc": "a", "free_completed": "f"}.get(action, action), tensor, event["size"])


# --- host cost of eager operations ----------------------------------------------------------------------------------

class Call(nn.Module):
    """A module around a function: the chain pays the same module call as a network does."""
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, x):
        return self.function(x)


def chains():
    image, row = (2, 16, 8, 8), (32, 64)
    heads = (2, 4, 16, 16)
    return {
        "linear": (lambda: nn.Linear(64, 64), row), "linear_no_bias": (lambda: nn.Linear(64, 64, bias=False), row),
        "linear_3d": (lambda: nn.Linear(64, 64), (2, 16, 64)),
        "conv2d": (lambda: nn.Conv2d(16, 16, 3, padding=1, bias=False), image), "conv2d_bias": (lambda: nn.Conv2d(16, 16, 3, padding=1), image),
        "conv2d_depthwise": (lambda: nn.Conv2d(16, 16, 3, padding=1, groups=16, bias=False), image),
        "batch_norm": (lambda: nn.BatchNorm2d(16), image), "layer_norm": (lambda: nn.LayerNorm(64), row),
        "group_norm": (lambda: nn.GroupNorm(4, 16), image), "rms_norm": (lambda: nn.RMSNorm(64), row),
        "relu": (lambda: nn.ReLU(), row), "relu_inplace": (lambda: nn.ReLU(inplace=True), row), "relu6_inplace": (lambda: nn.ReLU6(inplace=True), row),
        "gelu": (lambda: nn.GELU(), row), "silu": (lambda: nn.SiLU(), row), "tanh": (lambda: nn.Tanh(), row), "sigmoid": (lambda: nn.Sigmoid(), row),
        "dropout": (lambda: nn.Dropout(0.1), row), "softmax": (lambda: nn.Softmax(-1), row),
        "max_pool": (lambda: nn.MaxPool2d(3, 1, 1), image), "avg_pool": (lambda: nn.AvgPool2d(3, 1, 1), image),
        "add": (lambda: Call(lambda x: x + x), row), "add_inplace": (lambda: Call(lambda x: (x + 0.0).add_(x)), row), "mul": (lambda: Call(lambda x: x * x), row),
        "mul_scalar": (lambda: Call(lambda x: x * 1.5), row), "view": (lambda: Call(lambda x: x.view(64, 32).view(32, 64)), row),
        "transpose": (lambda: Call(lambda x: x.transpose(0, 1).transpose(0, 1)), row), "contiguous": (lambda: Call(lambda x: x.transpose(0, 1).contiguous().view(32, 64)), row),
        "cat": (lambda: Call(lambda x: torch.cat([x, x], 1)[:, :64]), row), "split": (lambda: Call(lambda x: x.split(32, 1)[0].repeat(1, 2)), row),
        "cast": (lambda: Call(lambda x: x.to(torch.float64).to(x.dtype)), row), "matmul": (lambda: Call(lambda x: torch.matmul(x, x)), (64, 64)),
        "bmm": (lambda: Call(lambda x: torch.matmul(x, x)), heads), "sdpa": (lambda: Call(lambda x: F.scaled_dot_product_attention(x, x, x)), heads),
        "sdpa_causal": (lambda: Call(lambda x: F.scaled_dot_product_attention(x, x, x, is_causal=True)), heads),
    }


def per_call(function, reps=5):
    best = []
    function()
    for _ in range(reps):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        function()
        best.append(time.perf_counter() - begin)
    torch.cuda.synchronize()
    return 1e6 * statistics.median(best)


def host_costs(table, deadline):
    n = 40
    for precision in ("fp32", "amp_bf16", "bf16"):
        set_precision(precision)
        for name, (make, shape) in chains().items():
            if time.perf_counter() > deadline:
                return
            try:
                with torch.device(DEVICE):
                    modules = [make() for _ in range(n)]
                    x = torch.randn(shape, requires_grad=True)
                chain = nn.ModuleList(modules)
                if precision == "bf16":
                    chain = chain.to(torch.bfloat16)
                    x = x.detach().to(torch.bfloat16).requires_grad_()

                def forward(count=n):
                    y = x * 1.0
                    with autocast(precision):
                        for m in modules[:count]:
                            y = m(y)
                    return y

                def no_grad():
                    with torch.no_grad():
                        forward()

                def backward_times(count, reps=5):
                    found = []
                    for _ in range(reps):
                        y = forward(count)
                        g = torch.ones_like(y)
                        for p in chain.parameters():
                            p.grad = None
                        torch.cuda.synchronize()
                        begin = time.perf_counter()
                        torch.autograd.backward(y, g)
                        found.append(time.perf_counter() - begin)
                    return 1e6 * statistics.median(found)

                base = per_call(lambda: forward(0))
                inference, training = (per_call(no_grad) - base) / n, (per_call(forward) - base) / n
                backward_times(n, 2)
                many, one = backward_times(n), backward_times(1)
                table.row(precision, name, "forward_no_grad", 1, round(inference, 3))
                table.row(precision, name, "forward", 1, round(training, 3))
                table.row(precision, name, "backward", 1, round((many - one) / (n - 1), 3))
                table.row(precision, name, "backward_start", 1, round(one, 3))
            except Exception as error:
                table.row(precision, name, "error", 1, repr(error)[:120])
    set_precision("fp32")
    with torch.device(DEVICE):
        ids = torch.randint(0, 100, (2, 16))
        embedding = nn.Embedding(100, 64)
        logits = torch.randn(32, 100, requires_grad=True)
        labels = torch.randint(0, 100, (32,))
        image = torch.randn(2, 16, 8, 8, requires_grad=True)
    singles = {"embedding": lambda: embedding(ids), "cross_entropy": lambda: F.cross_entropy(logits, labels),
               "adaptive_avg_pool": lambda: F.adaptive_avg_pool2d(image, 1), "flatten": lambda: torch.flatten(image, 1)}
    for name, call in singles.items():
        def many():
            return [call() for _ in range(n)]

        def backward():
            found = []
            for _ in range(5):
                outs = [o.sum() if o.dim() else o for o in many()]
                torch.cuda.synchronize()
                begin = time.perf_counter()
                for o in outs:
                    o.backward()
                found.append(time.perf_counter() - begin)
            return 1e6 * statistics.median(found) / n
        with torch.no_grad():
            table.row("fp32", name, "forward_no_grad", 1, round(per_call(many) / n, 3))
        table.row("fp32", name, "forward", 1, round(per_call(many) / n, 3))
        table.row("fp32", name, "backward_of_sum_with_start", 1, round(backward(), 3))
    for name in ("sgd", "momentum", "adam", "adamw", "rmsprop"):
        for tensors in (1, 4, 16, 64, 160, 400):
            with torch.device(DEVICE):
                parameters = [nn.Parameter(torch.randn(64)) for _ in range(tensors)]
            optimizer = make_optimizer(name, parameters)

            def set_gradients():
                for p in parameters:
                    p.grad = torch.ones_like(p)
            steps, zeros = [], []
            for _ in range(7):
                set_gradients()
                torch.cuda.synchronize()
                a = time.perf_counter()
                optimizer.step()
                b = time.perf_counter()
                optimizer.zero_grad(set_to_none=True)
                c = time.perf_counter()
                steps.append(b - a)
                zeros.append(c - b)
            table.row("fp32", "optimizer_" + name, "step", tensors, round(1e6 * statistics.median(steps), 2))
            table.row("fp32", "optimizer_" + name, "zero_grad", tensors, round(1e6 * statistics.median(zeros), 2))


# --- what is measured -----------------------------------------------------------------------------------------------

def cases(part):
    c = Case
    if part == 1:
        return [
            c("resnet50", 64, "fp32", detail=2), c("resnet50", 64, "tf32", detail=1), c("resnet50", 64, "amp_fp16", detail=2),
            c("gpt2-124m:seq=512", 8, "fp32", optimizer="adamw", detail=2), c("gpt2-124m:seq=512", 8, "amp_bf16", optimizer="adamw", detail=2),
            c("resnet50", 64, "fp32", "infer", detail=1), c("gpt2-124m:seq=512", 8, "bf16", "infer", detail=1),
            c("bert-base:seq=512", 16, "fp32", optimizer="adamw", detail=1), c("bert-base:seq=512", 16, "amp_bf16", optimizer="adamw", detail=1),
            c("resnet50", 64, "amp_bf16", memory_format="nhwc", detail=1), c("resnet50", 64, "tf32", memory_format="nhwc", detail=1),
            c("resnet18", 32, "fp32", optimizer="sgd"), c("resnet18", 128, "tf32", optimizer="adam"), c("resnet18", 1, "fp32", "infer"),
            c("vgg16", 32, "fp32", detail=1), c("vgg16", 32, "tf32"), c("vgg16", 64, "amp_fp16", memory_format="nhwc", detail=1), c("vgg16", 32, "fp32", "infer"),
            c("mobilenet_v2", 64, "fp32", detail=1), c("mobilenet_v2", 64, "amp_fp16", detail=1), c("mobilenet_v2", 64, "amp_bf16", memory_format="nhwc", detail=1),
            c("mobilenet_v2", 64, "fp32", "infer"), c("inception_v3", 32, "tf32", detail=1), c("inception_v3", 32, "amp_fp16"), c("inception_v3", 32, "fp32", "infer"),
            c("llama-1b:seq=1024", 2, "bf16", optimizer="adamw", detail=2), c("llama-1b:seq=1024", 2, "bf16", "infer", detail=1),
            c("llama-1b:seq=1024", 2, "amp_bf16", optimizer="adamw", detail=1), c("llama-1b:seq=1024", 2, "tf32", optimizer="adamw"),
            c("gpt2-124m:seq=512", 8, "tf32", optimizer="adamw"), c("gpt2-124m:seq=512", 8, "amp_fp16", optimizer="adamw"), c("gpt2-124m:seq=512", 8, "bf16", optimizer="adamw", detail=1),
            c("gpt2-124m:seq=512", 8, "fp32", "infer", detail=1), c("gpt2-124m:seq=512", 8, "amp_fp16", "infer"), c("gpt2-124m:seq=512", 1, "fp32", "infer"),
            c("gpt2-124m:seq=512", 8, "amp_bf16", optimizer="adamw", options={"cache": 0}), c("bert-base:seq=128", 32, "tf32", optimizer="adam"),
            c("bert-base:seq=512", 16, "fp32", "infer"), c("bert-base:seq=512", 16, "bf16", "infer", detail=1), c("bert-base:seq=128", 8, "amp_fp16", "infer"),
            c("resnet50", 64, "amp_bf16", detail=1), c("resnet50", 64, "bf16"), c("resnet50", 64, "fp32", memory_format="nhwc", detail=1), c("resnet50", 64, "amp_fp16", memory_format="nhwc"),
            c("resnet50", 64, "tf32", "infer"), c("resnet50", 64, "amp_fp16", "infer", detail=1), c("resnet50", 64, "bf16", "infer", memory_format="nhwc"), c("resnet50", 64, "amp_fp16", "infer", memory_format="nhwc", detail=1),
            c("resnet50", 256, "amp_bf16", memory_format="nhwc"), c("resnet50", 256, "tf32"), c("resnet50", 16, "fp32", optimizer="adam"), c("resnet50", 1, "fp32", "infer"),
            c("resnet50", 64, "amp_fp16", options={"scaler": 1}), c("resnet18", 128, "amp_bf16", "infer", memory_format="nhwc"), c("vgg16", 64, "tf32", "infer"),
            c("inception_v3", 32, "fp32"), c("mobilenet_v2", 256, "tf32", optimizer="adam"), c("mobilenet_v2", 64, "amp_fp16", "infer", memory_format="nhwc"),
            c("llama-8b:seq=512", 1, "bf16", "infer"),
        ]
    if part == 4:  # what no part before has: for learning the rules of each
        return [
            c("lstm:inputs=512,hidden=512,layers=2", 64, "fp32", "infer", detail=2), c("lstm:inputs=512,hidden=512,layers=2", 64, "fp32", detail=2), c("lstm:inputs=512,hidden=512,layers=2", 64, "amp_fp16", detail=2),
            c("lstm:inputs=256,hidden=1024,both=1", 32, "tf32", optimizer="adam", detail=2), c("gru:inputs=512,hidden=512,layers=2", 64, "tf32", detail=2), c("gru:inputs=256,hidden=256", 16, "amp_bf16", detail=1),
            c("lstm:inputs=512,hidden=512,layers=4", 128, "bf16", detail=1), c("gru:inputs=128,hidden=1024,length=50", 256, "fp16", detail=1),
            c("gnmt", 64, "fp32", optimizer="adam", detail=2), c("gnmt", 64, "amp_fp16", optimizer="adam", detail=2), c("gnmt", 128, "tf32", optimizer="adam", detail=1), c("gnmt", 32, "fp16", "infer", detail=1),
            c("unet:input=256x256", 8, "fp32", optimizer="adam", detail=2), c("unet:input=256x256", 16, "amp_bf16", optimizer="rmsprop", detail=2), c("unet:input=572x572", 2, "tf32", optimizer="adam", detail=1),
            c("unet:input=256x256", 16, "amp_fp16", memory_format="nhwc", optimizer="adam", detail=1), c("unet:input=512x512", 8, "tf32", "infer", detail=1),
            c("dcgan", 128, "fp32", optimizer="adam", detail=2), c("dcgan", 512, "amp_fp16", optimizer="adam", detail=2), c("dcgan:part=generator", 256, "tf32", optimizer="adam", detail=1), c("wgan:part=discriminator", 64, "fp32", optimizer="rmsprop", detail=1),
            c("dcgan:part=generator", 1024, "fp32", "infer", detail=1), c("dcgan:part=generator", 64, "fp16", "infer", memory_format="nhwc", detail=1),
            c("ssd-resnet34", 32, "fp32", detail=2), c("ssd-resnet34", 64, "amp_fp16", detail=1), c("ssd-resnet34", 16, "tf32", "infer", detail=1),
            c("mask-rcnn", 2, "fp32", detail=2), c("mask-rcnn", 4, "amp_fp16", detail=2), c("mask-rcnn", 2, "tf32", "infer", detail=1),
            c("ncf", 65536, "fp32", optimizer="adam", detail=2), c("ncf", 1048576, "tf32", optimizer="adam", detail=1), c("ncf", 16384, "amp_fp16", optimizer="adam", detail=1),
            c("dlrm:rows=1000000", 2048, "fp32", optimizer="sgd", detail=2), c("dlrm:rows=1000000", 32768, "amp_fp16", optimizer="sgd", detail=2), c("dlrm:rows=100000", 8192, "tf32", optimizer="adam", detail=1), c("dlrm:rows=1000000", 65536, "fp16", "infer", detail=1),
            c("minigo", 256, "fp32", detail=2), c("minigo:board=19", 256, "amp_fp16", detail=1), c("minigo:board=19", 64, "tf32", "infer", detail=1),
            c("hf:t5-base.json,seq=512", 8, "fp32", optimizer="adamw", detail=2), c("hf:t5-base.json,seq=128", 16, "amp_bf16", optimizer="adamw", detail=2), c("hf:t5-base.json,seq=512", 8, "bf16", "infer", detail=1),
            c("hf:mixtral-8x150m.json,seq=512", 4, "bf16", optimizer="adamw", detail=2), c("hf:mixtral-8x150m.json,seq=1024", 2, "tf32", "infer", detail=1),
            c("hf:qwen2-0.5b.json,seq=512", 4, "bf16", optimizer="adamw", detail=2), c("hf:qwen3-0.6b.json,seq=1024", 2, "amp_bf16", optimizer="adamw", detail=1), c("hf:qwen3-0.6b.json,seq=512", 4, "bf16", "infer", detail=1),
            c("llama-1b:seq=2048", 2, "bf16", optimizer="adamw", options={"checkpoint": 1}, detail=2), c("gpt2-124m:seq=1024", 8, "fp32", optimizer="adamw", options={"checkpoint": 1}, detail=1), c("bert-base:seq=512", 32, "amp_bf16", optimizer="adamw", options={"checkpoint": 1}, detail=1),
            c("gpt2-124m:seq=512", 8, "tf32", optimizer="adamw", options={"fused": 1}), c("bert-large:seq=128", 8, "fp32", optimizer="adam", options={"fused": 1}), c("resnet50", 32, "amp_bf16", optimizer="adam", options={"fused": 1}), c("resnet18", 64, "tf32", optimizer="rmsprop"),
            c("vit_b_16", 32, "bf16", optimizer="adamw", detail=1), c("efficientnet_b0", 64, "tf32", "infer", detail=1), c("efficientnet_b0", 256, "bf16", memory_format="nhwc", optimizer="rmsprop", detail=1),
            c("densenet121", 8, "amp_fp16", detail=1), c("densenet121", 32, "bf16", "infer", detail=1), c("mobilenet_v2", 1, "fp32", "infer", detail=1), c("resnet18", 1, "amp_fp16", "infer"), c("resnet50", 4, "tf32", detail=1),
            c("vgg16", 8, "fp32", "infer", detail=2), c("vgg16", 24, "fp32", "infer", detail=2), c("inception_v3:input=600x800", 8, "fp32", "infer", detail=2), c("resnet18", 128, "fp32", optimizer="adam", detail=2),
        ]
    if part == 5:  # held out, and to stay so: fresh configurations of the best-known networks
        h = lambda network, batch, precision, mode="train", optimizer="momentum", memory_format="nchw", options=None: c(network, batch, precision, mode, optimizer, memory_format, 0, 1, options or {})
        return [
            h("resnet50:input=224x224", 48, "fp32"), h("resnet50:input=224x224", 96, "tf32"), h("resnet50:input=224x224", 192, "amp_bf16"), h("resnet50:input=224x224", 128, "amp_fp16", memory_format="nhwc"), h("resnet50:input=224x224", 16, "amp_fp16"),
            h("resnet50:input=224x224", 256, "fp32", "infer"), h("resnet50:input=224x224", 8, "tf32", "infer"), h("resnet50:input=224x224", 128, "amp_bf16", "infer"), h("resnet50:input=256x320", 32, "tf32", optimizer="adam"),
            h("resnet18", 96, "amp_fp16"), h("resnet34", 64, "fp32", optimizer="sgd"), h("resnet101", 32, "tf32"), h("resnet152", 32, "amp_bf16", memory_format="nhwc"),
            h("vgg16", 48, "fp32"), h("vgg16", 64, "tf32"), h("vgg16", 32, "amp_fp16"), h("vgg16", 32, "bf16", memory_format="nhwc"), h("vgg16", 12, "fp32", "infer"), h("vgg16", 128, "amp_fp16", "infer"),
            h("inception_v3:input=600x800", 8, "fp32"), h("inception_v3:input=600x800", 16, "amp_bf16"), h("inception_v3:input=600x800", 24, "tf32", memory_format="nhwc"), h("inception_v3:input=600x800", 32, "tf32", "infer"), h("inception_v3:input=600x800", 8, "amp_fp16", "infer"), h("inception_v3", 128, "tf32"),
            h("mobilenet_v2", 96, "fp32"), h("mobilenet_v2", 192, "amp_bf16"), h("mobilenet_v2", 128, "tf32", memory_format="nhwc"), h("mobilenet_v2", 16, "amp_fp16"), h("mobilenet_v2", 128, "fp32", "infer"), h("mobilenet_v2", 256, "amp_fp16", "infer"),
            h("densenet121", 48, "tf32"), h("densenet121", 96, "amp_bf16"), h("densenet121", 16, "fp32"), h("densenet121", 64, "fp16", memory_format="nhwc"), h("densenet121", 128, "tf32", "infer"), h("densenet121", 16, "amp_fp16", "infer"),
            h("gpt2-124m:seq=512", 16, "fp32", optimizer="adamw"), h("gpt2-124m:seq=512", 32, "tf32", optimizer="adamw"), h("gpt2-124m:seq=512", 4, "amp_fp16", optimizer="adamw"), h("gpt2-124m:seq=512", 24, "bf16", optimizer="adam"), h("gpt2-124m:seq=512", 32, "fp32", "infer"), h("gpt2-124m:seq=512", 2, "amp_bf16", "infer"), h("gpt2-774m:seq=1024", 2, "bf16", optimizer="adamw"),
            h("bert-base:seq=512", 4, "tf32", optimizer="adamw"), h("bert-base:seq=512", 32, "fp32", optimizer="adamw"), h("bert-base:seq=512", 24, "amp_fp16", optimizer="adamw"), h("bert-base:seq=512", 64, "bf16", "infer"), h("bert-base:seq=512", 4, "amp_bf16", "infer"), h("bert-base:seq=256", 32, "tf32", "infer"),
            h("bert-large", 8, "fp32", optimizer="adamw"), h("bert-large", 16, "tf32", optimizer="adamw"), h("bert-large", 12, "bf16", optimizer="adam"), h("bert-large", 8, "fp32", "infer"), h("bert-large", 32, "amp_fp16", "infer"),
            h("llama-8b:seq=2048", 1, "bf16", "infer"), h("llama-8b:seq=1024", 2, "bf16", optimizer="sgd"), h("llama-8b:seq=512", 1, "tf32", "infer"), h("llama-1b:seq=2048", 1, "tf32", optimizer="adamw"), h("llama-1b:seq=512", 8, "amp_bf16", optimizer="adamw"),
            h("vit_b_16", 96, "amp_bf16", optimizer="adamw"), h("efficientnet_b0", 96, "amp_fp16"),
        ]
    if part == 3:
        return [
            # held out: measured after the model was built, judged before anything was changed
            c("resnet50", 128, "fp32", held_out=1), c("vgg16", 8, "fp32", held_out=1), c("bert-base:seq=512", 8, "fp32", optimizer="adamw", held_out=1),
            c("gpt2-124m:seq=1024", 8, "tf32", optimizer="adamw", held_out=1), c("mobilenet_v2", 32, "fp32", optimizer="adam", held_out=1),
            c("vit_b_16", 64, "tf32", optimizer="adamw", held_out=1), c("vit_b_16", 16, "fp32", "infer", held_out=1), c("vgg16", 64, "fp32", "infer", held_out=1),
            c("densenet121", 64, "fp32", held_out=1), c("inception_v3", 64, "amp_bf16", memory_format="nhwc", held_out=1),
            c("resnet18", 256, "amp_fp16", memory_format="nhwc", held_out=1), c("resnet50:input=160x160", 64, "tf32", held_out=1),
            c("bert-large:seq=384", 8, "amp_bf16", optimizer="adamw", held_out=1), c("bert-large:seq=512", 16, "bf16", "infer", held_out=1),
            c("gpt2-355m:seq=1024", 4, "bf16", optimizer="adamw", held_out=1), c("gpt2-355m:seq=512", 4, "fp32", optimizer="adamw", held_out=1),
            c("llama-1b:seq=2048", 2, "bf16", optimizer="adamw", held_out=1), c("efficientnet_b0", 128, "tf32", held_out=1),
            c("densenet121", 64, "tf32", memory_format="nhwc", held_out=1), c("densenet121", 64, "amp_fp16", "infer", held_out=1),
            c("resnet152", 32, "tf32", held_out=1), c("resnet50", 96, "amp_bf16", optimizer="adam", held_out=1), c("resnet18", 128, "fp32", held_out=1),
            c("vgg16", 32, "tf32", memory_format="nhwc", held_out=1), c("mobilenet_v2", 256, "amp_fp16", held_out=1), c("mobilenet_v2", 64, "tf32", "infer", memory_format="nhwc", held_out=1),
            c("bert-base:seq=128", 64, "amp_fp16", optimizer="adamw", held_out=1), c("bert-base:seq=512", 8, "tf32", "infer", held_out=1),
            c("bert-large:seq=512", 4, "fp32", optimizer="adamw", held_out=1), c("gpt2-124m:seq=512", 16, "amp_bf16", optimizer="adamw", held_out=1),
            c("gpt2-124m:seq=1024", 4, "fp16", "infer", held_out=1), c("gpt2-355m:seq=1024", 4, "tf32", optimizer="adamw", held_out=1),
            c("gpt2-355m:seq=512", 8, "amp_bf16", "infer", held_out=1), c("llama-1b:seq=1024", 4, "amp_bf16", "infer", held_out=1),
            c("vit_b_16", 128, "amp_fp16", optimizer="adamw", held_out=1), c("vit_b_16", 64, "bf16", "infer", held_out=1), c("inception_v3", 64, "tf32", "infer", held_out=1),
            c("resnet50", 128, "tf32", "infer", held_out=1), c("resnet50", 32, "bf16", "infer", held_out=1), c("inception_v3", 48, "fp32", held_out=1),
            # for fitting
            c("vgg16", 16, "fp32", "infer", detail=2), c("vgg16", 64, "fp32", detail=2), c("vit_b_16", 64, "amp_bf16", "infer", detail=2), c("vit_b_16", 32, "tf32", "infer", detail=2),
            c("densenet121", 32, "amp_bf16", detail=2), c("densenet121", 64, "tf32", "infer", detail=2), c("efficientnet_b0", 128, "amp_fp16", memory_format="nhwc", detail=1),
            c("bert-base:seq=512", 32, "bf16", optimizer="adamw", detail=1), c("bert-large:seq=128", 16, "amp_fp16", "infer", detail=1), c("gpt2-124m:seq=128", 8, "fp32", optimizer="adamw"),
            c("gpt2-774m:seq=512", 4, "amp_bf16", optimizer="adamw"), c("gpt2-124m:seq=64", 1, "bf16", "infer"), c("llama-1b:seq=512", 4, "fp32", optimizer="adamw"),
            c("llama-1b:seq=128", 1, "tf32", "infer"), c("mobilenet_v2", 64, "amp_fp16", memory_format="nhwc", detail=1), c("resnet50", 64, "amp_fp16", memory_format="nhwc", detail=1),
            c("vgg16", 32, "amp_fp16", "infer", detail=1), c("inception_v3", 32, "amp_fp16", detail=2),
        ]
    return [
        c("densenet121", 32, "fp32", held_out=1), c("densenet121", 64, "amp_fp16", held_out=1), c("densenet121", 32, "tf32", "infer", held_out=1),
        c("bert-large:seq=512", 8, "tf32", optimizer="adamw", held_out=1), c("bert-large:seq=512", 8, "amp_bf16", optimizer="adamw", held_out=1), c("bert-large:seq=128", 8, "fp32", "infer", held_out=1),
        c("vit_b_16", 32, "fp32", optimizer="adamw", held_out=1), c("vit_b_16", 64, "amp_bf16", optimizer="adamw", held_out=1), c("vit_b_16", 64, "amp_fp16", "infer", held_out=1),
        c("inception_v3:input=600x800", 16, "tf32", held_out=1), c("inception_v3:input=600x800", 32, "amp_fp16", held_out=1), c("inception_v3:input=600x800", 16, "fp32", "infer", held_out=1),
        c("resnet50", 32, "fp32", held_out=1), c("resnet50", 128, "tf32", memory_format="nhwc", held_out=1), c("resnet50", 128, "amp_fp16", held_out=1), c("resnet50", 32, "amp_fp16", "infer", held_out=1),
        c("gpt2-124m:seq=1024", 4, "fp32", optimizer="adamw", held_out=1), c("gpt2-124m:seq=1024", 8, "amp_bf16", optimizer="adamw", held_out=1), c("gpt2-124m:seq=256", 16, "tf32", "infer", held_out=1),
        c("gpt2-355m:seq=512", 8, "amp_fp16", optimizer="adamw", held_out=1), c("llama-1b:seq=2048", 1, "amp_bf16", optimizer="adamw", held_out=1),
        c("vgg16", 16, "fp32", optimizer="sgd", held_out=1), c("vgg16", 128, "amp_bf16", held_out=1), c("vgg16", 64, "amp_fp16", "infer", held_out=1),
        c("mobilenet_v2", 128, "tf32", held_out=1), c("mobilenet_v2", 128, "amp_fp16", memory_format="nhwc", held_out=1), c("mobilenet_v2", 32, "tf32", "infer", held_out=1),
        c("efficientnet_b0", 64, "fp32", held_out=1), c("efficientnet_b0", 64, "amp_bf16", memory_format="nhwc", held_out=1), c("efficientnet_b0", 64, "amp_fp16", "infer", held_out=1),
        c("resnet34", 64, "tf32", held_out=1), c("resnet101", 64, "amp_bf16", held_out=1), c("resnet18", 64, "fp32", "infer", held_out=1),
        c("llama-8b:seq=512", 1, "bf16", optimizer="sgd", held_out=1), c("llama-8b:seq=1024", 1, "bf16", "infer", held_out=1),
        c("bert-base:seq=256", 16, "fp32", optimizer="adamw", held_out=1), c("bert-base:seq=384", 32, "amp_fp16", optimizer="adamw", held_out=1),
        # not held out: what part 1 left open
        c("vit_b_16", 32, "amp_fp16", optimizer="adamw", detail=2), c("vit_b_16", 32, "fp32", "infer", detail=1), c("densenet121", 16, "tf32", detail=2),
        c("efficientnet_b0", 16, "tf32", detail=2), c("efficientnet_b0", 64, "amp_fp16", detail=1), c("bert-base:seq=128", 8, "amp_bf16", optimizer="adamw", detail=2),
        c("llama-1b:seq=512", 1, "bf16", "infer", detail=2), c("resnet50", 16, "amp_fp16", "infer", detail=2), c("gpt2-124m:seq=256", 2, "tf32", "infer", detail=2),
        c("llama-1b:seq=256", 1, "amp_bf16", optimizer="sgd", detail=2), c("densenet121", 16, "fp32", "infer", detail=1), c("inception_v3", 16, "fp32", detail=2),
        c("resnet18", 8, "amp_fp16", optimizer="adam", detail=2, options={"scaler": 1}), c("mobilenet_v2", 16, "amp_bf16", memory_format="nhwc", detail=2),
    ]


def machine():
    properties = torch.cuda.get_device_properties(0)
    def version(name):
        with contextlib.suppress(Exception):
            import importlib.metadata
            return importlib.metadata.version(name)
        return ""
    driver = ""
    with contextlib.suppress(Exception):
        driver = subprocess.run(["nvidia-smi", "--query-gpu=driver_version,power.limit,clocks.max.sm", "--format=csv,noheader"],
                                capture_output=True, text=True, timeout=20).stdout.strip()
    cpu = ""
    with contextlib.suppress(Exception):
        cpu = next(line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name"))
    return {"date": datetime.date.today().isoformat(), "card": properties.name, "sms": properties.multi_processor_count,
            "memory_bytes": properties.total_memory, "driver_power_clock": driver, "cpu": cpu, "cpus": os.cpu_count(),
            "python": sys.version.split()[0], "torch": torch.__version__, "cuda": torch.version.cuda,
            "cudnn": torch.backends.cudnn.version(), "torchvision": version("torchvision"), "transformers": version("transformers")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default=".", help="directory for the files")
    parser.add_argument("--part", type=int, default=1, choices=(1, 2, 3, 4, 5), help="1 and 4: for fitting; 2 and 3: mostly held out; 5: held out")
    parser.add_argument("--seconds", type=float, default=280, help="stop starting new configurations after this long")
    parser.add_argument("--target", type=float, default=0.45, help="seconds of timed steps per configuration")
    parser.add_argument("--no-host", action="store_true", help="skip the host cost of single operations")
    arguments = parser.parse_args()
    begin = time.perf_counter()
    if not torch.cuda.is_available():
        print("no CUDA device", file=sys.stderr)
        return 3
    os.makedirs(arguments.out, exist_ok=True)
    path = lambda name, ending="csv": os.path.join(arguments.out, f"pytorch_{name}_{arguments.part}.{ending}")
    with open(path("machine", "json"), "w") as file:
        json.dump(machine(), file, indent=2)
    key = COLUMNS[:6]
    tables = {"networks": Table(path("networks"), COLUMNS), "host": Table(path("host"), ["precision", "operation", "what", "tensors", "host_us"]),
              "ops": Table(path("ops"), key + ["operation", "input_shapes", "count", "self_host_us", "self_device_us"]),
              "kernels": Table(path("kernels"), key + ["kernel", "count", "device_us"]),
              "allocations": Table(path("allocations"), key + ["action", "tensor", "bytes"])}
    torch.zeros(1, device=DEVICE)
    if not arguments.no_host:
        host_costs(tables["host"], begin + 0.2 * arguments.seconds)
        print(f"host costs done at {time.perf_counter() - begin:.1f} s", flush=True)
    for case in cases(arguments.part):
        if time.perf_counter() - begin > arguments.seconds:
            print("time is up before", case, flush=True)
            break
        start = time.perf_counter()
        try:
            step_us = measure(case, tables, arguments.target)
            print(f"{case.network} b{case.batch} {case.precision} {case.mode} {case.memory_format}: {step_us:.0f} us"
                  f" ({time.perf_counter() - start:.1f} s)", flush=True)
        except Exception as error:
            traceback.print_exc(limit=3)
            tables["networks"].row(case.network, case.batch, case.precision, case.optimizer, case.mode, case.memory_format,
                                   json.dumps(case.options), case.held_out, *[""] * (len(COLUMNS) - 9), repr(error)[:200])
    print(f"done at {time.perf_counter() - begin:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
