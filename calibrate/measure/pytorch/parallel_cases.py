"""What parallel_steps.py measures: networks drawn by a seed, each on one GPU and spread over several.

Every network is one that perfmodel describes by name or by a config file in configs/, so that a case is a row of
`perfmodel-plan predict step`. Odd seeds are held out.
"""
import dataclasses
import json
import os
import random

CONFIGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "configs")
SEQUENCES = ("gpt2", "bert", "transformer", "llama")  # whose batch is limited by tokens


@dataclasses.dataclass
class ParallelCase:
    network: str
    batch: int  # of one rank that has its own share of the batch; with micro_batch, of all of them
    precision: str
    optimizer: str
    strategy: str  # one; ddp, fsdp; tp (torch.distributed.tensor.parallel), tp_by_hand; cp, ep, pp; joined by +
    memory_format: str = "nchw"
    reshard: bool = True
    sequence_parallel: bool = False
    bucket_mb: float = 25
    bucket_view: bool = False
    seed: int = -1
    mode: str = "train"
    options: dict = dataclasses.field(default_factory=dict)
    dp: int = 1
    tp: int = 1
    pp: int = 1
    ep: int = 1
    cp: int = 1
    micro_batch: int = 0
    virtual_stages: int = 1
    checkpoint: str = ""  # none; full: each block; every:N

    @property
    def fused(self):
        return self.optimizer.endswith(":fused")

    @property
    def gpus(self):
        return self.dp * self.tp * self.pp * self.ep * self.cp

    @property
    def passes(self):
        """Forward and backward passes of a data rank before the optimizer."""
        return 1 if self.pp > 1 or not self.micro_batch else self.batch // (self.micro_batch * self.dp * self.ep)

    @property
    def blocks_at_once(self):
        """In a checkpoint; 0: none."""
        return 1 if self.checkpoint == "full" else int(self.checkpoint.partition(":")[2] or 0)

    @property
    def tensor(self):
        """How tensor ranks are cut."""
        return next((word for word in self.strategy.split("+") if word.startswith("tp")), "")

    @property
    def data(self):
        """How ranks of the same weights share them."""
        return next((word for word in self.strategy.split("+") if word in ("ddp", "fsdp")), "")

    def row(self):
        """Columns of `predict step`; of what the strategy has no use for, nothing."""
        ddp, fsdp = self.data == "ddp", self.data == "fsdp"
        word = lambda true: "true" if true else "false"
        return {
            "network": self.network,
            "batch": self.batch,
            "precision": self.precision,
            "optimizer": self.optimizer,
            "mode": self.mode,
            "memory_format": self.memory_format,
            "gpus": self.gpus,
            "dp": self.dp,
            "tp": self.tp,
            "zero": 3 if fsdp else 0,
            "reshard": word(self.reshard) if fsdp else "",
            "sequence_parallel": word(self.sequence_parallel) if self.tensor else "",
            "bucket_mb": self.bucket_mb if ddp else "",
            "bucket_view": word(self.bucket_view) if ddp else "",
            "strategy": self.strategy,
            "seed": self.seed,
            "held_out": self.seed % 2 if self.seed >= 0 else 0,
        }

    def more(self):
        """Further columns, which tables of the first cases do not have."""
        return {
            "pp": self.pp,
            "ep": self.ep,
            "cp": self.cp,
            "micro_batch": self.micro_batch or "",
            "virtual_stages": self.virtual_stages if self.pp > 1 else "",
            "checkpoint": self.checkpoint,
            "options": ";".join(f"{key}={value}" for key, value in self.options.items()),
        }


def options_of(network):
    """'fcnn:layers=3' -> ('fcnn', {'layers': 3}); words that are no numbers are left out."""
    base, _, rest = network.partition(":")
    rest = rest.partition(",")[2] if base == "hf" else rest
    pairs = (item.split("=") for item in rest.split(",") if "=" in item)
    return base, {key: int(value) for key, value in pairs if value.isdigit()}


def config(name):
    with open(os.path.join(CONFIGS, name)) as file:
        return json.load(file)


IMAGES = {
    "resnet18": (32, 256),
    "resnet50": (16, 96),
    "resnet101": (16, 64),
    "vgg16": (16, 64),
    "mobilenet_v2": (16, 128),
    "densenet121": (16, 64),
    "efficientnet_b0": (16, 96),
    "vit_b_16": (16, 96),
}
LLAMAS = {  # config -> tokens of a rank at most
    "llama-60m.json": 32768,
    "llama-290m.json": 16384,
    "llama-840m.json": 8192,
    "llama-1.5b-wide.json": 4096,
}
WORDS = {"gpt2-124m": 8192, "gpt2-355m": 8192, "bert-base": 16384, "bert-large": 8192}


def fully_connected(draw):
    hidden = draw.choice((512, 1024, 2048, 4096, 8192))
    layers = draw.randint(2, 6 if hidden > 4000 else 16)
    network = (
        f"fcnn:layers={layers},hidden={hidden},inputs={draw.choice((512, 2048))},outputs={draw.choice((128, 1024))}"
    )
    return network, draw.choice((256, 1024, 4096, 16384))


def tokens(draw, most):
    sequence = draw.choice((128, 256, 512, 1024))
    return sequence, max(1, min(most, draw.choice((2048, 4096, 8192, 16384))) // sequence)


def gpt(draw):
    hidden = draw.choice((256, 512, 768, 1024, 1536, 2048))
    sequence, batch = tokens(draw, 8192 if hidden > 1000 else 16384)
    layers, vocabulary = draw.randint(3, 12 if hidden > 1000 else 20), draw.choice((8192, 32768, 50304))
    return f"transformer:layers={layers},hidden={hidden},heads={hidden // 64},seq={sequence},vocab={vocabulary}", batch


def named_words(draw):
    name = draw.choice(tuple(WORDS))
    sequence, batch = tokens(draw, WORDS[name])
    sequence = min(sequence, 512) if name.startswith("bert") else sequence
    return f"{name}:seq={sequence}", batch


def llama(draw):
    name = draw.choice(tuple(LLAMAS))
    sequence, batch = tokens(draw, LLAMAS[name])
    return f"hf:{name},seq={sequence}", batch


def image(draw):
    name = draw.choice(tuple(IMAGES))
    low, high = IMAGES[name]
    return name, draw.choice([b for b in (16, 24, 32, 48, 64, 96, 128, 192, 256) if low <= b <= high])


def cases_of(seed, gpus=2):
    """Networks drawn for all strategies, the network alone before the strategies that spread it."""
    draw, cases = random.Random(seed), []

    def common(network, batch, precisions, optimizers):
        return {
            "network": network,
            "batch": batch,
            "precision": draw.choice(precisions),
            "optimizer": draw.choice(optimizers),
            "seed": seed,
        }

    def add(strategy, same, **more):
        degree = {"one": {}, "ddp": {"dp": gpus}, "fsdp": {"dp": gpus}}.get(strategy, {"tp": gpus})
        cases.append(ParallelCase(strategy=strategy, **degree, **same, **more))

    def buckets():
        return {"bucket_mb": draw.choice((25, 25, 25, 10, 100)), "bucket_view": draw.random() < 0.5}

    formats, optimizers = ("amp_bf16", "bf16", "tf32"), ("adamw", "adamw:fused", "adamw", "momentum", "sgd")
    for family in (fully_connected, gpt, llama, named_words):
        same = common(*family(draw), formats, optimizers)
        add("one", same)
        add("ddp", same, **buckets())
        add("fsdp", same, reshard=draw.random() < 0.7)
    same = common(*image(draw), formats, ("momentum", "adamw", "sgd"))
    layout = {"memory_format": draw.choice(("nchw", "nhwc"))}
    add("one", same, **layout)
    add("ddp", same, **buckets(), **layout)
    # batch norms keep FP32 statistics, which a network that FSDP2 casts does not take; it cuts no weights that lie
    # channels last
    if same["precision"] != "amp_bf16":
        reshard = draw.random() < 0.7
        if layout["memory_format"] == "nchw":
            add("fsdp", same, reshard=reshard, **layout)
    same = common(*fully_connected(draw), formats, ("adamw", "adamw:fused", "sgd"))
    add("one", same)
    add("tp", same)
    add(draw.choice(("tp_by_hand", "ddp", "fsdp")), same)
    same = common(*llama(draw), formats, ("adamw", "adamw:fused", "sgd"))
    add("one", same)
    add("tp", same)
    add("tp", same, sequence_parallel=True)
    add("tp_by_hand", same)
    return cases


# --- all kinds of parallelism ---

WIDE = {  # config -> tokens of a pass; with the fewest, steps wait for the host
    "llama-290m.json": (4096, 16384, 32768),
    "llama-960m.json": (4096, 16384, 16384),
    "llama-1.5b-wide.json": (4096, 8192, 16384),
}
EXPERTS = {"mixtral-8x150m.json": (4096, 16384), "mixtral-8x140m-wide.json": (8192, 16384)}
HALVES, STATES = ("bf16", "amp_bf16"), ("adamw", "adamw:fused", "sgd")


def wide_llama(draw, most=2**20):
    name = draw.choice(tuple(WIDE))
    total, sequence = min(most, draw.choice(WIDE[name])), draw.choice((512, 1024, 2048))
    return f"hf:{name},seq={sequence}", max(1, total // sequence)


def tensor_cases(draw, same, gpus):
    """One network cut in all the ways of tensor parallelism, alone and beside data parallelism."""
    half = {"tp": 2, "dp": gpus // 2}
    yield {"strategy": "tp", "tp": gpus, "sequence_parallel": draw.random() < 0.5, **same}
    yield {"strategy": "tp_by_hand", "tp": gpus, **same}
    yield {"strategy": "tp+fsdp", "sequence_parallel": draw.random() < 0.5, **half, **same}
    yield {"strategy": "tp_by_hand+ddp", "bucket_view": draw.random() < 0.5, **half, **same}


def context_cases(draw, common, gpus):
    """Long sequences; gradients are summed, or all cut, among the context ranks."""
    for data in draw.sample(("ddp", "fsdp"), 2):
        name, ranks = draw.choice(tuple(WIDE)), draw.choice((2, gpus))
        most = 8192 * ranks  # tokens of all ranks
        sequence = draw.choice([s for s in (4096, 8192, 16384, 32768) if s <= most])
        batch = min(4, draw.choice((1, most // sequence)))
        options = {"options": {"attention": "flash"}} if draw.random() < 0.5 else {}
        same = common(f"hf:{name},seq={sequence}", batch, HALVES, STATES)
        yield {"strategy": f"cp+{data}", "cp": ranks, **same, **options}


def pipeline_cases(draw, common, gpus):
    """1F1B, and interleaved 1F1B of the same network where its blocks go round."""
    for virtual in (1, 2):
        networks = [("llama-960m.json", gpus), ("llama-960m.json", 2), ("llama-60m.json", gpus)]
        if virtual == 1:  # blocks of these do not go round twice
            networks += [("llama-1.5b-wide.json", 2), ("llama-290m.json", gpus), ("llama-290m.json", 2)]
        name, ranks = draw.choice(networks)
        sequence = draw.choice((512, 1024, 2048))
        micro = max(1, draw.choice((2048, 4096, 8192)) // sequence)
        passes = ranks * draw.choice((1, 2, 4) if ranks == 2 else (1, 2))
        same = common(f"hf:{name},seq={sequence}", micro * passes, HALVES, STATES)
        yield {"strategy": "pp", "pp": ranks, "virtual_stages": virtual, "micro_batch": micro, **same}


def expert_cases(draw, common, gpus):
    """A mixture on one GPU, and on expert ranks with rows in turns, or where the router sends them."""
    name, sequence = draw.choice(tuple(EXPERTS)), draw.choice((512, 1024, 2048))
    same = common(f"hf:{name},seq={sequence}", draw.choice(EXPERTS[name]) // sequence, ("bf16",), STATES)
    yield {"strategy": "one", "options": {"routing": "even"}, **same}
    ranks = draw.choice((2, gpus))
    yield {"strategy": "ep+ddp", "ep": ranks, "options": {"routing": "even"}, **same}
    yield {"strategy": "ep+ddp", "ep": 2 if ranks == gpus else gpus, "options": {"routing": "free"}, **same}


def data_cases(draw, common, gpus):
    family = draw.choice((gpt, named_words, wide_llama))
    network, batch = family(draw)
    same = common(network, batch * (1 if family is wide_llama else 2), ("amp_bf16", "bf16", "tf32"), STATES)
    if same["precision"] == "tf32":
        same["batch"] = max(1, same["batch"] // 2)
    yield {"strategy": "one", **same}
    yield {"strategy": "ddp", "dp": gpus, "bucket_mb": draw.choice((25, 25, 100)), **same}
    yield {"strategy": "fsdp", "dp": gpus, "reshard": draw.random() < 0.7, **same}


def wide_cases_of(seed, gpus):
    """Cases of all kinds, one of each kind before the second of any."""
    draw = random.Random(f"wide {seed}")

    def common(network, batch, precisions, optimizers):
        chosen = {"precision": draw.choice(precisions), "optimizer": draw.choice(optimizers)}
        return {"network": network, "batch": batch, "seed": seed, **chosen}

    layers, hidden = draw.randint(3, 8), draw.choice((4096, 8192))
    connected = f"fcnn:layers={layers},hidden={hidden},inputs=2048,outputs=1024"
    kinds = [
        list(data_cases(draw, common, gpus)),
        list(context_cases(draw, common, gpus)),
        list(pipeline_cases(draw, common, gpus)),
        list(expert_cases(draw, common, gpus))[::-1],
        list(tensor_cases(draw, common(*wide_llama(draw), HALVES, STATES), gpus)),
        list(tensor_cases(draw, common(connected, draw.choice((4096, 16384)), HALVES, STATES), gpus))[:2],
    ]
    for case in kinds[5]:
        case.pop("sequence_parallel", None)
    most = max(len(kind) for kind in kinds)
    return [ParallelCase(**kind[i]) for i in range(most) for kind in kinds if i < len(kind)]
