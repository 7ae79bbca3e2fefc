"""Further cases of parallel_steps.py (`--other`): networks and settings that parallel_cases.py never draws.

Convolutions with batch norms, recurrent and T5 encoders and decoders, transformers of odd widths, other Llamas and
mixtures; buckets of 5 to 200 MB, static graphs, several passes a step, checkpoints of one and of several blocks.
"""
import random

from parallel_cases import HALVES, STATES, ParallelCase

IMAGES = {  # -> batches
    "resnet34": (48, 128, 320),
    "resnet152": (20, 40, 80),
    "inception_v3": (24, 64, 112),
    "densenet121": (20, 48, 112),
    "vit_b_16": (12, 40, 120),
}
PAIRS = {  # encoders and decoders -> batches
    "gnmt": (48, 160),
    "unet:input=256x256": (6, 20),
    "hf:t5-small.json,seq=256": (12, 48),
    "hf:t5-uneven.json,seq=192": (10, 32),
}
LLAMAS = {  # config -> tokens of a pass
    "llama-170m-deep.json": (3072, 24576),
    "llama-470m-grouped.json": (3072, 18432),
    "llama-1.1b-short.json": (6144, 12288),
}
MIXTURES = {"mixtral-16x100m.json": (3072, 18432), "mixtral-4x500m.json": (6144, 12288)}
SEQUENCES = (384, 768, 1536)


def words(draw, configs):
    """-> network, batch"""
    name, sequence = draw.choice(tuple(configs)), draw.choice(SEQUENCES)
    return f"hf:{name},seq={sequence}", max(2, draw.choice(configs[name]) // sequence)


def gpt(draw):
    hidden, head = draw.choice(((384, 64), (640, 64), (896, 64), (1152, 128), (1792, 128)))
    sequence, layers = draw.choice(SEQUENCES), draw.randint(5, 18)
    vocabulary = draw.choice((16000, 32000, 50257))
    network = f"transformer:layers={layers},hidden={hidden},heads={hidden // head},seq={sequence},vocab={vocabulary}"
    return network, max(2, draw.choice((3072, 6144, 12288)) // sequence)


def image_cases(draw, common, gpus):
    name = draw.choice(tuple(IMAGES))
    same = common(name, draw.choice(IMAGES[name]), ("amp_bf16", "bf16", "tf32"), ("momentum", "adamw", "sgd"))
    same["memory_format"] = draw.choice(("nchw", "nhwc"))
    yield {"strategy": "one", **same}
    yield {"strategy": "ddp", "dp": gpus, "bucket_mb": draw.choice((5, 50, 200)), **same}
    static = {"options": {"static_graph": 1}}
    yield {"strategy": "ddp", "dp": gpus, "bucket_view": True, "bucket_mb": draw.choice((5, 12)), **static, **same}


def pair_cases(draw, common, gpus):
    name = draw.choice(tuple(PAIRS))
    half = "amp_bf16" if name == "gnmt" else draw.choice(("amp_bf16", "bf16", "tf32"))
    same = common(name, draw.choice(PAIRS[name]), (half,), STATES)
    yield {"strategy": "one", **same}
    yield {"strategy": "ddp", "dp": gpus, "bucket_mb": draw.choice((8, 60)), **same}
    if name.startswith("hf:"):
        yield {"strategy": "fsdp", "dp": gpus, "reshard": draw.random() < 0.5, **same}


def data_cases(draw, common, gpus):
    network, batch = gpt(draw)
    same = common(network, batch, ("amp_bf16", "bf16", "tf32"), STATES)
    passes = {**same, "batch": batch * gpus * 3, "micro_batch": batch}
    yield {"strategy": "one", **same}
    yield {"strategy": "fsdp", "dp": gpus, "reshard": False, **same}
    yield {"strategy": "ddp", "dp": gpus, "bucket_mb": draw.choice((5, 80)), **same}
    yield {"strategy": "fsdp", "dp": gpus, "checkpoint": "full", **same}
    data = draw.choice(("ddp", "fsdp"))
    yield {"strategy": data, "dp": gpus, **passes}
    yield {"strategy": "ddp", "dp": gpus, "checkpoint": "full", "bucket_view": True, **same}


def llama_cases(draw, common, gpus):
    same = common(*words(draw, LLAMAS), HALVES, STATES)
    every = draw.choice((2, 3, 5))
    yield {"strategy": "one", **same}
    yield {"strategy": "fsdp", "dp": gpus, "checkpoint": f"every:{every}", **same}
    yield {"strategy": "tp", "tp": gpus, **same}
    yield {"strategy": "tp", "tp": gpus, "sequence_parallel": True, **same}
    yield {"strategy": "tp_by_hand", "tp": gpus, **same}
    yield {"strategy": "fsdp", "dp": gpus, "checkpoint": f"every:{7 - every}", "reshard": False, **same}
    yield {"strategy": "one", "checkpoint": f"every:{every}", **same}


def stage_cases(draw, common, gpus):
    """Pipelines, context ranks and experts."""
    network, batch = words(draw, LLAMAS)
    passes = gpus * draw.choice((2, 3))
    same = common(network, batch * passes, HALVES, STATES)
    yield {"strategy": "pp", "pp": gpus, "micro_batch": batch, **same}
    mixture = common(*words(draw, MIXTURES), ("bf16",), STATES)
    yield {"strategy": "one", "options": {"routing": "even"}, **mixture}
    yield {"strategy": "ep+ddp", "ep": gpus, "options": {"routing": "even"}, **mixture}
    yield {"strategy": "fsdp", "dp": gpus, "options": {"routing": "even"}, **mixture}
    long = common("hf:llama-470m-grouped.json,seq=6144", draw.choice((1, 2)), HALVES, STATES)
    yield {"strategy": "cp+" + draw.choice(("ddp", "fsdp")), "cp": gpus, **long}
    virtual = common("hf:llama-470m-grouped.json,seq=768", 4 * passes, HALVES, STATES)
    yield {"strategy": "pp", "pp": gpus, "virtual_stages": 2, "micro_batch": 4, **virtual}


def layer_cases(draw, common, gpus):
    layers, hidden = draw.randint(2, 11), draw.choice((768, 3072, 6144))
    network = f"fcnn:layers={layers},hidden={hidden},inputs=1536,outputs=640"
    same = common(network, draw.choice((384, 3072, 12288)), ("amp_bf16", "bf16", "tf32"), STATES)
    yield {"strategy": "one", **same}
    yield {"strategy": "tp", "tp": gpus, **same}
    yield {"strategy": "fsdp", "dp": gpus, **same}


def other_cases_of(seed, gpus):
    """Cases of all kinds, one of each kind before the second of any."""
    draw = random.Random(f"other {seed}")

    def common(network, batch, precisions, optimizers):
        chosen = {"precision": draw.choice(precisions), "optimizer": draw.choice(optimizers)}
        return {"network": network, "batch": batch, "seed": seed, **chosen}

    makers = (image_cases, pair_cases, data_cases, llama_cases, stage_cases, layer_cases)
    kinds = [list(maker(draw, common, gpus)) for maker in makers]
    most = max(len(kind) for kind in kinds)
    return [ParallelCase(**kind[i]) for i in range(most) for kind in kinds if i < len(kind)]
