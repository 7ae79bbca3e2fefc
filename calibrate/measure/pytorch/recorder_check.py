#!/usr/bin/env python3
"""Operations that perfmodel_record.py writes down beside those that a card's own step dispatches, in their order.

    python3 recorder_check.py OUT [--only NAME,...] [--seconds 100]

Files under OUT: differences.txt (per case how many operations agree, then what one of the two lacks), machine.json.
Needs a GPU; cases of packages that are not installed are left out.
"""
import argparse
import difflib
import json
import os
import sys
import time
import traceback
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "python"))
warnings.filterwarnings("ignore")
import perfmodel_record  # noqa: E402  (before autocast contexts are made)
import torch  # noqa: E402
import torch.nn as nn  # noqa: E402
import torch.nn.functional as F  # noqa: E402
import recorded_networks  # noqa: E402
import step_loops  # noqa: E402

VIEWS = """view _unsafe_view t transpose permute expand _reshape_alias slice select unsqueeze squeeze alias detach split
split_with_sizes unbind as_strided lift_fresh chunk empty empty_like empty_strided new_empty unfold diagonal
movedim""".split()
SAME = {
    "cudnn_batch_norm": "native_batch_norm",
    "cudnn_batch_norm_backward": "native_batch_norm_backward",
    "_native_batch_norm_legit": "native_batch_norm",
    "_scaled_dot_product_cudnn_attention": "_scaled_dot_product_flash_attention",
    "_scaled_dot_product_cudnn_attention_backward": "_scaled_dot_product_flash_attention_backward",
}


class Of(nn.Module):
    """A function as a module, with the modules that it needs."""

    def __init__(self, function, *parts):
        super().__init__()
        self.function, self.parts = function, nn.ModuleList(parts)

    def forward(self, *x):
        return self.function(self.parts, *x)


def attention(mask=None, heads=4, keys=4):
    def run(parts, x):
        q, k, v = parts[0](x).split([64, 16 * keys, 16 * keys], -1)
        q, k, v = (t.view(*t.shape[:2], -1, 16).transpose(1, 2) for t in (q, k, v))
        given = None
        if mask == "bool":
            given = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).tril()
        elif mask == "added":
            given = torch.zeros(x.shape[0], 1, x.shape[1], x.shape[1], dtype=q.dtype, device=x.device)
        y = F.scaled_dot_product_attention(q, k, v, given, enable_gqa=keys != heads)
        return parts[1](y.transpose(1, 2).flatten(2))

    return Of(run, nn.Linear(64, 64 + 32 * keys), nn.Linear(64, 64))


def rows(*shape):
    return lambda batch: (torch.randn(batch, *shape),)


CASES = {
    "encoder": (lambda: nn.TransformerEncoderLayer(64, 4, 128, activation="gelu", batch_first=True), rows(16, 64)),
    "encoder_odd": (lambda: nn.TransformerEncoderLayer(60, 10, 128, batch_first=True), rows(16, 60)),
    "encoders": (
        lambda: nn.TransformerEncoder(
            nn.TransformerEncoderLayer(64, 4, 128, batch_first=True, norm_first=True), 2, enable_nested_tensor=False
        ),
        rows(16, 64),
    ),
    "multihead": (
        lambda: Of(lambda p, x: p[0](x, x, x)[0], nn.MultiheadAttention(64, 4, batch_first=True)),
        rows(16, 64),
    ),
    "across": (lambda: Of(lambda p, x: p[0](x.transpose(1, 2)).transpose(1, 2), nn.Linear(16, 24)), rows(16, 64)),
    "across_4": (lambda: Of(lambda p, x: p[0](x.transpose(1, 3)), nn.Linear(8, 24)), rows(8, 6, 10)),
    "no_bias_4": (lambda: Of(lambda p, x: p[0](x.permute(0, 2, 3, 1)), nn.Linear(8, 24, bias=False)), rows(8, 6, 10)),
    "plain_attention": (lambda: attention(), rows(32, 64)),
    "masked_attention": (lambda: attention("bool"), rows(32, 64)),
    "added_mask": (lambda: attention("added"), rows(32, 64)),
    "grouped_attention": (lambda: attention("bool", keys=2), rows(32, 64)),
    "bilinear": (
        lambda: Of(lambda p, x: F.interpolate(p[0](x), scale_factor=2, mode="bilinear"), nn.Conv2d(3, 8, 3)),
        rows(3, 16, 16),
    ),
    "nearest": (lambda: Of(lambda p, x: F.interpolate(p[0](x), size=24), nn.Conv2d(3, 8, 3)), rows(3, 16, 16)),
    "norms": (
        lambda: nn.Sequential(
            nn.Conv2d(4, 16, 3), nn.GroupNorm(4, 16), nn.SiLU(), nn.InstanceNorm2d(16), nn.PReLU(), nn.BatchNorm2d(16)
        ),
        rows(4, 12, 12),
    ),
    "pools": (
        lambda: nn.Sequential(
            nn.Conv2d(4, 16, 3),
            nn.AdaptiveAvgPool2d(4),
            nn.MaxPool2d(2),
            nn.Flatten(),
            nn.Linear(64, 8),
            nn.Softmax(-1),
        ),
        rows(4, 18, 18),
    ),
}
NETWORKS = ("gmlp_s16_224", "qwen2", "lraspp", "forecast", "xcit_tiny_12_p16_224", "cait_xxs24_224", "mistral")


def kept(name, shapes):
    word = name.replace("aten.", "").replace("aten::", "").split(".")[0]
    if word in VIEWS or name.startswith("prim"):
        return None
    return f"{SAME.get(word, word)} {shapes[0] if shapes else ''}"


def recorded(step, batches, path):
    document = perfmodel_record.record(step, path=path, batches=batches)

    def first(value):
        return value["at"][0] if isinstance(value, dict) and "at" in value else value

    found = []
    for event in document["step"]:
        if "op" not in event:
            continue
        tensors = [t for t in event["out"] if isinstance(t, dict)]
        found.append(kept(event["op"], [[first(n) for n in t["shape"]] for t in tensors]))
    return [x for x in found if x]


def dispatched(step, inputs):
    found = []
    for name, results in recorded_networks.dispatched(step, inputs):
        shapes = [r[0] for r in results or [] if r]
        found.append(kept(name, shapes))
    return [x for x in found if x]


def compare(build, mode, precision, out):
    """`build(batch)`: module, inputs, loss."""
    batches = [build(b) for b in (2, 4)]
    network, inputs, loss_of = batches[0]
    step = step_loops.step_of(network, loss_of, mode, precision)
    ours = recorded(step, [inputs, batches[1][1]], os.path.join(out, "recording.json"))
    network, inputs = network.cuda(), tuple(t.cuda() for t in inputs)
    step = step_loops.step_of(network, loss_of, mode, precision)
    step(*inputs)
    cards = dispatched(step, inputs)
    matcher = difflib.SequenceMatcher(a=ours, b=cards, autojunk=False)
    lines = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag != "equal":
            lines += [f"  recorded {x}" for x in ours[a:b]] + [f"  card     {x}" for x in cards[c:d]]
    return len(ours), len(cards), sum(m.size for m in matcher.get_matching_blocks()), lines


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out")
    parser.add_argument("--only", default="")
    parser.add_argument("--seconds", type=float, default=100)
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    begin = time.time()
    with open(os.path.join(options.out, "machine.json"), "w") as file:
        json.dump(recorded_networks.machine(), file, indent=1)

    def of_case(name):
        make, inputs = CASES[name]
        return lambda batch: (make(), inputs(batch), lambda y, _: (y[0] if isinstance(y, tuple) else y).float().sum())

    jobs = [(n, of_case(n)) for n in CASES] + [
        (n, lambda batch, n=n: recorded_networks.build(n, batch)) for n in NETWORKS
    ]
    chosen = options.only.split(",") if options.only else [n for n, _ in jobs]
    with open(os.path.join(options.out, "differences.txt"), "w") as file:
        for name, build in jobs:
            for mode, precision in recorded_networks.KINDS if name in chosen else ():
                if time.time() - begin > options.seconds:
                    break
                try:
                    ours, cards, same, lines = compare(build, mode, precision, options.out)
                    file.write(f"{name} {mode} {precision}: recorded {ours}, card {cards}, equal {same}\n")
                    file.writelines(line + "\n" for line in lines[:60])
                except BaseException:
                    file.write(f"{name} {mode} {precision}: {traceback.format_exc()[-700:]}\n")
                file.flush()
    leftover = os.path.join(options.out, "recording.json")
    if os.path.exists(leftover):
        os.remove(leftover)


if __name__ == "__main__":
    main()
