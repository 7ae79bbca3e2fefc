"""Networks that the planner has no name for, as their users would write or build them, with the inputs of one step.

    NETWORKS[name](batch) -> (module, inputs, loss of (output, inputs))

Weights are random, configurations are built in code, nothing is downloaded. Three kinds: from torchvision and timm,
from transformers, and written by hand with plain PyTorch.
"""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


def classes(out, inputs):
    """Mean cross entropy against labels that stand last among the inputs."""
    out = out["out"] if isinstance(out, dict) else out
    out = out.logits if hasattr(out, "logits") else out
    out = out[0] if isinstance(out, (tuple, list)) else out
    return F.cross_entropy(out, inputs[-1])


def likeness(out, inputs):
    return F.mse_loss(out, inputs[-1])


def own_loss(out, inputs):
    return out.loss


class WithLabels(nn.Module):
    """A network whose last input is only for the loss."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, *inputs):
        return self.network(*inputs[:-1])


class Words(nn.Module):
    """A transformers model given tokens, which are its labels while it is trained."""

    def __init__(self, network, labels=True):
        super().__init__()
        self.network, self.labels = network, labels

    def forward(self, tokens):
        if self.training and self.labels:
            return self.network(input_ids=tokens, labels=tokens)
        return self.network(input_ids=tokens)


def images(make, size=224, count=1000, channels=3, dims=()):
    def build(batch):
        shape = (batch, channels, *dims, size, size)
        return WithLabels(make()), (torch.randn(shape), torch.randint(0, count, (batch,))), classes

    return build


def torchvision_images(name, size=224, **more):
    def make():
        import torchvision.models as models

        return getattr(models, name)(weights=None, **more)

    return images(make, size)


def timm_images(name, size=224):
    def make():
        import timm

        return timm.create_model(name, pretrained=False)

    return images(make, size)


def segmentation(batch):
    import torchvision.models.segmentation as models

    network = models.deeplabv3_resnet50(weights=None, weights_backbone=None, num_classes=21)
    return WithLabels(network), (torch.randn(batch, 3, 256, 256), torch.randint(0, 21, (batch, 256, 256))), classes


def video(batch):
    import torchvision.models.video as models

    inputs = (torch.randn(batch, 3, 8, 112, 112), torch.randint(0, 400, (batch,)))
    return WithLabels(models.r3d_18(weights=None)), inputs, classes


def blocks(count, width, heads):
    """-> sizes of a transformer whose inner layers are four times as wide."""
    return {
        "hidden_size": width,
        "num_hidden_layers": count,
        "num_attention_heads": heads,
        "intermediate_size": 4 * width,
    }


def language(config, head, seq, **sizes):
    def build(batch):
        import transformers

        settings = getattr(transformers, config)(**sizes)
        network = getattr(transformers, head)(settings)
        network.config.use_cache = False
        return Words(network), (torch.randint(0, settings.vocab_size, (batch, seq)),), own_loss

    return build


def speech(batch):
    import transformers

    class Whisper(nn.Module):
        def __init__(self):
            super().__init__()
            settings = transformers.WhisperConfig(d_model=384, encoder_layers=4, decoder_layers=4, use_cache=False)
            self.network = transformers.WhisperForConditionalGeneration(settings)

        def forward(self, sound, tokens):
            return self.network(input_features=sound, labels=tokens)

    return Whisper(), (torch.randn(batch, 80, 3000), torch.randint(0, 51865, (batch, 128))), own_loss


def segformer(batch):
    import transformers

    settings = transformers.SegformerConfig(num_labels=19)
    network = transformers.SegformerForSemanticSegmentation(settings)

    class Labelled(nn.Module):
        def __init__(self):
            super().__init__()
            self.network = network

        def forward(self, x, labels):
            return self.network(pixel_values=x, labels=labels)

    return Labelled(), (torch.randn(batch, 3, 256, 256), torch.randint(0, 19, (batch, 256, 256))), own_loss


# --- by hand ---


class Tabular(nn.Module):
    """Embedded categories and numbers, layers with BatchNorm1d and dropout."""

    def __init__(self, counts=(1000, 200, 50, 5000, 31, 12), numbers=26, width=512, depth=4):
        super().__init__()
        self.tables = nn.ModuleList(nn.Embedding(n, min(64, (n + 1) // 2)) for n in counts)
        self.first = nn.BatchNorm1d(numbers)
        inputs = numbers + sum(t.embedding_dim for t in self.tables)
        layers = []
        for i in range(depth):
            layers += [nn.Linear(inputs if i == 0 else width, width), nn.BatchNorm1d(width), nn.SiLU(), nn.Dropout(0.1)]
        self.layers, self.last = nn.Sequential(*layers), nn.Linear(width, 2)

    def forward(self, numbers, categories, labels):
        parts = [t(categories[:, i]) for i, t in enumerate(self.tables)]
        return self.last(self.layers(torch.cat([self.first(numbers), *parts], 1)))


def tabular(batch):
    categories = torch.stack([torch.randint(0, n, (batch,)) for n in (1000, 200, 50, 5000, 31, 12)], 1)
    return Tabular(), (torch.randn(batch, 26), categories, torch.randint(0, 2, (batch,))), classes


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width, bias=False), nn.Linear(width, width, bias=False)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = self.qkv(self.norm1(x)).split(c, dim=2)
        q, k, v = (y.view(b, t, self.heads, c // self.heads).transpose(1, 2) for y in (q, k, v))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(y.transpose(1, 2).contiguous().view(b, t, c))
        return x + self.down(F.gelu(self.up(self.norm2(x))))


class PlainLanguage(nn.Module):
    """A decoder with one product for queries, keys and values and learned positions."""

    def __init__(self, vocabulary=16384, seq=512, width=512, depth=6, heads=8):
        super().__init__()
        self.tokens, self.positions = nn.Embedding(vocabulary, width), nn.Embedding(seq, width)
        self.blocks = nn.ModuleList(Block(width, heads) for _ in range(depth))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, vocabulary, bias=False)

    def forward(self, tokens, labels):
        x = self.tokens(tokens) + self.positions(torch.arange(tokens.shape[1], device=tokens.device))
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x)).transpose(1, 2)


def plain_language(batch):
    tokens = torch.randint(0, 16384, (batch, 512))
    return PlainLanguage(), (tokens, tokens.roll(-1, 1)), classes


class RecurrentLanguage(nn.Module):
    def __init__(self, vocabulary=10000, width=650):
        super().__init__()
        self.tokens, self.head = nn.Embedding(vocabulary, width), nn.Linear(width, vocabulary)
        self.cells = nn.LSTM(width, width, 2, batch_first=True, dropout=0.5)
        self.drop = nn.Dropout(0.5)

    def forward(self, tokens, labels):
        return self.head(self.drop(self.cells(self.drop(self.tokens(tokens)))[0])).transpose(1, 2)


def recurrent_language(batch):
    tokens = torch.randint(0, 10000, (batch, 70))
    return RecurrentLanguage(), (tokens, tokens.roll(-1, 1)), classes


class Points(nn.Module):
    """Shared layers over the points of a cloud, the largest of each feature, layers on that."""

    def __init__(self):
        super().__init__()
        widths, layers = (3, 64, 64, 128, 1024), []
        for a, b in zip(widths, widths[1:]):
            layers += [nn.Conv1d(a, b, 1), nn.BatchNorm1d(b), nn.ReLU()]
        self.each = nn.Sequential(*layers)
        self.all = nn.Sequential(
            nn.Linear(1024, 512), nn.BatchNorm1d(512), nn.ReLU(), nn.Dropout(0.3), nn.Linear(512, 40)
        )

    def forward(self, points, labels):
        return self.all(self.each(points).max(2).values)


def points(batch):
    return Points(), (torch.randn(batch, 3, 1024), torch.randint(0, 40, (batch,))), classes


class Residual(nn.Module):
    def __init__(self, c, k, time):
        super().__init__()
        self.norm1, self.norm2 = nn.GroupNorm(8, c), nn.GroupNorm(8, k)
        self.conv1, self.conv2 = nn.Conv2d(c, k, 3, padding=1), nn.Conv2d(k, k, 3, padding=1)
        self.time, self.skip = nn.Linear(time, k), nn.Conv2d(c, k, 1) if c != k else nn.Identity()

    def forward(self, x, t):
        h = self.conv1(F.silu(self.norm1(x))) + self.time(F.silu(t))[:, :, None, None]
        return self.conv2(F.silu(self.norm2(h))) + self.skip(x)


class Attention2d(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.norm, self.qkv, self.out = nn.GroupNorm(8, c), nn.Conv2d(c, 3 * c, 1), nn.Conv2d(c, c, 1)

    def forward(self, x):
        b, c, h, w = x.shape
        q, k, v = self.qkv(self.norm(x)).reshape(b, 3, c, h * w).unbind(1)
        shares = torch.softmax(q.transpose(1, 2) @ k * c**-0.5, -1)
        return x + self.out((v @ shares.transpose(1, 2)).reshape(b, c, h, w))


class Diffusion(nn.Module):
    """A denoising U-Net: group norms, SiLU, time embedding, attention at the bottom, nearest upsampling."""

    def __init__(self, width=64):
        super().__init__()
        w, time = width, 4 * width
        self.time = nn.Sequential(nn.Linear(w, time), nn.SiLU(), nn.Linear(time, time))
        self.first = nn.Conv2d(3, w, 3, padding=1)
        self.down = nn.ModuleList([Residual(w, w, time), Residual(w, 2 * w, time), Residual(2 * w, 4 * w, time)])
        self.shrink = nn.ModuleList(nn.Conv2d(c, c, 3, 2, 1) for c in (w, 2 * w))
        self.middle = nn.ModuleList([Residual(4 * w, 4 * w, time), Attention2d(4 * w), Residual(4 * w, 4 * w, time)])
        self.up = nn.ModuleList([Residual(8 * w, 2 * w, time), Residual(4 * w, w, time), Residual(2 * w, w, time)])
        self.norm, self.last = nn.GroupNorm(8, w), nn.Conv2d(w, 3, 3, padding=1)
        self.width = width

    def forward(self, x, t, noise):
        rates = torch.exp(torch.arange(self.width // 2, device=x.device) * (-math.log(10000) / (self.width // 2)))
        angles = t[:, None].float() * rates
        t = self.time(torch.cat([angles.sin(), angles.cos()], 1))
        x, kept = self.first(x), []
        for i, block in enumerate(self.down):
            x = block(x, t)
            kept.append(x)
            if i < 2:
                x = self.shrink[i](x)
        x = self.middle[2](self.middle[1](self.middle[0](x, t)), t)
        for i, block in enumerate(self.up):
            x = block(torch.cat([x, kept.pop()], 1), t)
            if i < 2:
                x = F.interpolate(x, scale_factor=2, mode="nearest")
        return self.last(F.silu(self.norm(x)))


def diffusion(batch):
    image = torch.randn(batch, 3, 64, 64)
    return Diffusion(), (image, torch.randint(0, 1000, (batch,)), torch.randn_like(image)), likeness


class Autoencoder(nn.Module):
    """Convolutions down, transposed convolutions up, with instance norms, leaky ReLU and a drawn latent."""

    def __init__(self):
        super().__init__()
        down, up, widths = [], [], (3, 48, 96, 192)
        for a, b in zip(widths, widths[1:]):
            down += [nn.Conv2d(a, b, 4, 2, 1), nn.InstanceNorm2d(b, affine=True), nn.LeakyReLU(0.2)]
        for b, a in reversed(list(zip(widths[1:], widths[2:]))):
            up += [nn.ConvTranspose2d(a, b, 4, 2, 1), nn.InstanceNorm2d(b, affine=True), nn.ReLU()]
        self.down, self.up = nn.Sequential(*down), nn.Sequential(*up)
        self.moments, self.last = nn.Conv2d(192, 2 * 192, 1), nn.ConvTranspose2d(48, 3, 4, 2, 1)

    def forward(self, x, same):
        mean, spread = self.moments(self.down(x)).chunk(2, 1)
        return torch.sigmoid(self.last(self.up(mean + torch.exp(0.5 * spread) * torch.randn_like(spread))))


def autoencoder(batch):
    image = torch.rand(batch, 3, 96, 96)
    return Autoencoder(), (image, image), likeness


class Dilated(nn.Module):
    """Causal dilated convolutions over a signal, with weight norm, gates and skips."""

    def __init__(self, width=96, depth=10):
        super().__init__()
        self.first, self.last = nn.Conv1d(1, width, 1), nn.Conv1d(width, 1, 1)
        self.layers = nn.ModuleList(nn.Conv1d(width, 2 * width, 2, dilation=2**i) for i in range(depth))
        self.outs = nn.ModuleList(nn.Conv1d(width, width, 1) for _ in range(depth))

    def forward(self, x, target):
        x, total = self.first(x), 0
        for i, (layer, out) in enumerate(zip(self.layers, self.outs)):
            a, b = layer(F.pad(x, (2**i, 0))).chunk(2, 1)
            y = out(torch.tanh(a) * torch.sigmoid(b))
            total, x = total + y, x + y
        return self.last(F.relu(total))


def dilated(batch):
    signal = torch.randn(batch, 1, 4096)
    return Dilated(), (signal, signal.roll(-1, 2)), likeness


class Field(nn.Module):
    """Coordinates to colours: sines and cosines, a narrow deep network with a skip."""

    def __init__(self, width=256, octaves=10):
        super().__init__()
        inputs = 3 + 6 * octaves
        self.register_buffer("rates", 2.0 ** torch.arange(octaves))
        self.one = nn.ModuleList([nn.Linear(inputs, width), *(nn.Linear(width, width) for _ in range(3))])
        self.two = nn.ModuleList([nn.Linear(width + inputs, width), *(nn.Linear(width, width) for _ in range(2))])
        self.last = nn.Linear(width, 4)

    def forward(self, x, target):
        angles = (x[:, :, None] * self.rates).flatten(1)
        x = torch.cat([x, angles.sin(), angles.cos()], 1)
        y = x
        for layer in self.one:
            y = F.relu(layer(y))
        y = torch.cat([y, x], 1)
        for layer in self.two:
            y = F.relu(layer(y))
        return self.last(y)


def field(batch):
    return Field(), (torch.rand(batch, 3), torch.rand(batch, 4)), likeness


class Graph(nn.Module):
    """Messages along edges, summed at their ends, with layer norms: index_select and index_add."""

    def __init__(self, width=128, depth=4):
        super().__init__()
        self.first = nn.Linear(64, width)
        self.messages = nn.ModuleList(
            nn.Sequential(nn.Linear(2 * width, width), nn.ReLU(), nn.Linear(width, width)) for _ in range(depth)
        )
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(depth))
        self.last = nn.Linear(width, 16)

    def forward(self, x, source, target, labels):
        x = self.first(x)
        for message, norm in zip(self.messages, self.norms):
            m = message(torch.cat([x[source], x[target]], 1))
            x = norm(x + torch.zeros_like(x).index_add_(0, target, m.to(x.dtype)))
        return self.last(x)


def graph(batch):
    nodes, edges = 1000 * batch, 8000 * batch
    ends = torch.randint(0, nodes, (2, edges))
    return Graph(), (torch.randn(nodes, 64), ends[0], ends[1], torch.randint(0, 16, (nodes,))), classes


class Mixer(nn.Module):
    """Products over patches (of the transposed image) and over channels."""

    def __init__(self, width=512, patches=196, depth=8):
        super().__init__()
        self.stem = nn.Conv2d(3, width, 16, 16)
        part = lambda n, inner: nn.Sequential(nn.Linear(n, inner), nn.GELU(), nn.Linear(inner, n))
        self.norm1 = nn.ModuleList(nn.LayerNorm(width) for _ in range(depth))
        self.norm2 = nn.ModuleList(nn.LayerNorm(width) for _ in range(depth))
        self.tokens = nn.ModuleList(part(patches, 256) for _ in range(depth))
        self.channels = nn.ModuleList(part(width, 2048) for _ in range(depth))
        self.head = nn.Linear(width, 1000)

    def forward(self, x):
        x = self.stem(x).flatten(2).transpose(1, 2)
        for n1, n2, tokens, channels in zip(self.norm1, self.norm2, self.tokens, self.channels):
            x = x + tokens(n1(x).transpose(1, 2)).transpose(1, 2)
            x = x + channels(n2(x))
        return self.head(x.mean(1))


# name -> (how to build, batches: one for each of up to three steps)
NETWORKS = {
    "convnext_tiny": (torchvision_images("convnext_tiny"), (16, 48)),
    "regnet_y_1_6gf": (torchvision_images("regnet_y_1_6gf"), (32, 80)),
    "swin_t": (torchvision_images("swin_t"), (16, 48)),
    "shufflenet_v2_x1_0": (torchvision_images("shufflenet_v2_x1_0"), (32, 160)),
    "mnasnet1_0": (torchvision_images("mnasnet1_0"), (32, 96)),
    "squeezenet1_1": (torchvision_images("squeezenet1_1"), (64, 96)),
    "efficientnet_v2_s": (torchvision_images("efficientnet_v2_s"), (16, 40)),
    "deeplabv3_resnet50": (segmentation, (8, 20)),
    "r3d_18": (video, (4, 12)),
    "resmlp_24_224": (timm_images("resmlp_24_224"), (16, 40)),
    "coatnet_0_rw_224": (timm_images("coatnet_0_rw_224"), (8, 24)),
    "hrnet_w18": (timm_images("hrnet_w18"), (8, 32)),
    "resnest26d": (timm_images("resnest26d"), (16, 40)),
    "levit_256": (timm_images("levit_256"), (32, 128)),
    "distilbert": (language("DistilBertConfig", "DistilBertForMaskedLM", 256), (8, 24)),
    "opt-125m": (language("OPTConfig", "OPTForCausalLM", 512), (4, 12)),
    "gpt_neox": (language("GPTNeoXConfig", "GPTNeoXForCausalLM", 512, **blocks(8, 768, 12)), (4, 12)),
    "phi": (language("PhiConfig", "PhiForCausalLM", 512, **blocks(6, 1024, 16)), (4, 10)),
    "gemma2": (
        language(
            "Gemma2Config",
            "Gemma2ForCausalLM",
            512,
            vocab_size=32000,
            hidden_size=768,
            num_hidden_layers=6,
            num_attention_heads=8,
            num_key_value_heads=4,
            head_dim=96,
            intermediate_size=3072,
        ),
        (4, 10),
    ),
    "albert": (
        language(
            "AlbertConfig",
            "AlbertForMaskedLM",
            256,
            hidden_size=768,
            num_attention_heads=12,
            intermediate_size=3072,
        ),
        (8, 20),
    ),
    "whisper": (speech, (2, 6)),
    "segformer": (segformer, (8, 24)),
    "tabular": (tabular, (2048, 20000)),
    "plain_language": (plain_language, (8, 28)),
    "recurrent_language": (recurrent_language, (20, 96)),
    "points": (points, (32, 100)),
    "diffusion": (diffusion, (16, 56)),
    "autoencoder": (autoencoder, (32, 120)),
    "dilated": (dilated, (4, 20)),
    "field": (field, (4096, 65536)),
    "graph": (graph, (4, 24)),
    "mixer": (images(Mixer), (16, 56)),
}
