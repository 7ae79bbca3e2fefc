"""What pytorch_networks.py measures: lists of cases by part, and random cases drawn with a seed."""
import dataclasses
import random


@dataclasses.dataclass
class Case:
    network: str
    batch: int
    precision: str = "fp32"
    mode: str = "train"
    optimizer: str = "momentum"
    memory_format: str = "nchw"
    detail: int = 0  # 1: also operations and kernels, 2: also allocations
    held_out: int = 0
    options: dict = dataclasses.field(default_factory=dict)
    kernels: int = 0  # 1: also its kernels, as every configuration is profiled anyway


# of each network: batches in training (lowest, highest; halved for large images), and how often it is drawn
IMAGE = {
    "resnet18": (2, 256),
    "resnet34": (2, 192),
    "resnet50": (1, 192),
    "resnet101": (2, 96),
    "resnet152": (2, 64),
    "vgg16": (2, 128),
    "inception_v3": (4, 128),
    "mobilenet_v2": (2, 256),
    "densenet121": (2, 96),
    "efficientnet_b0": (2, 192),
    "vit_b_16": (1, 128),
}
TOKENS = {
    "gpt2-124m": 16384,
    "gpt2-355m": 8192,
    "gpt2-774m": 4096,
    "gpt2-1.5b": 2048,
    "bert-base": 16384,
    "bert-large": 8192,
    "llama-1b": 8192,
    "llama-8b": 2048,
    "transformer": 16384,
}  # the most tokens of a batch
IMPORTED = {
    "hf:t5-base.json": 4096,
    "hf:mixtral-8x150m.json": 4096,
    "hf:qwen2-0.5b.json": 8192,
    "hf:qwen3-0.6b.json": 4096,
}
OTHER = {
    "unet:input=256x256": (1, 32),
    "dcgan": (16, 1024),
    "wgan": (16, 512),
    "gnmt": (8, 128),
    "ssd-resnet34": (2, 64),
    "mask-rcnn": (1, 4),
    "ncf": (1024, 262144),
    "dlrm:rows=1000000": (256, 32768),
    "minigo": (16, 1024),
    "minigo:board=19": (16, 512),
}


def random_cases(seed, count):
    """`count` configurations, drawn alone by the seed: two fifths images, two fifths language, the rest imported and
    less common
    networks; batches and sequences evenly on a logarithmic scale, a third inference."""
    draw = random.Random(seed)
    between = lambda low, high: int(round(low * (high / low) ** draw.random()))
    found = []
    for i in range(count):
        infer = draw.random() < 0.33
        kind = ("image", "language", "image", "language", "imported" if i % 10 == 4 else "other")[i % 5]
        precision = draw.choice(
            ("fp32", "tf32", "amp_fp16", "amp_bf16", "bf16", "tf32", "amp_bf16", "fp16" if infer else "fp32")
        )
        options, memory_format = {}, "nchw"
        optimizer = draw.choice(
            ("adamw", "adamw", "adam", "sgd")
            if kind in ("language", "imported")
            else ("momentum", "momentum", "sgd", "adam", "adamw")
        )
        if optimizer in ("adam", "adamw") and not infer and draw.random() < 0.3:
            options["fused"] = 1
        if kind == "image":
            name = draw.choice(sorted(IMAGE))
            batch = between(*IMAGE[name])
            if name != "vit_b_16":
                memory_format = draw.choice(("nchw", "nchw", "nhwc"))
                if draw.random() < 0.25:
                    size = draw.choice(
                        ("192x192", "256x256", "320x320", "384x512")
                        if name != "inception_v3"
                        else ("600x800", "400x400")
                    )
                    name, batch = f"{name}:input={size}", max(1, batch // (2 if size < "3" else 5))
        elif kind == "other":
            name = draw.choice(sorted(OTHER))
            batch = between(*OTHER[name])
            precision = {"bf16": "amp_bf16", "fp16": "amp_fp16"}.get(precision, precision)
        else:
            name = draw.choice(sorted(TOKENS if kind == "language" else IMPORTED))
            most = {**TOKENS, **IMPORTED}[name]
            seq = draw.choice(
                [
                    s
                    for s in (128, 192, 256, 384, 512, 768, 1024, 2048)
                    if s <= most
                    and s <= (512 if name.startswith("bert") else 1024 if name.startswith("gpt2") else 2048)
                ]
            )
            batch = between(1, max(1, most // seq))
            if kind == "imported":
                name = f"{name},seq={seq}"
            elif name == "transformer":
                hidden = draw.choice((512, 768, 1024, 1536, 2048))
                name = (
                    f"transformer:layers={draw.choice((4, 6, 8, 12, 16))},hidden={hidden},"
                    f"heads={hidden // draw.choice((64, 128))},seq={seq},vocab={draw.choice((32000, 50257, 50304))}"
                )
            else:
                name = f"{name}:seq={seq}"
            if name.startswith("llama-8b"):
                infer, precision = True, "bf16"
            if not infer and kind == "language" and draw.random() < 0.15:
                options["checkpoint"] = 1
        if infer:
            options.pop("fused", None)
        found.append(
            Case(name, batch, precision, "infer" if infer else "train", optimizer, memory_format, 0, 1, options)
        )
    return found


# networks that issue trackers and papers name, and the most of a training batch; U-Net, DCGAN and T5 half as often
JUDGED_IMAGE = {
    "resnet18": 512,
    "resnet34": 256,
    "resnet50": 256,
    "resnet101": 128,
    "resnet152": 128,
    "vgg16": 128,
    "inception_v3": 128,
    "densenet121": 128,
    "mobilenet_v2": 256,
    "efficientnet_b0": 256,
    "vit_b_16": 128,
}
JUDGED_TOKENS = {
    "gpt2-124m": 16384,
    "gpt2-355m": 8192,
    "gpt2-774m": 4096,
    "gpt2-1.5b": 2048,
    "bert-base": 32768,
    "bert-large": 16384,
    "llama-1b": 8192,
    "llama-8b": 4096,
}
JUDGED_OTHER = {"unet:input=256x256": 16, "dcgan": 512, "hf:t5-base.json": 4096}


def judged_cases(seed, count, without=(), draws=1):
    """`count` configurations, none of them in `without`, of the best-known networks as somebody who compares would
    write them down: powers
    of two (one in five three quarters of one; the largest of `draws`), images of 224 x 224 and a few other sizes, 128
    to 1,024 tokens, two
    fifths inference, FP16 training with a scaler."""
    draw = random.Random(seed)
    names = 2 * sorted(JUDGED_IMAGE) + 2 * sorted(JUDGED_TOKENS) + sorted(JUDGED_OTHER)
    found = []
    while len(found) < count:
        name = draw.choice(names)
        infer = draw.random() < 0.4 or name == "llama-8b"
        precision = draw.choice(("fp32", "tf32", "amp_bf16", "amp_fp16", "bf16", "fp16" if infer else "tf32"))
        options, memory_format = {}, "nchw"
        language = name in JUDGED_TOKENS or name.startswith("hf:")
        optimizer = draw.choice(
            ("adamw", "adamw", "adam", "sgd")
            if language or name == "vit_b_16"
            else ("momentum", "momentum", "sgd", "adam")
        )
        if language:
            most = {**JUDGED_TOKENS, **JUDGED_OTHER}[name]
            longest = {"b": 512, "h": 512, "g": 1024, "l": 2048}[name[0]]
            seq = draw.choice([s for s in (64, 128, 256, 384, 512, 1024, 2048) if s <= min(most, longest)])
            most //= seq
            name = f"{name}{',' if name.startswith('hf:') else ':'}seq={seq}"
        else:
            most = {**JUDGED_IMAGE, **JUDGED_OTHER}[name]
            if name not in ("vit_b_16", "dcgan"):
                memory_format = draw.choice(("nchw", "nchw", "nhwc"))
            if name in JUDGED_IMAGE and name != "vit_b_16" and draw.random() < 0.2:
                size = draw.choice(
                    ("160x160", "192x192", "288x288", "384x384", "512x512")
                    if name != "inception_v3"
                    else ("600x800", "224x224")
                )
                name, most = f"{name}:input={size}", max(1, most // {"1": 1, "2": 2, "3": 4, "5": 8, "6": 8}[size[0]])
        batch = 2 ** max(draw.randint(0, max(0, most.bit_length() - 1)) for _ in range(draws))
        if batch >= 4 and draw.random() < 0.2:
            batch = batch * 3 // 4
        if precision == "fp32" and batch > 8:
            batch //= 2
        if precision == "amp_fp16" and not infer:
            options["scaler"] = 1
        case = Case(name, batch, precision, "infer" if infer else "train", optimizer, memory_format, 0, 1, options)
        if all(
            (c.network, c.batch, c.precision, c.mode) != (name, batch, precision, case.mode) for c in [*without, *found]
        ):
            found.append(case)
    return found


def cases(part):
    c = Case
    if part == 9:  # held out: the best-known networks, drawn by a seed; predicted before it was measured
        return judged_cases(20261122, 96)
    if part == 12:  # padding masks, and what part 9 left without a cause
        padded = {"mask": "padding"}
        return [
            c("bert-base:seq=128", 32, "tf32", optimizer="adamw", detail=1, options=padded),
            c("bert-base:seq=128", 32, "bf16", "infer", detail=1, options=padded),
            c("hf:t5-base.json,seq=256", 8, "amp_bf16", optimizer="adamw", detail=1, options=padded),
            c("vit_b_16", 12, "amp_fp16", "infer", detail=1),
            c("gpt2-124m:seq=512", 8, "bf16", "infer", detail=1, options=padded),
            c("bert-large:seq=512", 8, "bf16", optimizer="adamw", detail=1, options=padded),
            c("bert-base:seq=128", 32, "bf16", "infer", detail=1, options={"mask": "ones"}),
            c("llama-1b:seq=512", 4, "bf16", optimizer="adamw", detail=1, options=padded),
            c("bert-base:seq=256", 16, "fp32", "infer", detail=1, options=padded),
            c("vit_b_16", 16, "amp_bf16", "infer", detail=1),
            c("gpt2-124m:seq=512", 8, "tf32", optimizer="adamw", detail=1, options=padded),
            c("resnet50", 1, "fp32", "infer", detail=1),
            c(
                "bert-base:seq=384",
                8,
                "amp_fp16",
                optimizer="adamw",
                detail=1,
                options={"mask": "padding", "scaler": 1},
            ),
            c("hf:t5-base.json,seq=256", 8, "tf32", "infer", detail=1, options=padded),
            c("llama-1b:seq=512", 4, "bf16", "infer", detail=1, options={"mask": "ones"}),
        ]
    if (
        part == 11
    ):  # held out: as part 9 by another seed, larger batches, kernels recorded; predicted before it was measured
        drawn = judged_cases(20261123, 96, judged_cases(20261122, 96), draws=2)
        return [
            dataclasses.replace(case, kernels=1) for case in drawn if case.network != "inception_v3:input=224x224"
        ]  # too small for its head
    if part == 10:  # what waits for the host: operation by operation, where batches are smallest
        small = (
            ("resnet50", 1),
            ("bert-base:seq=128", 1),
            ("gpt2-124m:seq=128", 1),
            ("vit_b_16", 1),
            ("densenet121", 1),
            ("efficientnet_b0", 1),
            ("llama-1b:seq=128", 1),
            ("mobilenet_v2", 1),
            ("inception_v3", 2),
            ("vgg16", 1),
            ("resnet18", 1),
        )
        return [
            c(name, batch, precision, mode, "adamw" if "seq" in name else "momentum", detail=1)
            for precision, mode in (
                ("amp_bf16", "infer"),
                ("tf32", "infer"),
                ("amp_bf16", "train"),
                ("tf32", "train"),
                ("bf16", "infer"),
            )
            for name, batch in small
        ]
    if part == 6:  # held out: what a seed draws; predicted before it was measured
        return random_cases(20261121, 80)
    if part == 8:  # the worst of part 6 in detail
        return [
            c("resnet152:input=192x192", 8, "amp_bf16", optimizer="sgd", detail=1),
            c("gpt2-124m:seq=256", 1, "tf32", optimizer="adamw", options={"fused": 1}, detail=2),
            c("resnet50:input=320x320", 14, "bf16", optimizer="adam", detail=2),
            c("densenet121:input=256x256", 10, "fp32", "infer", detail=1),
            c("resnet34:input=192x192", 54, "amp_bf16", "infer", detail=2),
            c("llama-1b:seq=1024", 1, "bf16", optimizer="sgd", detail=2),
            c("resnet50:input=192x192", 3, "bf16", "infer", memory_format="nhwc", detail=1),
            c("resnet50", 1, "amp_fp16", detail=1),
            c("resnet18", 163, "amp_bf16", detail=1),
            c("resnet18:input=192x192", 7, "tf32", optimizer="sgd", detail=2),
            c("bert-large:seq=256", 1, "fp32", optimizer="adamw", detail=1),
            c("transformer:layers=16,hidden=1024,heads=8,seq=384,vocab=50257", 21, "fp16", "infer", detail=1),
            c("densenet121:input=384x512", 18, "bf16", detail=1),
            c("minigo", 897, "fp32", optimizer="adam", detail=2),
            c("hf:qwen3-0.6b.json,seq=768", 3, "amp_bf16", optimizer="sgd", detail=2),
        ]
    if part == 7:  # what the parts before left open
        return [
            c("inception_v3", 48, "fp32", detail=2),
            c("densenet121", 16, "amp_fp16", "infer", detail=1),
            c("gpt2-124m:seq=512", 2, "amp_bf16", "infer", detail=1),
            c("bert-base:seq=512", 4, "amp_bf16", "infer", detail=1),
            c("hf:t5-base.json,seq=256", 8, "bf16", optimizer="adamw", detail=2),
            c("hf:t5-base.json,seq=512", 4, "tf32", "infer", detail=2),
            c("hf:t5-base.json,seq=256", 4, "amp_fp16", "infer", detail=2),
            c("hf:mixtral-8x150m.json,seq=512", 2, "amp_bf16", optimizer="adamw", detail=2),
            c("hf:mixtral-8x150m.json,seq=512", 4, "bf16", "infer", detail=2),
            c("hf:qwen2-0.5b.json,seq=512", 2, "tf32", "infer", detail=1),
            c("gpt2-124m:seq=512", 8, "bf16", optimizer="adamw", options={"attention": "eager"}, detail=1),
            c("bert-base:seq=512", 8, "amp_bf16", optimizer="adamw", options={"attention": "eager"}, detail=1),
            c("minigo", 32, "fp32", detail=2),
            c("minigo", 96, "fp32", detail=2),
            c("minigo", 1024, "fp32", detail=2),
            c("minigo", 64, "tf32", detail=2),
            c("resnet50", 32, "amp_bf16", optimizer="adam", options={"fused": 1}),
            c("vit_b_16", 32, "bf16", optimizer="adamw"),
        ]
    if part == 1:
        return [
            c("resnet50", 64, "fp32", detail=2),
            c("resnet50", 64, "tf32", detail=1),
            c("resnet50", 64, "amp_fp16", detail=2),
            c("gpt2-124m:seq=512", 8, "fp32", optimizer="adamw", detail=2),
            c("gpt2-124m:seq=512", 8, "amp_bf16", optimizer="adamw", detail=2),
            c("resnet50", 64, "fp32", "infer", detail=1),
            c("gpt2-124m:seq=512", 8, "bf16", "infer", detail=1),
            c("bert-base:seq=512", 16, "fp32", optimizer="adamw", detail=1),
            c("bert-base:seq=512", 16, "amp_bf16", optimizer="adamw", detail=1),
            c("resnet50", 64, "amp_bf16", memory_format="nhwc", detail=1),
            c("resnet50", 64, "tf32", memory_format="nhwc", detail=1),
            c("resnet18", 32, "fp32", optimizer="sgd"),
            c("resnet18", 128, "tf32", optimizer="adam"),
            c("resnet18", 1, "fp32", "infer"),
            c("vgg16", 32, "fp32", detail=1),
            c("vgg16", 32, "tf32"),
            c("vgg16", 64, "amp_fp16", memory_format="nhwc", detail=1),
            c("vgg16", 32, "fp32", "infer"),
            c("mobilenet_v2", 64, "fp32", detail=1),
            c("mobilenet_v2", 64, "amp_fp16", detail=1),
            c("mobilenet_v2", 64, "amp_bf16", memory_format="nhwc", detail=1),
            c("mobilenet_v2", 64, "fp32", "infer"),
            c("inception_v3", 32, "tf32", detail=1),
            c("inception_v3", 32, "amp_fp16"),
            c("inception_v3", 32, "fp32", "infer"),
            c("llama-1b:seq=1024", 2, "bf16", optimizer="adamw", detail=2),
            c("llama-1b:seq=1024", 2, "bf16", "infer", detail=1),
            c("llama-1b:seq=1024", 2, "amp_bf16", optimizer="adamw", detail=1),
            c("llama-1b:seq=1024", 2, "tf32", optimizer="adamw"),
            c("gpt2-124m:seq=512", 8, "tf32", optimizer="adamw"),
            c("gpt2-124m:seq=512", 8, "amp_fp16", optimizer="adamw"),
            c("gpt2-124m:seq=512", 8, "bf16", optimizer="adamw", detail=1),
            c("gpt2-124m:seq=512", 8, "fp32", "infer", detail=1),
            c("gpt2-124m:seq=512", 8, "amp_fp16", "infer"),
            c("gpt2-124m:seq=512", 1, "fp32", "infer"),
            c("gpt2-124m:seq=512", 8, "amp_bf16", optimizer="adamw", options={"cache": 0}),
            c("bert-base:seq=128", 32, "tf32", optimizer="adam"),
            c("bert-base:seq=512", 16, "fp32", "infer"),
            c("bert-base:seq=512", 16, "bf16", "infer", detail=1),
            c("bert-base:seq=128", 8, "amp_fp16", "infer"),
            c("resnet50", 64, "amp_bf16", detail=1),
            c("resnet50", 64, "bf16"),
            c("resnet50", 64, "fp32", memory_format="nhwc", detail=1),
            c("resnet50", 64, "amp_fp16", memory_format="nhwc"),
            c("resnet50", 64, "tf32", "infer"),
            c("resnet50", 64, "amp_fp16", "infer", detail=1),
            c("resnet50", 64, "bf16", "infer", memory_format="nhwc"),
            c("resnet50", 64, "amp_fp16", "infer", memory_format="nhwc", detail=1),
            c("resnet50", 256, "amp_bf16", memory_format="nhwc"),
            c("resnet50", 256, "tf32"),
            c("resnet50", 16, "fp32", optimizer="adam"),
            c("resnet50", 1, "fp32", "infer"),
            c("resnet50", 64, "amp_fp16", options={"scaler": 1}),
            c("resnet18", 128, "amp_bf16", "infer", memory_format="nhwc"),
            c("vgg16", 64, "tf32", "infer"),
            c("inception_v3", 32, "fp32"),
            c("mobilenet_v2", 256, "tf32", optimizer="adam"),
            c("mobilenet_v2", 64, "amp_fp16", "infer", memory_format="nhwc"),
            c("llama-8b:seq=512", 1, "bf16", "infer"),
        ]
    if part == 4:  # what no part before has: for learning the rules of each
        return [
            c("lstm:inputs=512,hidden=512,layers=2", 64, "fp32", "infer", detail=2),
            c("lstm:inputs=512,hidden=512,layers=2", 64, "fp32", detail=2),
            c("lstm:inputs=512,hidden=512,layers=2", 64, "amp_fp16", detail=2),
            c("lstm:inputs=256,hidden=1024,both=1", 32, "tf32", optimizer="adam", detail=2),
            c("gru:inputs=512,hidden=512,layers=2", 64, "tf32", detail=2),
            c("gru:inputs=256,hidden=256", 16, "amp_bf16", detail=1),
            c("lstm:inputs=512,hidden=512,layers=4", 128, "bf16", detail=1),
            c("gru:inputs=128,hidden=1024,length=50", 256, "fp16", detail=1),
            c("gnmt", 64, "fp32", optimizer="adam", detail=2),
            c("gnmt", 64, "amp_fp16", optimizer="adam", detail=2),
            c("gnmt", 128, "tf32", optimizer="adam", detail=1),
            c("gnmt", 32, "fp16", "infer", detail=1),
            c("unet:input=256x256", 8, "fp32", optimizer="adam", detail=2),
            c("unet:input=256x256", 16, "amp_bf16", optimizer="rmsprop", detail=2),
            c("unet:input=572x572", 2, "tf32", optimizer="adam", detail=1),
            c("unet:input=256x256", 16, "amp_fp16", memory_format="nhwc", optimizer="adam", detail=1),
            c("unet:input=512x512", 8, "tf32", "infer", detail=1),
            c("dcgan", 128, "fp32", optimizer="adam", detail=2),
            c("dcgan", 512, "amp_fp16", optimizer="adam", detail=2),
            c("dcgan:part=generator", 256, "tf32", optimizer="adam", detail=1),
            c("wgan:part=discriminator", 64, "fp32", optimizer="rmsprop", detail=1),
            c("dcgan:part=generator", 1024, "fp32", "infer", detail=1),
            c("dcgan:part=generator", 64, "fp16", "infer", memory_format="nhwc", detail=1),
            c("ssd-resnet34", 32, "fp32", detail=2),
            c("ssd-resnet34", 64, "amp_fp16", detail=1),
            c("ssd-resnet34", 16, "tf32", "infer", detail=1),
            c("mask-rcnn", 2, "fp32", detail=2),
            c("mask-rcnn", 4, "amp_fp16", detail=2),
            c("mask-rcnn", 2, "tf32", "infer", detail=1),
            c("ncf", 65536, "fp32", optimizer="adam", detail=2),
            c("ncf", 1048576, "tf32", optimizer="adam", detail=1),
            c("ncf", 16384, "amp_fp16", optimizer="adam", detail=1),
            c("dlrm:rows=1000000", 2048, "fp32", optimizer="sgd", detail=2),
            c("dlrm:rows=1000000", 32768, "amp_fp16", optimizer="sgd", detail=2),
            c("dlrm:rows=100000", 8192, "tf32", optimizer="adam", detail=1),
            c("dlrm:rows=1000000", 65536, "fp16", "infer", detail=1),
            c("minigo", 256, "fp32", detail=2),
            c("minigo:board=19", 256, "amp_fp16", detail=1),
            c("minigo:board=19", 64, "tf32", "infer", detail=1),
            c("hf:t5-base.json,seq=512", 8, "fp32", optimizer="adamw", detail=2),
            c("hf:t5-base.json,seq=128", 16, "amp_bf16", optimizer="adamw", detail=2),
            c("hf:t5-base.json,seq=512", 8, "bf16", "infer", detail=1),
            c("hf:mixtral-8x150m.json,seq=512", 4, "bf16", optimizer="adamw", detail=2),
            c("hf:mixtral-8x150m.json,seq=1024", 2, "tf32", "infer", detail=1),
            c("hf:qwen2-0.5b.json,seq=512", 4, "bf16", optimizer="adamw", detail=2),
            c("hf:qwen3-0.6b.json,seq=1024", 2, "amp_bf16", optimizer="adamw", detail=1),
            c("hf:qwen3-0.6b.json,seq=512", 4, "bf16", "infer", detail=1),
            c("llama-1b:seq=2048", 2, "bf16", optimizer="adamw", options={"checkpoint": 1}, detail=2),
            c("gpt2-124m:seq=1024", 8, "fp32", optimizer="adamw", options={"checkpoint": 1}, detail=1),
            c("bert-base:seq=512", 32, "amp_bf16", optimizer="adamw", options={"checkpoint": 1}, detail=1),
            c("gpt2-124m:seq=512", 8, "tf32", optimizer="adamw", options={"fused": 1}),
            c("bert-large:seq=128", 8, "fp32", optimizer="adam", options={"fused": 1}),
            c("resnet50", 32, "amp_bf16", optimizer="adam", options={"fused": 1}),
            c("resnet18", 64, "tf32", optimizer="rmsprop"),
            c("vit_b_16", 32, "bf16", optimizer="adamw", detail=1),
            c("efficientnet_b0", 64, "tf32", "infer", detail=1),
            c("efficientnet_b0", 256, "bf16", memory_format="nhwc", optimizer="rmsprop", detail=1),
            c("densenet121", 8, "amp_fp16", detail=1),
            c("densenet121", 32, "bf16", "infer", detail=1),
            c("mobilenet_v2", 1, "fp32", "infer", detail=1),
            c("resnet18", 1, "amp_fp16", "infer"),
            c("resnet50", 4, "tf32", detail=1),
            c("vgg16", 8, "fp32", "infer", detail=2),
            c("vgg16", 24, "fp32", "infer", detail=2),
            c("inception_v3:input=600x800", 8, "fp32", "infer", detail=2),
            c("resnet18", 128, "fp32", optimizer="adam", detail=2),
        ]
    if part == 5:  # held out, and to stay so: fresh configurations of the best-known networks
        h = lambda network, batch, precision, mode="train", optimizer="momentum", memory_format="nchw", options=None: c(
            network, batch, precision, mode, optimizer, memory_format, 0, 1, options or {}
        )
        return [
            h("resnet50:input=224x224", 48, "fp32"),
            h("resnet50:input=224x224", 96, "tf32"),
            h("resnet50:input=224x224", 192, "amp_bf16"),
            h("resnet50:input=224x224", 128, "amp_fp16", memory_format="nhwc"),
            h("resnet50:input=224x224", 16, "amp_fp16"),
            h("resnet50:input=224x224", 256, "fp32", "infer"),
            h("resnet50:input=224x224", 8, "tf32", "infer"),
            h("resnet50:input=224x224", 128, "amp_bf16", "infer"),
            h("resnet50:input=256x320", 32, "tf32", optimizer="adam"),
            h("resnet18", 96, "amp_fp16"),
            h("resnet34", 64, "fp32", optimizer="sgd"),
            h("resnet101", 32, "tf32"),
            h("resnet152", 32, "amp_bf16", memory_format="nhwc"),
            h("vgg16", 48, "fp32"),
            h("vgg16", 64, "tf32"),
            h("vgg16", 32, "amp_fp16"),
            h("vgg16", 32, "bf16", memory_format="nhwc"),
            h("vgg16", 12, "fp32", "infer"),
            h("vgg16", 128, "amp_fp16", "infer"),
            h("inception_v3:input=600x800", 8, "fp32"),
            h("inception_v3:input=600x800", 16, "amp_bf16"),
            h("inception_v3:input=600x800", 24, "tf32", memory_format="nhwc"),
            h("inception_v3:input=600x800", 32, "tf32", "infer"),
            h("inception_v3:input=600x800", 8, "amp_fp16", "infer"),
            h("inception_v3", 128, "tf32"),
            h("mobilenet_v2", 96, "fp32"),
            h("mobilenet_v2", 192, "amp_bf16"),
            h("mobilenet_v2", 128, "tf32", memory_format="nhwc"),
            h("mobilenet_v2", 16, "amp_fp16"),
            h("mobilenet_v2", 128, "fp32", "infer"),
            h("mobilenet_v2", 256, "amp_fp16", "infer"),
            h("densenet121", 48, "tf32"),
            h("densenet121", 96, "amp_bf16"),
            h("densenet121", 16, "fp32"),
            h("densenet121", 64, "fp16", memory_format="nhwc"),
            h("densenet121", 128, "tf32", "infer"),
            h("densenet121", 16, "amp_fp16", "infer"),
            h("gpt2-124m:seq=512", 16, "fp32", optimizer="adamw"),
            h("gpt2-124m:seq=512", 32, "tf32", optimizer="adamw"),
            h("gpt2-124m:seq=512", 4, "amp_fp16", optimizer="adamw"),
            h("gpt2-124m:seq=512", 24, "bf16", optimizer="adam"),
            h("gpt2-124m:seq=512", 32, "fp32", "infer"),
            h("gpt2-124m:seq=512", 2, "amp_bf16", "infer"),
            h("gpt2-774m:seq=1024", 2, "bf16", optimizer="adamw"),
            h("bert-base:seq=512", 4, "tf32", optimizer="adamw"),
            h("bert-base:seq=512", 32, "fp32", optimizer="adamw"),
            h("bert-base:seq=512", 24, "amp_fp16", optimizer="adamw"),
            h("bert-base:seq=512", 64, "bf16", "infer"),
            h("bert-base:seq=512", 4, "amp_bf16", "infer"),
            h("bert-base:seq=256", 32, "tf32", "infer"),
            h("bert-large", 8, "fp32", optimizer="adamw"),
            h("bert-large", 16, "tf32", optimizer="adamw"),
            h("bert-large", 12, "bf16", optimizer="adam"),
            h("bert-large", 8, "fp32", "infer"),
            h("bert-large", 32, "amp_fp16", "infer"),
            h("llama-8b:seq=2048", 1, "bf16", "infer"),
            h("llama-8b:seq=1024", 2, "bf16", optimizer="sgd"),
            h("llama-8b:seq=512", 1, "tf32", "infer"),
            h("llama-1b:seq=2048", 1, "tf32", optimizer="adamw"),
            h("llama-1b:seq=512", 8, "amp_bf16", optimizer="adamw"),
            h("vit_b_16", 96, "amp_bf16", optimizer="adamw"),
            h("efficientnet_b0", 96, "amp_fp16"),
        ]
    if part == 3:
        return [
            # held out: measured after the model was built, judged before anything was changed
            c("resnet50", 128, "fp32", held_out=1),
            c("vgg16", 8, "fp32", held_out=1),
            c("bert-base:seq=512", 8, "fp32", optimizer="adamw", held_out=1),
            c("gpt2-124m:seq=1024", 8, "tf32", optimizer="adamw", held_out=1),
            c("mobilenet_v2", 32, "fp32", optimizer="adam", held_out=1),
            c("vit_b_16", 64, "tf32", optimizer="adamw", held_out=1),
            c("vit_b_16", 16, "fp32", "infer", held_out=1),
            c("vgg16", 64, "fp32", "infer", held_out=1),
            c("densenet121", 64, "fp32", held_out=1),
            c("inception_v3", 64, "amp_bf16", memory_format="nhwc", held_out=1),
            c("resnet18", 256, "amp_fp16", memory_format="nhwc", held_out=1),
            c("resnet50:input=160x160", 64, "tf32", held_out=1),
            c("bert-large:seq=384", 8, "amp_bf16", optimizer="adamw", held_out=1),
            c("bert-large:seq=512", 16, "bf16", "infer", held_out=1),
            c("gpt2-355m:seq=1024", 4, "bf16", optimizer="adamw", held_out=1),
            c("gpt2-355m:seq=512", 4, "fp32", optimizer="adamw", held_out=1),
            c("llama-1b:seq=2048", 2, "bf16", optimizer="adamw", held_out=1),
            c("efficientnet_b0", 128, "tf32", held_out=1),
            c("densenet121", 64, "tf32", memory_format="nhwc", held_out=1),
            c("densenet121", 64, "amp_fp16", "infer", held_out=1),
            c("resnet152", 32, "tf32", held_out=1),
            c("resnet50", 96, "amp_bf16", optimizer="adam", held_out=1),
            c("resnet18", 128, "fp32", held_out=1),
            c("vgg16", 32, "tf32", memory_format="nhwc", held_out=1),
            c("mobilenet_v2", 256, "amp_fp16", held_out=1),
            c("mobilenet_v2", 64, "tf32", "infer", memory_format="nhwc", held_out=1),
            c("bert-base:seq=128", 64, "amp_fp16", optimizer="adamw", held_out=1),
            c("bert-base:seq=512", 8, "tf32", "infer", held_out=1),
            c("bert-large:seq=512", 4, "fp32", optimizer="adamw", held_out=1),
            c("gpt2-124m:seq=512", 16, "amp_bf16", optimizer="adamw", held_out=1),
            c("gpt2-124m:seq=1024", 4, "fp16", "infer", held_out=1),
            c("gpt2-355m:seq=1024", 4, "tf32", optimizer="adamw", held_out=1),
            c("gpt2-355m:seq=512", 8, "amp_bf16", "infer", held_out=1),
            c("llama-1b:seq=1024", 4, "amp_bf16", "infer", held_out=1),
            c("vit_b_16", 128, "amp_fp16", optimizer="adamw", held_out=1),
            c("vit_b_16", 64, "bf16", "infer", held_out=1),
            c("inception_v3", 64, "tf32", "infer", held_out=1),
            c("resnet50", 128, "tf32", "infer", held_out=1),
            c("resnet50", 32, "bf16", "infer", held_out=1),
            c("inception_v3", 48, "fp32", held_out=1),
            # for fitting
            c("vgg16", 16, "fp32", "infer", detail=2),
            c("vgg16", 64, "fp32", detail=2),
            c("vit_b_16", 64, "amp_bf16", "infer", detail=2),
            c("vit_b_16", 32, "tf32", "infer", detail=2),
            c("densenet121", 32, "amp_bf16", detail=2),
            c("densenet121", 64, "tf32", "infer", detail=2),
            c("efficientnet_b0", 128, "amp_fp16", memory_format="nhwc", detail=1),
            c("bert-base:seq=512", 32, "bf16", optimizer="adamw", detail=1),
            c("bert-large:seq=128", 16, "amp_fp16", "infer", detail=1),
            c("gpt2-124m:seq=128", 8, "fp32", optimizer="adamw"),
            c("gpt2-774m:seq=512", 4, "amp_bf16", optimizer="adamw"),
            c("gpt2-124m:seq=64", 1, "bf16", "infer"),
            c("llama-1b:seq=512", 4, "fp32", optimizer="adamw"),
            c("llama-1b:seq=128", 1, "tf32", "infer"),
            c("mobilenet_v2", 64, "amp_fp16", memory_format="nhwc", detail=1),
            c("resnet50", 64, "amp_fp16", memory_format="nhwc", detail=1),
            c("vgg16", 32, "amp_fp16", "infer", detail=1),
            c("inception_v3", 32, "amp_fp16", detail=2),
        ]
    return [
        c("densenet121", 32, "fp32", held_out=1),
        c("densenet121", 64, "amp_fp16", held_out=1),
        c("densenet121", 32, "tf32", "infer", held_out=1),
        c("bert-large:seq=512", 8, "tf32", optimizer="adamw", held_out=1),
        c("bert-large:seq=512", 8, "amp_bf16", optimizer="adamw", held_out=1),
        c("bert-large:seq=128", 8, "fp32", "infer", held_out=1),
        c("vit_b_16", 32, "fp32", optimizer="adamw", held_out=1),
        c("vit_b_16", 64, "amp_bf16", optimizer="adamw", held_out=1),
        c("vit_b_16", 64, "amp_fp16", "infer", held_out=1),
        c("inception_v3:input=600x800", 16, "tf32", held_out=1),
        c("inception_v3:input=600x800", 32, "amp_fp16", held_out=1),
        c("inception_v3:input=600x800", 16, "fp32", "infer", held_out=1),
        c("resnet50", 32, "fp32", held_out=1),
        c("resnet50", 128, "tf32", memory_format="nhwc", held_out=1),
        c("resnet50", 128, "amp_fp16", held_out=1),
        c("resnet50", 32, "amp_fp16", "infer", held_out=1),
        c("gpt2-124m:seq=1024", 4, "fp32", optimizer="adamw", held_out=1),
        c("gpt2-124m:seq=1024", 8, "amp_bf16", optimizer="adamw", held_out=1),
        c("gpt2-124m:seq=256", 16, "tf32", "infer", held_out=1),
        c("gpt2-355m:seq=512", 8, "amp_fp16", optimizer="adamw", held_out=1),
        c("llama-1b:seq=2048", 1, "amp_bf16", optimizer="adamw", held_out=1),
        c("vgg16", 16, "fp32", optimizer="sgd", held_out=1),
        c("vgg16", 128, "amp_bf16", held_out=1),
        c("vgg16", 64, "amp_fp16", "infer", held_out=1),
        c("mobilenet_v2", 128, "tf32", held_out=1),
        c("mobilenet_v2", 128, "amp_fp16", memory_format="nhwc", held_out=1),
        c("mobilenet_v2", 32, "tf32", "infer", held_out=1),
        c("efficientnet_b0", 64, "fp32", held_out=1),
        c("efficientnet_b0", 64, "amp_bf16", memory_format="nhwc", held_out=1),
        c("efficientnet_b0", 64, "amp_fp16", "infer", held_out=1),
        c("resnet34", 64, "tf32", held_out=1),
        c("resnet101", 64, "amp_bf16", held_out=1),
        c("resnet18", 64, "fp32", "infer", held_out=1),
        c("llama-8b:seq=512", 1, "bf16", optimizer="sgd", held_out=1),
        c("llama-8b:seq=1024", 1, "bf16", "infer", held_out=1),
        c("bert-base:seq=256", 16, "fp32", optimizer="adamw", held_out=1),
        c("bert-base:seq=384", 32, "amp_fp16", optimizer="adamw", held_out=1),
        # not held out: what part 1 left open
        c("vit_b_16", 32, "amp_fp16", optimizer="adamw", detail=2),
        c("vit_b_16", 32, "fp32", "infer", detail=1),
        c("densenet121", 16, "tf32", detail=2),
        c("efficientnet_b0", 16, "tf32", detail=2),
        c("efficientnet_b0", 64, "amp_fp16", detail=1),
        c("bert-base:seq=128", 8, "amp_bf16", optimizer="adamw", detail=2),
        c("llama-1b:seq=512", 1, "bf16", "infer", detail=2),
        c("resnet50", 16, "amp_fp16", "infer", detail=2),
        c("gpt2-124m:seq=256", 2, "tf32", "infer", detail=2),
        c("llama-1b:seq=256", 1, "amp_bf16", optimizer="sgd", detail=2),
        c("densenet121", 16, "fp32", "infer", detail=1),
        c("inception_v3", 16, "fp32", detail=2),
        c("resnet18", 8, "amp_fp16", optimizer="adam", detail=2, options={"scaler": 1}),
        c("mobilenet_v2", 16, "amp_bf16", memory_format="nhwc", detail=2),
    ]
