"""More networks that the planner has no name for, of kinds that unnamed_networks.py lacks. They judge.

    NETWORKS[name](batch) -> (module, inputs, loss of (output, inputs))
"""
import torch
import torch.nn as nn
import torch.nn.functional as F
from unnamed_networks import (
    WithLabels,
    Words,
    blocks,
    classes,
    language,
    likeness,
    own_loss,
    timm_images,
    torchvision_images,
)


def segmentation(name, size=256):
    def build(batch):
        import torchvision.models.segmentation as models

        network = getattr(models, name)(weights=None, weights_backbone=None, num_classes=21)
        labels = torch.randint(0, 21, (batch, size, size))
        return WithLabels(network), (torch.randn(batch, 3, size, size), labels), classes

    return build


def video(name, frames, size):
    def build(batch):
        import torchvision.models.video as models

        inputs = (torch.randn(batch, 3, frames, size, size), torch.randint(0, 400, (batch,)))
        return WithLabels(getattr(models, name)(weights=None)), inputs, classes

    return build


class Labelled(nn.Module):
    """A transformers model given its first input by name, and its labels."""

    def __init__(self, network, argument):
        super().__init__()
        self.network, self.argument = network, argument

    def forward(self, x, labels):
        return self.network(**{self.argument: x}, labels=labels)


def picture_model(config, head, **sizes):
    def build(batch):
        import transformers

        network = getattr(transformers, head)(getattr(transformers, config)(num_labels=1000, **sizes))
        labels = torch.randint(0, 1000, (batch,))
        return Labelled(network, "pixel_values"), (torch.randn(batch, 3, 224, 224), labels), own_loss

    return build


def sound_classes(batch):
    import transformers

    settings = transformers.Wav2Vec2Config(num_labels=12, apply_spec_augment=False, num_hidden_layers=8)
    network = transformers.Wav2Vec2ForSequenceClassification(settings)
    return Labelled(network, "input_values"), (torch.randn(batch, 48000), torch.randint(0, 12, (batch,))), own_loss


def translation(batch):
    import transformers

    settings = transformers.BartConfig(d_model=512, encoder_layers=6, decoder_layers=6, use_cache=False)
    network = transformers.BartForConditionalGeneration(settings)
    return Words(network), (torch.randint(3, 50000, (batch, 192)),), own_loss


# --- by hand ---


class Volumes(nn.Module):
    """A U-Net over volumes: 3-D convolutions, instance norms, leaky ReLUs, transposed convolutions, skips."""

    def __init__(self, widths=(16, 32, 64, 128)):
        super().__init__()

        def pair(a, b):
            parts = []
            for i, o in ((a, b), (b, b)):
                parts += [nn.Conv3d(i, o, 3, padding=1), nn.InstanceNorm3d(o, affine=True), nn.LeakyReLU(0.01)]
            return nn.Sequential(*parts)

        self.down = nn.ModuleList(pair(a, b) for a, b in zip((1, *widths), widths))
        self.up = nn.ModuleList(nn.ConvTranspose3d(b, a, 2, 2) for a, b in zip(widths, widths[1:]))
        self.merge = nn.ModuleList(pair(2 * a, a) for a in widths[:-1])
        self.last = nn.Conv3d(widths[0], 4, 1)

    def forward(self, x):
        kept = []
        for i, part in enumerate(self.down):
            x = part(x if i == 0 else F.max_pool3d(x, 2))
            kept.append(x)
        for i in reversed(range(len(self.up))):
            x = self.merge[i](torch.cat([self.up[i](x), kept[i]], 1))
        return self.last(x)


def volumes(batch):
    labels = torch.randint(0, 4, (batch, 48, 64, 64))
    return WithLabels(Volumes()), (torch.randn(batch, 1, 48, 64, 64), labels), classes


class Sharper(nn.Module):
    """Small images to four times their size: residual 3 x 3 convolutions without norms, PReLU, pixel shuffle."""

    def __init__(self, width=64, depth=10):
        super().__init__()
        self.first = nn.Conv2d(3, width, 3, padding=1)
        part = lambda: nn.Sequential(
            nn.Conv2d(width, width, 3, padding=1), nn.PReLU(width), nn.Conv2d(width, width, 3, padding=1)
        )
        self.parts = nn.ModuleList(part() for _ in range(depth))
        self.up = nn.Sequential(nn.Conv2d(width, 4 * width, 3, padding=1), nn.PixelShuffle(2), nn.PReLU(width))
        self.more = nn.Sequential(nn.Conv2d(width, 4 * width, 3, padding=1), nn.PixelShuffle(2), nn.PReLU(width))
        self.last = nn.Conv2d(width, 3, 9, padding=4)

    def forward(self, x):
        x = first = self.first(x)
        for part in self.parts:
            x = x + 0.1 * part(x)
        return self.last(self.more(self.up(x + first)))


def sharper(batch):
    network = WithLabels(Sharper())
    return (
        network,
        (torch.rand(batch, 3, 48, 48), torch.rand(batch, 3, 192, 192)),
        lambda out, inputs: F.l1_loss(out, inputs[-1]),
    )


class Waves(nn.Module):
    """Coordinates to a signal through sines."""

    def __init__(self, width=384, depth=5):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(2 if i == 0 else width, width) for i in range(depth))
        self.last = nn.Linear(width, 3)

    def forward(self, x):
        for layer in self.layers:
            x = torch.sin(30.0 * layer(x))
        return self.last(x)


def waves(batch):
    return WithLabels(Waves()), (torch.rand(batch, 2), torch.rand(batch, 3)), likeness


class Recommender(nn.Module):
    """Users and items in big tables, products of pairs of features, a cross network beside a deep one."""

    def __init__(self, fields=24, rows=20000, width=24, deep=(400, 400, 200)):
        super().__init__()
        self.tables = nn.ModuleList(nn.Embedding(rows, width) for _ in range(fields))
        inputs = fields * width
        self.cross = nn.ModuleList(nn.Linear(inputs, inputs) for _ in range(3))
        sizes = (inputs, *deep)
        self.deep = nn.ModuleList(nn.Linear(a, b) for a, b in zip(sizes, deep))
        self.last = nn.Linear(inputs + deep[-1] + fields * (fields - 1) // 2, 1)
        self.register_buffer("pairs", torch.triu_indices(fields, fields, 1))

    def forward(self, words):
        parts = torch.stack([t(words[:, i]) for i, t in enumerate(self.tables)], 1)
        pairs = torch.bmm(parts, parts.transpose(1, 2))[:, self.pairs[0], self.pairs[1]]
        first = x = parts.flatten(1)
        for layer in self.cross:
            x = first * layer(x) + x
        y = first
        for layer in self.deep:
            y = F.relu(layer(y))
        return self.last(torch.cat([x, y, pairs], 1)).squeeze(1)


def recommender(batch):
    clicks = torch.rand(batch)
    loss = lambda out, inputs: F.binary_cross_entropy_with_logits(out, inputs[-1])
    return WithLabels(Recommender()), (torch.randint(0, 20000, (batch, 24)), clicks), loss


class Forecast(nn.Module):
    """Windows of many series: a convolution, PyTorch's own encoder layers (norm after), a flattened head."""

    def __init__(self, series=32, width=192, heads=6, depth=4, ahead=24, length=336):
        super().__init__()
        self.first = nn.Conv1d(series, width, 8, 8)
        layer = nn.TransformerEncoderLayer(width, heads, 4 * width, 0.1, "gelu", batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, depth, enable_nested_tensor=False)
        self.position = nn.Parameter(torch.zeros(1, length // 8, width))
        self.last = nn.Linear(width * (length // 8), series * ahead)

    def forward(self, x):
        x = self.first(x).transpose(1, 2) + self.position
        return self.last(self.encoder(x).flatten(1)).unflatten(1, (32, 24))


def forecast(batch):
    return WithLabels(Forecast()), (torch.randn(batch, 32, 336), torch.randn(batch, 32, 24)), likeness


class Heard(nn.Module):
    """Spectrograms: strided convolutions, two bidirectional GRUs, classes for every frame."""

    def __init__(self, width=256):
        super().__init__()
        self.first, self.second = nn.Conv2d(1, 32, (11, 41), (2, 2), (5, 20)), nn.Conv2d(
            32, 32, (11, 21), (1, 2), (5, 10)
        )
        self.norms = nn.ModuleList(nn.BatchNorm2d(32) for _ in range(2))
        self.gru = nn.GRU(32 * 40, width, 2, bidirectional=True, batch_first=True)
        self.last = nn.Linear(2 * width, 29)

    def forward(self, x):
        x = F.hardtanh(self.norms[0](self.first(x)), 0, 20)
        x = F.hardtanh(self.norms[1](self.second(x)), 0, 20)
        x, _ = self.gru(x.permute(0, 2, 1, 3).flatten(2))
        return F.log_softmax(self.last(x), 2)


def heard(batch):
    labels = torch.randint(0, 29, (batch, 100))
    loss = lambda out, inputs: F.nll_loss(out.flatten(0, 1).float(), inputs[-1].flatten())
    return WithLabels(Heard()), (torch.randn(batch, 1, 200, 160), labels), loss


class Painter(nn.Module):
    """Image to image: reflection padding, instance norms, residual blocks, transposed convolutions, tanh."""

    def __init__(self, width=48, depth=6):
        super().__init__()
        norm = lambda n: nn.InstanceNorm2d(n)
        block = lambda n: nn.Sequential(
            nn.ReflectionPad2d(1),
            nn.Conv2d(n, n, 3),
            norm(n),
            nn.ReLU(),
            nn.ReflectionPad2d(1),
            nn.Conv2d(n, n, 3),
            norm(n),
        )
        self.into = nn.Sequential(
            nn.ReflectionPad2d(3),
            nn.Conv2d(3, width, 7),
            norm(width),
            nn.ReLU(),
            nn.Conv2d(width, 2 * width, 3, 2, 1),
            norm(2 * width),
            nn.ReLU(),
            nn.Conv2d(2 * width, 4 * width, 3, 2, 1),
            norm(4 * width),
            nn.ReLU(),
        )
        self.blocks = nn.ModuleList(block(4 * width) for _ in range(depth))
        self.out = nn.Sequential(
            nn.ConvTranspose2d(4 * width, 2 * width, 3, 2, 1, 1),
            norm(2 * width),
            nn.ReLU(),
            nn.ConvTranspose2d(2 * width, width, 3, 2, 1, 1),
            norm(width),
            nn.ReLU(),
            nn.ReflectionPad2d(3),
            nn.Conv2d(width, 3, 7),
            nn.Tanh(),
        )

    def forward(self, x):
        x = self.into(x)
        for block in self.blocks:
            x = x + block(x)
        return self.out(x)


def painter(batch):
    network = WithLabels(Painter())
    return (
        network,
        (torch.rand(batch, 3, 128, 128), torch.rand(batch, 3, 128, 128)),
        lambda out, inputs: F.l1_loss(out, inputs[-1]),
    )


class Experts(nn.Module):
    """Tokens through eight small networks, weighted by a softmax over all of them, and multi-query attention."""

    def __init__(self, width=384, heads=6, depth=4, experts=8, inner=256):
        super().__init__()
        self.heads, part = heads, width // heads
        self.first = nn.Embedding(8000, width)
        self.norms = nn.ModuleList(nn.RMSNorm(width) for _ in range(2 * depth))
        self.queries = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(depth))
        self.shared = nn.ModuleList(nn.Linear(width, 2 * part, bias=False) for _ in range(depth))
        self.out = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(depth))
        self.gates = nn.ModuleList(nn.Linear(width, experts) for _ in range(depth))
        self.into = nn.ParameterList(nn.Parameter(torch.randn(experts, width, inner) * 0.02) for _ in range(depth))
        self.back = nn.ParameterList(nn.Parameter(torch.randn(experts, inner, width) * 0.02) for _ in range(depth))
        self.last = nn.Linear(width, 8000, bias=False)

    def forward(self, words):
        x = self.first(words)
        b, s, w = x.shape
        for i, gate in enumerate(self.gates):
            y = self.norms[2 * i](x)
            q = self.queries[i](y).view(b, s, self.heads, -1).transpose(1, 2)
            k, v = self.shared[i](y).unsqueeze(1).chunk(2, -1)
            k, v = k.expand(-1, self.heads, -1, -1), v.expand(-1, self.heads, -1, -1)
            x = x + self.out[i](
                F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).reshape(b, s, w)
            )
            y = self.norms[2 * i + 1](x)
            share = gate(y).softmax(-1)
            inner = F.silu(torch.einsum("bsw,ewi->ebsi", y, self.into[i]))
            x = x + torch.einsum("ebsi,eiw,bse->bsw", inner, self.back[i], share)
        return self.last(x).flatten(0, 1)


def experts(batch):
    words = torch.randint(0, 8000, (batch, 256))
    return Experts(), (words,), lambda out, inputs: F.cross_entropy(out, inputs[0].flatten())


# name -> (how to build, batches: inference runs at the first, training at the second)
NETWORKS = {
    "resnext50_32x4d": (torchvision_images("resnext50_32x4d"), (16, 48)),
    "maxvit_t": (torchvision_images("maxvit_t"), (8, 24)),
    "swin_v2_t": (torchvision_images("swin_v2_t", 256), (8, 24)),
    "regnet_x_3_2gf": (torchvision_images("regnet_x_3_2gf"), (24, 64)),
    "lraspp": (segmentation("lraspp_mobilenet_v3_large"), (16, 40)),
    "s3d": (video("s3d", 16, 224), (2, 8)),
    "mvit_v2_s": (video("mvit_v2_s", 16, 224), (2, 4)),
    "mobilevit_s": (timm_images("mobilevit_s", 256), (16, 48)),
    "poolformer_s12": (timm_images("poolformer_s12"), (16, 48)),
    "xcit_tiny_12_p16_224": (timm_images("xcit_tiny_12_p16_224"), (16, 48)),
    "gmlp_s16_224": (timm_images("gmlp_s16_224"), (16, 48)),
    "davit_tiny": (timm_images("davit_tiny"), (8, 32)),
    "ghostnet_100": (timm_images("ghostnet_100"), (32, 96)),
    "repvgg_b0": (timm_images("repvgg_b0"), (16, 64)),
    "eca_nfnet_l0": (timm_images("eca_nfnet_l0"), (16, 40)),
    "bart": (translation, (4, 16)),
    "deberta_v2": (
        language(
            "DebertaV2Config",
            "DebertaV2ForMaskedLM",
            192,
            vocab_size=30000,
            relative_attention=True,
            pos_att_type=["p2c", "c2p"],
            **blocks(6, 512, 8),
        ),
        (4, 16),
    ),
    "bloom": (
        language("BloomConfig", "BloomForCausalLM", 384, vocab_size=50000, hidden_size=512, n_layer=8, n_head=8),
        (4, 12),
    ),
    "qwen2": (
        language("Qwen2Config", "Qwen2ForCausalLM", 512, vocab_size=32000, num_key_value_heads=2, **blocks(6, 896, 14)),
        (4, 12),
    ),
    "mobilebert": (language("MobileBertConfig", "MobileBertForMaskedLM", 128, num_hidden_layers=12), (8, 24)),
    "dinov2": (
        picture_model(
            "Dinov2Config",
            "Dinov2ForImageClassification",
            image_size=224,
            **{"hidden_size": 384, "num_attention_heads": 6, "num_hidden_layers": 10},
        ),
        (8, 32),
    ),
    "sound_classes": (sound_classes, (2, 8)),
    "volumes": (volumes, (2, 4)),
    "sharper": (sharper, (8, 24)),
    "waves": (waves, (8192, 50000)),
    "recommender": (recommender, (4096, 16384)),
    "forecast": (forecast, (64, 512)),
    "heard": (heard, (8, 24)),
    "painter": (painter, (2, 8)),
    "experts": (experts, (4, 16)),
}

# measured after everything that was learned from the ones above
LATER = {
    "convmixer_768_32": (timm_images("convmixer_768_32"), (4, 12)),
    "cait_xxs24_224": (timm_images("cait_xxs24_224"), (8, 32)),
    "pvt_v2_b1": (timm_images("pvt_v2_b1"), (16, 48)),
    "res2net50_26w_4s": (timm_images("res2net50_26w_4s"), (16, 48)),
    "dpn68": (timm_images("dpn68"), (16, 48)),
    "mixnet_s": (timm_images("mixnet_s"), (32, 96)),
    "visformer_small": (timm_images("visformer_small"), (16, 48)),
    "twins_svt_small": (timm_images("twins_svt_small"), (16, 48)),
    "inception_next_tiny": (timm_images("inception_next_tiny"), (16, 48)),
    "tnt_s_patch16_224": (timm_images("tnt_s_patch16_224"), (16, 40)),
    "fastvit_t8": (timm_images("fastvit_t8", 256), (16, 48)),
    "hardcorenas_a": (timm_images("hardcorenas_a"), (32, 96)),
    "mistral": (
        language(
            "MistralConfig", "MistralForCausalLM", 512, vocab_size=32000, num_key_value_heads=4, **blocks(6, 768, 12)
        ),
        (4, 12),
    ),
    "electra": (language("ElectraConfig", "ElectraForMaskedLM", 128, **blocks(12, 256, 4)), (16, 64)),
    "stablelm": (
        language(
            "StableLmConfig", "StableLmForCausalLM", 384, vocab_size=50000, num_key_value_heads=8, **blocks(6, 512, 8)
        ),
        (4, 16),
    ),
    "gpt_bigcode": (
        language("GPTBigCodeConfig", "GPTBigCodeForCausalLM", 512, vocab_size=49152, n_embd=768, n_layer=6, n_head=12),
        (4, 12),
    ),
    "squeezebert": (language("SqueezeBertConfig", "SqueezeBertForMaskedLM", 128, num_hidden_layers=6), (16, 48)),
}
