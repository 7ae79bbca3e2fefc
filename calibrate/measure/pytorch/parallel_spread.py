"""How a case of parallel_cases.py becomes a training step: its network, the groups of ranks, and the wrappers."""
import contextlib
import dataclasses
import inspect
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

import parallel_models
import pytorch_models
import pytorch_step
from parallel_cases import config, options_of


class Meshes:
    """Groups of ranks by a case's degrees: pipeline, data, expert, context, tensor, the last ones next to each other.
    Where a case has fewer ranks than there are processes, several groups do the same."""

    def __init__(self, count):
        self.count, self.known = count, {}

    def of(self, case):
        from torch.distributed.device_mesh import init_device_mesh

        degrees = {name: getattr(case, name) for name in ("pp", "dp", "ep", "cp", "tp") if getattr(case, name) > 1}
        if not degrees:
            return None
        copies = self.count // case.gpus
        if copies > 1:
            degrees = {"copies": copies, **degrees}
        key = tuple(degrees.items())
        if key not in self.known:
            self.known[key] = init_device_mesh("cuda", tuple(degrees.values()), mesh_dim_names=tuple(degrees))
        return self.known[key]

    def of_weights(self, case):
        """Ranks that hold the same weights outside of experts: groups of their own, whose exchanges do not wait for
        those of expert and context ranks."""
        from torch.distributed.device_mesh import DeviceMesh

        if case.dp > 1:
            return self.of(case)["dp"]
        size = case.ep * case.cp
        if size == 1:
            return None
        key = "weights", size
        if key not in self.known:
            ranks = [list(range(first, first + size)) for first in range(0, self.count, size)]
            groups = [torch.distributed.new_group(r) for r in ranks]
            own = groups[torch.distributed.get_rank() // size]
            self.known[key] = DeviceMesh.from_group(own, "cuda", mesh_dim_names=("weights",))
        return self.known[key]


def group_of(mesh, name):
    return mesh[name].get_group() if mesh is not None and name in mesh.mesh_dim_names else None


def half_of(case):
    return torch.bfloat16 if case.precision == "bf16" else None


def is_own(case):
    """Whether parallel_models.py has the network."""
    own = ("llama", "mixtral")
    return case.network.startswith("fcnn:") or (
        case.network.startswith("hf:") and config(case.network[3:].split(",")[0])["model_type"] in own
    )


def build(case, mesh):
    """-> network, input, loss of what the network returns; input nothing where the network has its own."""
    base, options = options_of(case.network)
    by_hand = group_of(mesh, "tp") if case.tensor == "tp_by_hand" else None
    if not is_own(case):
        whole = dataclasses.replace(case, options={"checkpoint": 1} if case.blocks_at_once else {})
        model, _, loss_of = pytorch_step.build(whole)
        return model, None, loss_of
    half = half_of(case)
    with torch.device(pytorch_step.DEVICE):
        if base == "fcnn":
            sizes = [options[key] for key in ("layers", "hidden", "inputs", "outputs")]
            model = parallel_models.Fcnn(*sizes, by_hand)
            inputs = torch.randn(case.batch, options["inputs"], dtype=half)
            labels = torch.randint(0, options["outputs"], (case.batch,))
            loss_of = lambda out: F.cross_entropy(out, labels)
        else:
            settings = config(case.network[3:].split(",")[0])
            experts = {"expert_group": group_of(mesh, "ep"), "even": case.options.get("routing") != "free"}
            model = parallel_models.Llama(settings, by_hand, **experts)
            model.blocks_at_once = case.blocks_at_once
            length = options["seq"] // case.cp
            inputs = torch.randint(0, settings["vocab_size"], (case.batch, length))
            labels = torch.randint(0, settings["vocab_size"], (case.batch * length,))
            if by_hand:
                loss_of = lambda out: parallel_models.VocabularyLoss.apply(out.flatten(0, 1), labels, by_hand)
            else:
                loss_of = lambda out: F.cross_entropy(out.float().flatten(0, 1), labels)
    model = model.to(half) if half else model
    return model, inputs, loss_of


def blocks_of(model):
    """Parts that FSDP gathers by themselves: perfmodel's blocks."""
    if hasattr(model, "blocks"):
        return model.blocks()
    if hasattr(model, "transformer"):
        return list(model.transformer.h)
    if hasattr(model, "bert"):
        return list(model.bert.encoder.layer)
    names = ("T5Block", "BasicBlock", "Bottleneck", "InvertedResidual", "MBConv", "_DenseLayer", "EncoderBlock")
    return [m for m in model.modules() if type(m).__name__ in names]


def spread(model, case, mesh, copies):
    """The model under the case's wrappers: tensor ranks first, then those that hold the same weights."""
    if case.tensor == "tp":
        parallel_models.cut_by_dtensor(model, mesh["tp"], case.sequence_parallel)
    if case.data == "ddp":
        if case.ep > 1:  # nobody else has these experts
            own = [name for name, _ in model.named_parameters() if name.endswith(("gate_up_proj", "down_proj"))]
            wrapper = torch.nn.parallel.DistributedDataParallel
            wrapper._set_params_and_buffers_to_ignore_for_model(model, own)
        return torch.nn.parallel.DistributedDataParallel(
            model,
            device_ids=[torch.cuda.current_device()],
            process_group=copies.get_group(),
            bucket_cap_mb=case.bucket_mb,
            gradient_as_bucket_view=case.bucket_view,
            static_graph=bool(case.options.get("static_graph")),
        )
    if case.data == "fsdp":
        from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard

        how = {"mesh": copies}
        if not case.reshard:  # else the default: all but the root give their parameters back
            how["reshard_after_forward"] = False
        if case.precision == "amp_bf16":
            how["mp_policy"] = MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32)
        for block in blocks_of(model):
            fully_shard(block, **how)
        fully_shard(model, **how)
    return model


def forward_of(model, inputs, case):
    """Words and images of pytorch_step.build() have their own inputs, which are made again here for the wrapper."""
    if inputs is not None:
        return lambda: model(inputs)
    base, options = options_of(case.network)
    half = half_of(case)
    with torch.device(pytorch_step.DEVICE):
        if base in pytorch_step.PLAIN:
            options = pytorch_step.split(case.network)[1]
            _, plain, _ = pytorch_models.build(base, options, case.batch)
            plain = tuple(x.to(half) if half and x.is_floating_point() else x for x in plain)
            return lambda: model(*plain)
        if base in pytorch_step.TORCHVISION:
            side = 299 if base == "inception_v3" else 224
            x = torch.randn(case.batch, 3, side, side, dtype=half)
            if case.memory_format == "nhwc":
                x = x.contiguous(memory_format=torch.channels_last)
            return lambda: model(x)
        plain = model.module if case.data == "ddp" else model
        words = torch.randint(0, plain.config.vocab_size, (case.batch, options["seq"]))
    return lambda: model(input_ids=words, labels=words)


def optimizer_of(case, model):
    """PyTorch's lists of tensors do not mix distributed and plain ones, or those of several meshes: each kind is a
    group."""
    kinds = {}
    for p in model.parameters():
        kinds.setdefault(str(getattr(p, "device_mesh", "")), []).append(p)
    groups = [{"params": kinds[key]} for key in sorted(kinds)]
    return pytorch_step.make_optimizer(case.optimizer.split(":")[0], groups, case.fused)


def local_size(p):
    return p.to_local().numel() if hasattr(p, "to_local") else p.numel()


def contexts(case, mesh, around):
    """PyTorch's own context parallelism from here to the end of the case; inputs are parts already."""
    from torch.distributed.tensor.experimental import context_parallel
    from torch.nn.attention import SDPBackend, sdpa_kernel

    if case.options.get("attention") == "flash":
        around.enter_context(sdpa_kernel(SDPBackend.FLASH_ATTENTION))
    whole = torch.arange(options_of(case.network)[1]["seq"], device=pytorch_step.DEVICE)
    how = {"buffers": [whole], "buffer_seq_dims": [0], "no_restore_buffers": {whole}}
    around.enter_context(context_parallel(mesh["cp"], **how))


def make_step(case, meshes, around):
    """-> step(marks=None), network; what must be left after it is entered into `around`."""
    pytorch_step.set_precision(case.precision)
    torch.manual_seed(1)  # tensor-parallel ranks see the same batch
    mesh = meshes.of(case)
    if case.pp > 1:
        return pipeline_step(case, mesh)
    passes_a_step = case.passes
    if passes_a_step > 1:
        case = dataclasses.replace(case, batch=case.micro_batch)
    model, inputs, loss_of = build(case, mesh)
    model.train()
    wrapped = spread(model, case, mesh, meshes.of_weights(case))
    forward = forward_of(wrapped, inputs, case)
    optimizer = optimizer_of(case, wrapped)
    amp = case.precision == "amp_bf16" and case.data != "fsdp"
    autocast = lambda: torch.autocast("cuda", dtype=torch.bfloat16, enabled=amp)
    passes = contextlib.nullcontext
    if case.tensor == "tp" and case.network.startswith("hf:"):
        from torch.distributed.tensor.parallel import loss_parallel as passes
    if case.cp > 1:
        contexts(case, mesh, around)

    now = time.perf_counter

    def earlier_passes():
        """All but the last one of a step: only FSDP sums their gradients."""
        for _ in range(passes_a_step - 1):
            with wrapped.no_sync() if case.data == "ddp" else contextlib.nullcontext():
                with autocast():
                    out = forward()  # held until the next one takes its name, as in a user's loop
                    loss = loss_of(out)
                loss.backward()

    def step(marks=None):
        mark = (lambda: None) if marks is None else (lambda: marks.append(now()))
        earlier_passes()
        with passes():
            with autocast():
                out = forward()
                mark()
                loss = loss_of(out)
            mark()
            loss.backward()
        mark()
        optimizer.step()
        mark()
        optimizer.zero_grad(set_to_none=True)
        mark()

    return step, model


def stage_modules(case, mesh, numbers):
    """The parts of a Llama that this rank holds, cut by hand among tensor ranks, under DDP among data ranks."""
    settings, parts, group = config(case.network[3:].split(",")[0]), case.pp * case.virtual_stages, group_of(mesh, "tp")
    with torch.device(pytorch_step.DEVICE):
        models = [parallel_models.Llama(settings, group, part=i, parts=parts) for i in numbers]
    model = nn.ModuleList(m.to(half_of(case)) if half_of(case) else m for m in models)
    model.train()
    for m in models:
        m.amp = case.precision == "amp_bf16"
    return model, [spread(m, case, mesh, mesh["dp"]) if case.dp > 1 else m for m in models]


def stage_loss(case, mesh, count):
    group = group_of(mesh, "tp")
    if group is not None:
        return lambda out, y: parallel_models.VocabularyLoss.apply(out.flatten(0, 1), y.flatten(), group) / count
    return lambda out, y: F.cross_entropy(out.float().flatten(0, 1), y.flatten()) / count


def pipeline_step(case, mesh):
    """A Llama's stages under torch.distributed.pipelining, by 1F1B, or with several stages a rank by interleaved 1F1B.
    Of the host's time of a step only that of all passes together is known."""
    from torch.distributed.pipelining import PipelineStage, Schedule1F1B, ScheduleInterleaved1F1B

    settings, options = config(case.network[3:].split(",")[0]), options_of(case.network)[1]
    group = mesh["pp"].get_group()
    rank = torch.distributed.get_rank(group)
    own = case.batch // case.dp
    count, parts = own // case.micro_batch, case.pp * case.virtual_stages
    device = torch.device("cuda", torch.cuda.current_device())
    numbers = list(range(rank, parts, case.pp))
    model, modules = stage_modules(case, mesh, numbers)
    with torch.device(pytorch_step.DEVICE):
        words = torch.randint(0, settings["vocab_size"], (own, options["seq"]))
        labels = torch.randint(0, settings["vocab_size"], (own, options["seq"]))
    loss_of = stage_loss(case, mesh, count)
    stages = [PipelineStage(m, i, parts, device, group=group) for m, i in zip(modules, numbers)]
    if case.virtual_stages > 1:
        schedule = ScheduleInterleaved1F1B(stages, count, loss_fn=loss_of, scale_grads=False)
    else:
        schedule = Schedule1F1B(stages[0], count, loss_fn=loss_of, scale_grads=False)
    more = {"return_outputs": False} if "return_outputs" in inspect.signature(schedule.step).parameters else {}
    inputs = (words,) if rank == 0 else ()
    if rank == case.pp - 1:
        more["target"] = labels
    optimizer = optimizer_of(case, model)
    now = time.perf_counter

    def step(marks=None):
        schedule.step(*inputs, **more)
        times = [now()] * 3
        optimizer.step()
        times.append(now())
        optimizer.zero_grad(set_to_none=True)
        if marks is not None:
            marks += times + [now()]

    return step, model
