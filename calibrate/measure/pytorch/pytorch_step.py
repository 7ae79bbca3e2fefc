"""One training or inference step of a case (pytorch_cases.py) under PyTorch eager: the network, its optimizer, its
number format.

Weights are random and configurations are built in code: nothing is downloaded.
"""
import contextlib
import json
import os
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

import pytorch_models

DEVICE = "cuda"

TORCHVISION = (
    "resnet18",
    "resnet34",
    "resnet50",
    "resnet101",
    "resnet152",
    "vgg16",
    "inception_v3",
    "mobilenet_v2",
    "densenet121",
    "efficientnet_b0",
    "vit_b_16",
)
PLAIN = ("unet", "dcgan", "wgan", "gnmt", "lstm", "gru", "ssd-resnet34", "mask-rcnn", "ncf", "dlrm", "minigo")
GPT2 = {
    "gpt2-124m": (12, 768, 12),
    "gpt2-355m": (24, 1024, 16),
    "gpt2-774m": (36, 1280, 20),
    "gpt2-1.5b": (48, 1600, 25),
}
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
        with open(
            os.path.join(os.path.dirname(os.path.abspath(__file__)), "configs", case.network[3:].split(",")[0])
        ) as file:
            known = json.load(file)
        known.pop("architectures", None)
        config = hf.AutoConfig.for_model(**known)
        make = {
            "t5": hf.T5ForConditionalGeneration,
            "mixtral": hf.MixtralForCausalLM,
            "qwen2": hf.Qwen2ForCausalLM,
            "qwen3": hf.Qwen3ForCausalLM,
            "mistral": hf.MistralForCausalLM,
        }[known["model_type"]]
    elif base in GPT2 or base == "transformer":
        layers, hidden, heads = GPT2.get(base) or (int(options[k]) for k in ("layers", "hidden", "heads"))
        sizes = {"vocab_size": int(options["vocab"]), "n_positions": seq} if base == "transformer" else {}
        config = hf.GPT2Config(n_layer=layers, n_embd=hidden, n_head=heads, **sizes)
        make = hf.GPT2LMHeadModel
    elif base in BERT:
        layers, hidden, heads, inner = BERT[base]
        config = hf.BertConfig(
            num_hidden_layers=layers, hidden_size=hidden, num_attention_heads=heads, intermediate_size=inner
        )
        make = hf.BertForMaskedLM
    else:
        layers, hidden, heads, kv, inner, tie = LLAMA[base]
        config = hf.LlamaConfig(
            vocab_size=128256,
            num_hidden_layers=layers,
            hidden_size=hidden,
            num_attention_heads=heads,
            num_key_value_heads=kv,
            intermediate_size=inner,
            tie_word_embeddings=tie,
            max_position_embeddings=8192,
        )
        make = hf.LlamaForCausalLM
    if "cache" in case.options:
        config.use_cache = bool(case.options["cache"])
    if "attention" in case.options:
        config._attn_implementation = case.options["attention"]
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
    words = {"input_ids": ids}
    if "mask" in case.options:  # "ones", or "padding": the last quarter of each sequence is padding
        words["attention_mask"] = torch.ones(case.batch, seq, dtype=torch.int64)
        if case.options["mask"] == "padding":
            words["attention_mask"][:, seq - seq // 4 :] = 0
    if base == "hf" and known["model_type"] == "t5" and case.mode != "train":
        return model, lambda: model(**words, decoder_input_ids=ids), None
    if case.mode == "train":
        return model, lambda: model(**words, labels=ids), lambda out: out.loss
    return model, lambda: model(**words), None


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
    return {"adam": torch.optim.Adam, "adamw": torch.optim.AdamW, "rmsprop": torch.optim.RMSprop}[name](
        parameters, lr=1e-5, **how
    )


def set_precision(precision):
    tf32 = precision == "tf32"
    torch.backends.cuda.matmul.allow_tf32 = tf32
    torch.backends.cudnn.allow_tf32 = precision != "fp32"  # the framework's own default is True


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
