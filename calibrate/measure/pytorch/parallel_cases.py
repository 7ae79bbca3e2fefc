"""What parallel_steps.py measures: networks drawn by a seed, each on one GPU and spread over all of them.

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
    batch: int  # of one rank that has its own share of the batch
    precision: str
    optimizer: str
    strategy: str  # one, ddp, fsdp, tp (torch.distributed.tensor.parallel), tp_by_hand
    memory_format: str = "nchw"
    reshard: bool = True
    sequence_parallel: bool = False
    bucket_mb: float = 25
    bucket_view: bool = False
    seed: int = -1
    mode: str = "train"
    options: dict = dataclasses.field(default_factory=dict)

    @property
    def fused(self):
        return self.optimizer.endswith(":fused")

    def row(self, gpus):
        """Columns of `predict step`; of what the strategy has no use for, nothing."""
        ddp, fsdp, tensor = self.strategy == "ddp", self.strategy == "fsdp", self.strategy.startswith("tp")
        word = lambda true: "true" if true else "false"
        return {
            "network": self.network,
            "batch": self.batch,
            "precision": self.precision,
            "optimizer": self.optimizer,
            "mode": self.mode,
            "memory_format": self.memory_format,
            "gpus": 1 if self.strategy == "one" else gpus,
            "dp": gpus if ddp or fsdp else 1,
            "tp": gpus if tensor else 1,
            "zero": 3 if fsdp else 0,
            "reshard": word(self.reshard) if fsdp else "",
            "sequence_parallel": word(self.sequence_parallel) if tensor else "",
            "bucket_mb": self.bucket_mb if ddp else "",
            "bucket_view": word(self.bucket_view) if ddp else "",
            "strategy": self.strategy,
            "seed": self.seed,
            "held_out": self.seed % 2 if self.seed >= 0 else 0,
        }


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


def cases_of(seed):
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
        cases.append(ParallelCase(strategy=strategy, **same, **more))

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
