"""An eighth list of networks that the planner has no name for: what people run today, and drawn names.

They judge. Written by hand as their users write them; some bring a step of their own (passes added up and computed
again, two optimizers, a queue that slides). Names: random.Random(8).sample of each of POOLS in turn, so many as stands
beside it.

    NETWORKS[name](batch) -> (module, inputs, loss of (output, inputs))

A module may have an optimizer or a training step of its own, as step_loops.py says.
"""
import itertools
import math
import random

import torch
import torch.nn as nn
import torch.nn.functional as F
from held_out_networks import Labelled
from seventh_networks import next_words
from step_loops import learn, with_optimizer
from unnamed_networks import WithLabels, blocks, classes, language, likeness, own_loss, timm_images, torchvision_images

# what none of the earlier lists has; (names, how many are drawn)
POOLS = (
    (
        """bat_resnext26ts botnet26t_256 coat_lite_mini convit_tiny convnext_femto cspresnext50 deit3_small_patch16_224
        dla34 ecaresnet26t efficientvit_b1 ese_vovnet19b_dw eva02_tiny_patch14_224 gcresnet33ts gcvit_xtiny
        ghostnetv2_100 hgnetv2_b1 hiera_tiny_224 inception_resnet_v2 lcnet_100 maxxvit_rmlp_nano_rw_256 mobileone_s1
        mobilenetv3_large_100 mvitv2_tiny nest_tiny nextvit_small pit_s_224 regnety_016 regnetz_b16 repghostnet_100
        repvit_m1 resnet50d resnetv2_50 rexnet_100 selecsls42b semnasnet_100 skresnet18 swinv2_cr_tiny_224
        tf_efficientnet_lite0 tiny_vit_11m_224 tresnet_m vit_small_patch16_224 vitamin_small_224""".split(),
        5,
    ),
    (
        """arcee biogpt camembert codegen ernie fnet funnel gemma gemma3_text glm granite helium ibert led mamba marian
        mpt mra mvp olmo pegasus phi3 plbart qwen3 reformer rembert rwkv smollm3 jetmoe xglm xlm yoso""".split(),
        4,
    ),
    (
        """beit dpt efficientformer glpn hubert pvt sew swin2 timesformer vit_msn videomae vivit wavlm yolos
        wav2vec2_conformer time_series_transformer autoformer upernet mobilenet_v2 bit""".split(),
        2,
    ),
    (
        """efficientnet_b2 fcn_resnet50 mc3_18 regnet_x_800mf shufflenet_v2_x2_0 swin_s vgg13_bn wide_resnet50_2
        convnext_small mnasnet0_75""".split(),
        2,
    ),
)


def drawn():
    chance = random.Random(8)
    return [name for names, count in POOLS for name in chance.sample(names, count)]


# --- words ---


class Rms(nn.Module):
    """A norm as language models write it: in FP32, then as wide as what came."""

    def __init__(self, width, eps=1e-6):
        super().__init__()
        self.weight, self.eps = nn.Parameter(torch.ones(width)), eps

    def forward(self, x):
        y = x.float()
        y = y * torch.rsqrt(y.pow(2).mean(-1, keepdim=True) + self.eps)
        return self.weight * y.to(x.dtype)


def turns(n, size, device, base=10000.0):
    """Cosines and sines of positions, (n, size)."""
    rates = 1.0 / base ** (torch.arange(0, size, 2, device=device).float() / size)
    angles = torch.outer(torch.arange(n, device=device).float(), rates)
    angles = torch.cat([angles, angles], -1)
    return angles.cos(), angles.sin()


def turned(x, cos, sin):
    a, b = x.chunk(2, -1)
    return x * cos.to(x.dtype) + torch.cat([-b, a], -1) * sin.to(x.dtype)


class Gates(nn.Module):
    def __init__(self, width, inner):
        super().__init__()
        self.gate, self.up = nn.Linear(width, inner, bias=False), nn.Linear(width, inner, bias=False)
        self.down = nn.Linear(inner, width, bias=False)

    def forward(self, x):
        return self.down(F.silu(self.gate(x)) * self.up(x))


class Checkpointed(nn.Module):
    """Grouped queries turned by their places, gated layers; blocks computed again; two passes a step, clipped."""

    class Block(nn.Module):
        def __init__(self, width, heads, shared, inner):
            super().__init__()
            self.heads, self.shared, self.size = heads, shared, width // heads
            self.one, self.two = Rms(width), Rms(width)
            self.q, self.o = nn.Linear(width, width, bias=False), nn.Linear(width, width, bias=False)
            self.k, self.v = (nn.Linear(width, shared * self.size, bias=False) for _ in range(2))
            self.layers = Gates(width, inner)

        def forward(self, x, cos, sin):
            b, n, _ = x.shape
            y = self.one(x)
            split = lambda z, count: z.view(b, n, count, self.size).transpose(1, 2)
            q, k, v = split(self.q(y), self.heads), split(self.k(y), self.shared), split(self.v(y), self.shared)
            q, k = turned(q, cos, sin), turned(k, cos, sin)
            times = self.heads // self.shared
            many = lambda z: z[:, :, None].expand(-1, -1, times, -1, -1).reshape(b, self.heads, n, self.size)
            y = F.scaled_dot_product_attention(q, many(k), many(v), is_causal=True)
            x = x + self.o(y.transpose(1, 2).reshape(b, n, -1))
            return x + self.layers(self.two(x))

    def __init__(self, vocabulary=32000, width=768, heads=12, shared=4, depth=6, inner=2048):
        super().__init__()
        self.size = width // heads
        self.tokens = nn.Embedding(vocabulary, width)
        self.blocks = nn.ModuleList(self.Block(width, heads, shared, inner) for _ in range(depth))
        self.norm, self.head = Rms(width), nn.Linear(width, vocabulary, bias=False)

    def forward(self, tokens):
        from torch.utils.checkpoint import checkpoint

        x = self.tokens(tokens)
        cos, sin = turns(tokens.shape[1], self.size, x.device)
        for block in self.blocks:
            x = checkpoint(block, x, cos, sin, use_reentrant=False) if self.training else block(x, cos, sin)
        return self.head(self.norm(x))

    def own_step(self, cast):
        network = self
        optimizer = torch.optim.AdamW(network.parameters(), lr=3e-4, betas=(0.9, 0.95), weight_decay=0.1)

        def step(tokens):
            for part in tokens.chunk(2):
                with cast():
                    logits = network(part)
                    loss = F.cross_entropy(logits[:, :-1].float().flatten(0, 1), part[:, 1:].flatten()) / 2
                loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)

        return step


def checkpointed(batch):
    return Checkpointed(), (torch.randint(0, 32000, (batch, 512)),), None


class Dispatches(nn.Module):
    """Keys and values from few numbers, a part of each head turned; words to two of eight experts, one for all."""

    class Look(nn.Module):
        def __init__(self, width, heads, rank=128, plain=48, turning=24, value=48):
            super().__init__()
            self.heads, self.rank, self.plain, self.turning = heads, rank, plain, turning
            self.q = nn.Linear(width, heads * (plain + turning), bias=False)
            self.less, self.norm = nn.Linear(width, rank + turning, bias=False), Rms(rank)
            self.more = nn.Linear(rank, heads * (plain + value), bias=False)
            self.o = nn.Linear(heads * value, width, bias=False)

        def forward(self, x, cos, sin):
            b, n, _ = x.shape
            q = self.q(x).view(b, n, self.heads, -1).transpose(1, 2)
            q, q_turned = q.split([self.plain, self.turning], -1)
            less, k_turned = self.less(x).split([self.rank, self.turning], -1)
            k = self.more(self.norm(less)).view(b, n, self.heads, -1).transpose(1, 2)
            k, v = k.split([self.plain, k.shape[-1] - self.plain], -1)
            q_turned, k_turned = turned(q_turned, cos, sin), turned(k_turned[:, None], cos, sin)
            q = torch.cat([q, q_turned], -1)
            k = torch.cat([k, k_turned.expand(-1, self.heads, -1, -1)], -1)
            y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
            return self.o(y.transpose(1, 2).reshape(b, n, -1))

    class Experts(nn.Module):
        def __init__(self, width, inner, count=8, best=2, room=1.25):
            super().__init__()
            self.count, self.best, self.room = count, best, room
            self.gate, self.all = nn.Linear(width, count, bias=False), Gates(width, inner)
            self.up = nn.Parameter(torch.randn(count, width, 2 * inner) * 0.02)
            self.down = nn.Parameter(torch.randn(count, inner, width) * 0.02)

        def forward(self, x):
            b, n, w = x.shape
            words = x.reshape(-1, w)
            space = int(self.room * self.best * words.shape[0] / self.count)
            share = torch.softmax(self.gate(words).float(), -1)
            weight, index = share.topk(self.best, -1)
            weight = weight / weight.sum(-1, keepdim=True)
            chosen = F.one_hot(index, self.count)  # words, best, experts
            place = (chosen.flatten(0, 1).cumsum(0) - 1).view_as(chosen)
            place = (place * chosen).sum(-1)
            kept = (place < space).float() * weight
            where = F.one_hot(place.clamp(max=space - 1), space).to(words.dtype)
            to = torch.einsum("sk,ske,skc->sec", kept.to(words.dtype), chosen.to(words.dtype), where)
            inner = torch.einsum("sec,sm->ecm", (to > 0).to(words.dtype), words)
            a, c = torch.bmm(inner, self.up).chunk(2, -1)
            y = torch.bmm(F.silu(a) * c, self.down)
            y = torch.einsum("sec,ecm->sm", to.to(y.dtype), y)
            even = self.count * (share.mean(0) * chosen.float().sum(1).mean(0)).sum()
            return (y + self.all(words)).view(b, n, w), even

    def __init__(self, vocabulary=24000, width=576, heads=8, depth=4, inner=512):
        super().__init__()
        self.tokens = nn.Embedding(vocabulary, width)
        self.looks = nn.ModuleList(self.Look(width, heads) for _ in range(depth))
        self.experts = nn.ModuleList(self.Experts(width, inner) for _ in range(depth))
        self.norms = nn.ModuleList(Rms(width) for _ in range(2 * depth + 1))
        self.head = nn.Linear(width, vocabulary, bias=False)

    def forward(self, tokens):
        x, even = self.tokens(tokens), 0
        cos, sin = turns(tokens.shape[1], 24, x.device)
        for i, (look, experts) in enumerate(zip(self.looks, self.experts)):
            x = x + look(self.norms[2 * i](x), cos, sin)
            y, more = experts(self.norms[2 * i + 1](x))
            x, even = x + y, even + more
        return self.head(self.norms[-1](x)), even


def dispatches(batch):
    loss = lambda out, inputs: next_words(out[0], inputs) + 0.01 * out[1]
    return Dispatches(), (torch.randint(0, 24000, (batch, 256)),), loss


class Retention(nn.Module):
    """Attention without a softmax: products fade with distance, each head at its own rate; each head normed, gated."""

    class Block(nn.Module):
        def __init__(self, width, heads, inner):
            super().__init__()
            self.heads = heads
            self.one, self.two = nn.LayerNorm(width), nn.LayerNorm(width)
            self.q, self.k, self.v, self.g, self.o = (nn.Linear(width, width, bias=False) for _ in range(5))
            self.norm = nn.GroupNorm(heads, width, affine=False)
            self.layers = Gates(width, inner)

        def forward(self, x, fade, cos, sin):
            b, n, w = x.shape
            y = self.one(x)
            split = lambda z: z.view(b, n, self.heads, -1).transpose(1, 2)
            q, k, v = split(self.q(y)), split(self.k(y)) * (w // self.heads) ** -0.5, split(self.v(y))
            scores = turned(q, cos, sin) @ turned(k, cos, sin).transpose(-1, -2) * fade.to(q.dtype)
            scores = scores / scores.detach().abs().sum(-1, keepdim=True).clamp(min=1)
            z = (scores @ v).transpose(1, 2).reshape(b * n, w)
            z = self.norm(z).view(b, n, w)
            x = x + self.o(F.silu(self.g(y)) * z)
            return x + self.layers(self.two(x))

    def __init__(self, vocabulary=16000, width=512, heads=8, depth=6, inner=1024):
        super().__init__()
        self.heads, self.size = heads, width // heads
        self.tokens = nn.Embedding(vocabulary, width)
        self.blocks = nn.ModuleList(self.Block(width, heads, inner) for _ in range(depth))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, vocabulary, bias=False)

    def forward(self, tokens):
        x = self.tokens(tokens)
        n = tokens.shape[1]
        places = torch.arange(n, device=x.device).float()
        rates = torch.log(1 - 2.0 ** (-5 - torch.arange(self.heads, device=x.device).float()))
        gap = places[:, None] - places
        fade = torch.where(gap >= 0, torch.exp(gap * rates[:, None, None]), torch.zeros((), device=x.device))
        fade = fade / fade.sum(-1, keepdim=True).sqrt()
        cos, sin = turns(n, self.size, x.device)
        for block in self.blocks:
            x = block(x, fade, cos, sin)
        return self.head(self.norm(x))


def retention(batch):
    return Retention(), (torch.randint(0, 16000, (batch, 512)),), next_words


class Documents(nn.Module):
    """Words to sentences to a document: a GRU of both directions and a weighted mean at either level."""

    class Level(nn.Module):
        def __init__(self, inputs, width):
            super().__init__()
            self.cells = nn.GRU(inputs, width, batch_first=True, bidirectional=True)
            self.look, self.what = nn.Linear(2 * width, 2 * width), nn.Linear(2 * width, 1, bias=False)

        def forward(self, x):
            y = self.cells(x)[0]
            share = torch.softmax(self.what(torch.tanh(self.look(y))), 1)
            return (share * y).sum(1)

    def __init__(self, vocabulary=20000, size=200, width=128, kinds=10):
        super().__init__()
        self.words = nn.Embedding(vocabulary, size, padding_idx=0)
        self.near, self.far = self.Level(size, width), self.Level(2 * width, width)
        self.drop, self.last = nn.Dropout(0.3), nn.Linear(2 * width, kinds)

    def forward(self, words):
        b, sentences, n = words.shape
        x = self.near(self.drop(self.words(words.view(b * sentences, n))))
        return self.last(self.drop(self.far(x.view(b, sentences, -1))))


def documents(batch):
    network = with_optimizer(WithLabels(Documents()), "adam", lr=1e-3)
    return network, (torch.randint(0, 20000, (batch, 12, 30)), torch.randint(0, 10, (batch,))), classes


class Reads(nn.Module):
    """A text through filters of three, four and five words, the largest of each, a class."""

    def __init__(self, vocabulary=30000, size=300, width=128, kinds=20):
        super().__init__()
        self.words = nn.Embedding(vocabulary, size)
        self.filters = nn.ModuleList(nn.Conv1d(size, width, k) for k in (3, 4, 5))
        self.drop, self.last = nn.Dropout(0.5), nn.Linear(3 * width, kinds)

    def forward(self, words):
        x = self.words(words).transpose(1, 2)
        y = [F.max_pool1d(F.relu(layer(x)), x.shape[2] - layer.kernel_size[0] + 1).squeeze(2) for layer in self.filters]
        return self.last(self.drop(torch.cat(y, 1)))


def reads(batch):
    network = with_optimizer(WithLabels(Reads()), "adam", lr=1e-3)
    return network, (torch.randint(0, 30000, (batch, 200)), torch.randint(0, 20, (batch,))), classes


class Translated(nn.Module):
    """PyTorch's own transformer from one language to another, with its masks; sines and cosines of places."""

    def __init__(self, vocabulary=16000, width=512, heads=8, depth=3, longest=256):
        super().__init__()
        self.width = width
        self.given, self.wanted = (nn.Embedding(vocabulary, width, padding_idx=0) for _ in range(2))
        self.body = nn.Transformer(width, heads, depth, depth, 4 * width, 0.1, batch_first=True)
        self.drop, self.last = nn.Dropout(0.1), nn.Linear(width, vocabulary)
        rates = torch.exp(torch.arange(0, width, 2).float() * (-math.log(10000.0) / width))
        angles = torch.outer(torch.arange(longest).float(), rates)
        self.register_buffer("places", torch.stack([angles.sin(), angles.cos()], 2).flatten(1))

    def placed(self, table, words):
        return self.drop(table(words) * math.sqrt(self.width) + self.places[: words.shape[1]])

    def forward(self, source, target):
        given = target[:, :-1]
        later = nn.Transformer.generate_square_subsequent_mask(given.shape[1], device=source.device)
        none, empty = source == 0, given == 0
        x = self.body(
            self.placed(self.given, source),
            self.placed(self.wanted, given),
            tgt_mask=later.bool(),
            src_key_padding_mask=none,
            tgt_key_padding_mask=empty,
            memory_key_padding_mask=none,
        )
        return self.last(x)


def translated(batch):
    def loss(out, inputs):
        wanted = inputs[1][:, 1:].flatten()
        return F.cross_entropy(out.flatten(0, 1), wanted, ignore_index=0, label_smoothing=0.1)

    network = with_optimizer(Translated(), "adam", lr=1e-4, betas=(0.9, 0.98), eps=1e-9)
    return network, (torch.randint(1, 16000, (batch, 128)), torch.randint(1, 16000, (batch, 97))), loss


# --- pictures ---


class Joint(nn.Module):
    """Patches and words in one attention, each with layers of its own; queries and keys normed; straight flows."""

    class Side(nn.Module):
        def __init__(self, width, heads):
            super().__init__()
            self.heads, size = heads, width // heads
            self.one, self.two = (nn.LayerNorm(width, elementwise_affine=False, eps=1e-6) for _ in range(2))
            self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
            self.of_q, self.of_k = nn.RMSNorm(size, eps=1e-6), nn.RMSNorm(size, eps=1e-6)
            self.layers = nn.Sequential(
                nn.Linear(width, 4 * width), nn.GELU(approximate="tanh"), nn.Linear(4 * width, width)
            )
            self.told = nn.Sequential(nn.SiLU(), nn.Linear(width, 6 * width))

        def before(self, x, told):
            self_told = self.told(told)[:, None].chunk(6, -1)
            y = self.one(x) * (1 + self_told[1]) + self_told[0]
            q, k, v = self.qkv(y).unflatten(-1, (3, self.heads, -1)).permute(2, 0, 3, 1, 4)
            return self.of_q(q), self.of_k(k), v, self_told

        def after(self, x, y, told):
            x = x + told[2] * self.out(y)
            return x + told[5] * self.layers(self.two(x) * (1 + told[4]) + told[3])

    def __init__(self, width=512, heads=8, depth=6, channels=16, patch=2, words=768):
        super().__init__()
        self.patch, self.width = patch, width
        self.into, self.words = nn.Conv2d(channels, width, patch, patch), nn.Linear(words, width)
        self.places = nn.Parameter(torch.randn(1, 256, width) * 0.02)
        self.time = nn.Sequential(nn.Linear(256, width), nn.SiLU(), nn.Linear(width, width))
        self.seen = nn.ModuleList(self.Side(width, heads) for _ in range(depth))
        self.read = nn.ModuleList(self.Side(width, heads) for _ in range(depth))
        self.norm = nn.LayerNorm(width, elementwise_affine=False, eps=1e-6)
        self.told, self.last = nn.Linear(width, 2 * width), nn.Linear(width, patch * patch * channels)

    def forward(self, latent, words, time, noise):
        t = time[:, None, None, None]
        b, c, h, w = latent.shape
        x = self.into((1 - t) * latent + t * noise).flatten(2).transpose(1, 2) + self.places
        rates = torch.exp(-math.log(10000) * torch.arange(128, device=x.device).float() / 128)
        angles = 1000 * time[:, None] * rates
        y, told = self.words(words), self.time(torch.cat([angles.cos(), angles.sin()], -1))
        told = told + y.mean(1)
        for seen, read in zip(self.seen, self.read):
            one, two = seen.before(x, told), read.before(y, told)
            q, k, v = (torch.cat([i, j], 2) for i, j in zip(one[:3], two[:3]))
            z = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2)
            n = x.shape[1]
            x, y = seen.after(x, z[:, :n], one[3]), read.after(y, z[:, n:], two[3])
        shift, scale = self.told(F.silu(told))[:, None].chunk(2, -1)
        x, p = self.last(self.norm(x) * (1 + scale) + shift), self.patch
        x = x.view(b, h // p, w // p, p, p, c)
        return torch.einsum("bhwpqc->bchpwq", x).reshape(b, c, h, w)


def joint(batch):
    latent, noise = torch.randn(batch, 16, 32, 32), torch.randn(batch, 16, 32, 32)

    def loss(out, inputs):
        return F.mse_loss(out.float(), inputs[3] - inputs[0])

    return Joint(), (latent, torch.randn(batch, 77, 768), torch.rand(batch), noise), loss


class Decoded(nn.Module):
    """Pictures to latents and back, as latent diffusion does it: residuals with 32 groups, one head of attention."""

    class Part(nn.Module):
        def __init__(self, a, b):
            super().__init__()
            self.one, self.two = nn.GroupNorm(32, a, eps=1e-6), nn.GroupNorm(32, b, eps=1e-6)
            self.first, self.second = nn.Conv2d(a, b, 3, padding=1), nn.Conv2d(b, b, 3, padding=1)
            self.skip = nn.Conv2d(a, b, 1) if a != b else nn.Identity()

        def forward(self, x):
            y = self.first(F.silu(self.one(x)))
            return self.skip(x) + self.second(F.silu(self.two(y)))

    class Look(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.norm = nn.GroupNorm(32, width, eps=1e-6)
            self.q, self.k, self.v, self.o = (nn.Linear(width, width) for _ in range(4))

        def forward(self, x):
            b, c, h, w = x.shape
            y = self.norm(x).view(b, c, h * w).transpose(1, 2)
            y = F.scaled_dot_product_attention(self.q(y)[:, None], self.k(y)[:, None], self.v(y)[:, None])
            return x + self.o(y.squeeze(1)).transpose(1, 2).view(b, c, h, w)

    class Less(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.layer = nn.Conv2d(width, width, 3, 2)

        def forward(self, x):
            return self.layer(F.pad(x, (0, 1, 0, 1)))

    class More(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.layer = nn.Conv2d(width, width, 3, padding=1)

        def forward(self, x):
            return self.layer(F.interpolate(x, scale_factor=2.0, mode="nearest"))

    def __init__(self, widths=(64, 128, 256), size=4):
        super().__init__()
        part, look, w = self.Part, self.Look, widths
        down, up = [nn.Conv2d(3, w[0], 3, padding=1)], [nn.Conv2d(size, w[-1], 3, padding=1)]
        for i, (a, b) in enumerate(zip((w[0], *w), w)):
            down += [part(a, b), part(b, b)] + ([self.Less(b)] if i + 1 < len(w) else [])
        down += [part(w[-1], w[-1]), look(w[-1]), part(w[-1], w[-1])]
        down += [nn.GroupNorm(32, w[-1], eps=1e-6), nn.SiLU(), nn.Conv2d(w[-1], 2 * size, 3, padding=1)]
        up += [part(w[-1], w[-1]), look(w[-1]), part(w[-1], w[-1])]
        back = list(reversed(w))
        for i, (a, b) in enumerate(zip((back[0], *back), back)):
            up += [part(a, b), part(b, b)] + ([self.More(b)] if i + 1 < len(w) else [])
        up += [nn.GroupNorm(32, w[0], eps=1e-6), nn.SiLU(), nn.Conv2d(w[0], 3, 3, padding=1)]
        self.down, self.up = nn.Sequential(*down), nn.Sequential(*up)

    def forward(self, picture):
        mean, spread = self.down(picture).chunk(2, 1)
        spread = spread.clamp(-30, 20)
        z = mean + torch.exp(0.5 * spread) * torch.randn_like(mean)
        return self.up(z), mean, spread


def decoded(batch):
    def loss(out, inputs):
        picture, mean, spread = out
        apart = 0.5 * (mean.float().pow(2) + spread.float().exp() - 1 - spread.float()).sum((1, 2, 3)).mean()
        return F.l1_loss(picture.float(), inputs[0]) + 1e-6 * apart

    return Decoded(), (torch.rand(batch, 3, 128, 128) * 2 - 1,), loss


class Paired(nn.Module):
    """A picture painted from a map by a U-Net, and a critic of patches that sees both; two optimizers."""

    def __init__(self, widths=(64, 128, 256, 512, 512, 512)):
        super().__init__()
        w = widths
        self.down, self.up = nn.ModuleList(), nn.ModuleList()
        for i, (a, b) in enumerate(zip((3, *w), w)):
            norm = [nn.BatchNorm2d(b)] if 0 < i < len(w) - 1 else []
            act = [nn.LeakyReLU(0.2)] if i else []
            self.down.append(nn.Sequential(*act, nn.Conv2d(a, b, 4, 2, 1, bias=not norm), *norm))
        for i in reversed(range(1, len(w))):
            a = w[i] if i == len(w) - 1 else 2 * w[i]
            drop = [nn.Dropout(0.5)] if i >= 3 else []
            self.up.append(
                nn.Sequential(
                    nn.ReLU(), nn.ConvTranspose2d(a, w[i - 1], 4, 2, 1, bias=False), nn.BatchNorm2d(w[i - 1]), *drop
                )
            )
        self.last = nn.Sequential(nn.ReLU(), nn.ConvTranspose2d(2 * w[0], 3, 4, 2, 1), nn.Tanh())
        critic, last = [], 6
        for i, (b, stride) in enumerate(((64, 2), (128, 2), (256, 2), (512, 1))):
            critic += [nn.Conv2d(last, b, 4, stride, 1, bias=i == 0)] + ([nn.BatchNorm2d(b)] if i else [])
            critic, last = [*critic, nn.LeakyReLU(0.2, True)], b
        self.critic = nn.Sequential(*critic, nn.Conv2d(512, 1, 4, 1, 1))

    def painted(self, x):
        kept = []
        for part in self.down:
            x = part(x)
            kept.append(x)
        x = self.up[0](kept.pop())
        for part in self.up[1:]:
            x = part(torch.cat([x, kept.pop()], 1))
        return self.last(torch.cat([x, kept.pop()], 1))

    def forward(self, given, real):
        return self.painted(given)

    def own_step(self, cast):
        network = self
        of_maker = [p for part in (network.down, network.up, network.last) for p in part.parameters()]
        one = torch.optim.Adam(of_maker, lr=2e-4, betas=(0.5, 0.999))
        two = torch.optim.Adam(network.critic.parameters(), lr=2e-4, betas=(0.5, 0.999))

        def says(given, picture, true):
            said = network.critic(torch.cat([given, picture], 1))
            return F.binary_cross_entropy_with_logits(said, torch.ones_like(said) if true else torch.zeros_like(said))

        def step(given, real):
            with cast():
                made = network.painted(given)
                loss = 0.5 * (says(given, made.detach(), False) + says(given, real, True))
            learn(two, loss)
            network.critic.requires_grad_(False)
            with cast():
                loss = says(given, made, True) + 100 * F.l1_loss(made.float(), real)
            learn(one, loss)
            network.critic.requires_grad_(True)

        return step


def paired(batch):
    return Paired(), (torch.rand(batch, 3, 128, 128) * 2 - 1, torch.rand(batch, 3, 128, 128) * 2 - 1), None


class Margins(nn.Module):
    """Faces to angles: one of many classes must be nearer than the others by a margin."""

    def __init__(self, kinds=60000, size=512, scale=64.0, margin=0.5):
        super().__init__()
        import torchvision.models as models

        self.trunk = models.resnet18(weights=None)
        self.trunk.conv1 = nn.Conv2d(3, 64, 3, 1, 1, bias=False)
        self.trunk.maxpool = nn.Identity()
        self.trunk.avgpool = nn.Identity()
        self.trunk.fc = nn.Sequential(nn.Dropout(0.4), nn.Linear(512 * 14 * 14, size), nn.BatchNorm1d(size))
        self.centres, self.scale = nn.Parameter(torch.randn(kinds, size) * 0.01), scale
        self.cos, self.sin = math.cos(margin), math.sin(margin)
        self.least, self.less = math.cos(math.pi - margin), math.sin(math.pi - margin) * margin

    def forward(self, picture, labels):
        x = self.trunk(picture)
        if not self.training:
            return F.normalize(x)
        cos = F.linear(F.normalize(x), F.normalize(self.centres)).float()
        sin = torch.sqrt((1.0 - cos.pow(2)).clamp(0, 1))
        far = torch.where(cos > self.least, cos * self.cos - sin * self.sin, cos - self.less)
        own = torch.zeros_like(cos)
        own.scatter_(1, labels.view(-1, 1), 1)
        return self.scale * (own * far + (1.0 - own) * cos)


def margins(batch):
    network = with_optimizer(Margins(), "momentum", lr=0.1, momentum=0.9, weight_decay=5e-4)
    return network, (torch.randn(batch, 3, 112, 112), torch.randint(0, 60000, (batch,))), classes


class Queues(nn.Module):
    """A picture and its other view against a queue of many before; a slow copy sees the other view."""

    def __init__(self, size=128, length=32768):
        super().__init__()
        import torchvision.models as models

        def made():
            network = models.resnet18(weights=None)
            network.fc = nn.Sequential(nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, size))
            return network

        self.own, self.slow, self.place = made(), made(), 0
        self.slow.load_state_dict(self.own.state_dict())
        self.slow.requires_grad_(False)
        self.register_buffer("queue", F.normalize(torch.randn(size, length), dim=0))

    def forward(self, one, two):
        return F.normalize(self.own(one), dim=1)

    def own_step(self, cast):
        network = self
        optimizer = torch.optim.SGD(network.own.parameters(), lr=0.03, momentum=0.9, weight_decay=1e-4)

        def step(one, two):
            with cast():
                q = F.normalize(network.own(one), dim=1)
                with torch.no_grad():
                    for slow, own in zip(network.slow.parameters(), network.own.parameters()):
                        slow.data = slow.data * 0.999 + own.data * (1.0 - 0.999)
                    mixed = torch.randperm(two.shape[0], device=two.device)
                    k = F.normalize(network.slow(two[mixed]), dim=1)[torch.argsort(mixed)]
                near = torch.einsum("nc,nc->n", q, k).unsqueeze(-1)
                far = torch.einsum("nc,ck->nk", q, network.queue.clone().detach())
                logits = torch.cat([near, far], 1) / 0.07
                loss = F.cross_entropy(logits, torch.zeros(logits.shape[0], dtype=torch.long, device=logits.device))
            learn(optimizer, loss)
            with torch.no_grad():
                network.queue[:, network.place : network.place + k.shape[0]] = k.T
            network.place = (network.place + k.shape[0]) % network.queue.shape[1]

        return step


def queues(batch):
    return Queues(), (torch.randn(batch, 3, 96, 96), torch.randn(batch, 3, 96, 96)), None


class Centres(nn.Module):
    """Middles of things as peaks of maps: a residual trunk, transposed convolutions up, three heads; channels last."""

    def __init__(self, kinds=80):
        super().__init__()
        import torchvision.models as models

        trunk, up, last = models.resnet18(weights=None), [], 512
        self.trunk = nn.Sequential(*list(trunk.children())[:-2])
        for b in (256, 128, 64):
            up += [nn.ConvTranspose2d(last, b, 4, 2, 1, bias=False), nn.BatchNorm2d(b), nn.ReLU(inplace=True)]
            last = b
        head = lambda out: nn.Sequential(nn.Conv2d(64, 64, 3, padding=1), nn.ReLU(inplace=True), nn.Conv2d(64, out, 1))
        self.up, self.heads = nn.Sequential(*up), nn.ModuleList(head(n) for n in (kinds, 2, 2))
        self.to(memory_format=torch.channels_last)

    def forward(self, picture):
        x = self.up(self.trunk(picture.contiguous(memory_format=torch.channels_last)))
        return [head(x) for head in self.heads]


def peaks(out, inputs):
    _, wanted, index, sides, rest = inputs
    said = torch.sigmoid(out[0].float()).clamp(1e-4, 1 - 1e-4)
    right = wanted.eq(1).float()
    near = torch.log(said) * (1 - said).pow(2) * right
    far = torch.log(1 - said) * said.pow(2) * (1 - wanted).pow(4) * (1 - right)
    loss = -(near.sum() + far.sum()) / right.sum().clamp(min=1)
    for maps, aim, weight in ((out[1], sides, 0.1), (out[2], rest, 1.0)):
        rows = maps.permute(0, 2, 3, 1).flatten(1, 2)
        found = rows.gather(1, index[:, :, None].expand(-1, -1, 2))
        loss = loss + weight * F.l1_loss(found.float(), aim)
    return loss


def centres(batch):
    wanted = torch.rand(batch, 80, 64, 64).pow(8)
    aims = (torch.randint(0, 64 * 64, (batch, 50)), torch.rand(batch, 50, 2), torch.rand(batch, 50, 2))
    network = with_optimizer(OnlyFirst(Centres()), "adam", lr=1e-3)
    return network, (torch.randn(batch, 3, 256, 256), wanted, *aims), peaks


class OnlyFirst(nn.Module):
    """A network whose inputs after the first are for the loss."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, first, *others):
        return self.network(first)


class DenseSharper(nn.Module):
    """Small pictures to four times their sides: each convolution sees all before it, residuals in residuals."""

    class Dense(nn.Module):
        def __init__(self, width, grown):
            super().__init__()
            self.layers = nn.ModuleList(
                nn.Conv2d(width + i * grown, grown if i < 4 else width, 3, padding=1) for i in range(5)
            )

        def forward(self, x):
            seen = [x]
            for layer in self.layers[:-1]:
                seen.append(F.leaky_relu(layer(torch.cat(seen, 1)), 0.2, inplace=True))
            return x + 0.2 * self.layers[-1](torch.cat(seen, 1))

    def __init__(self, width=64, grown=32, depth=4):
        super().__init__()
        self.first = nn.Conv2d(3, width, 3, padding=1)
        self.parts = nn.ModuleList(nn.Sequential(*(self.Dense(width, grown) for _ in range(3))) for _ in range(depth))
        self.join, self.one, self.two, self.three = (nn.Conv2d(width, width, 3, padding=1) for _ in range(4))
        self.last = nn.Conv2d(width, 3, 3, padding=1)

    def forward(self, x):
        first = self.first(x)
        x = first
        for part in self.parts:
            x = x + 0.2 * part(x)
        x = first + self.join(x)
        for layer in (self.one, self.two):
            x = F.leaky_relu(layer(F.interpolate(x, scale_factor=2, mode="nearest")), 0.2, inplace=True)
        return self.last(F.leaky_relu(self.three(x), 0.2, inplace=True))


def dense_sharper(batch):
    network = with_optimizer(WithLabels(DenseSharper()), "adam", lr=2e-4)
    return network, (torch.rand(batch, 3, 48, 48), torch.rand(batch, 3, 192, 192)), lambda o, i: F.l1_loss(o, i[-1])


class Restores(nn.Module):
    """Noisy pictures made clean without activations: halves of channels multiplied, norms over channels, a U."""

    class Norm(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.weight, self.bias = nn.Parameter(torch.ones(width)), nn.Parameter(torch.zeros(width))

        def forward(self, x):
            mean = x.mean(1, keepdim=True)
            spread = (x - mean).pow(2).mean(1, keepdim=True)
            y = (x - mean) / (spread + 1e-6).sqrt()
            return self.weight.view(1, -1, 1, 1) * y + self.bias.view(1, -1, 1, 1)

    class Part(nn.Module):
        def __init__(self, c):
            super().__init__()
            self.one, self.two = Restores.Norm(c), Restores.Norm(c)
            self.wide, self.each = nn.Conv2d(c, 2 * c, 1), nn.Conv2d(2 * c, 2 * c, 3, padding=1, groups=2 * c)
            self.weigh = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(c, c, 1))
            self.narrow, self.up, self.down = nn.Conv2d(c, c, 1), nn.Conv2d(c, 2 * c, 1), nn.Conv2d(c, c, 1)
            self.beta, self.gamma = (nn.Parameter(torch.zeros(1, c, 1, 1)) for _ in range(2))

        @staticmethod
        def gated(x):
            a, b = x.chunk(2, 1)
            return a * b

        def forward(self, x):
            y = self.gated(self.each(self.wide(self.one(x))))
            x = x + self.narrow(y * self.weigh(y)) * self.beta
            return x + self.down(self.gated(self.up(self.two(x)))) * self.gamma

    def __init__(self, width=32, down=(2, 2, 3), middle=4, up=(2, 2, 2)):
        super().__init__()
        many = lambda n, c: nn.Sequential(*(self.Part(c) for _ in range(n)))
        widths = [width * 2**i for i in range(len(down) + 1)]
        self.into, self.out = nn.Conv2d(3, width, 3, padding=1), nn.Conv2d(width, 3, 3, padding=1)
        self.down = nn.ModuleList(many(n, c) for n, c in zip(down, widths))
        self.less = nn.ModuleList(nn.Conv2d(c, 2 * c, 2, 2) for c in widths[:-1])
        self.middle = many(middle, widths[-1])
        self.more = nn.ModuleList(
            nn.Sequential(nn.Conv2d(2 * c, 4 * c, 1, bias=False), nn.PixelShuffle(2)) for c in reversed(widths[:-1])
        )
        self.up = nn.ModuleList(many(n, c) for n, c in zip(up, reversed(widths[:-1])))

    def forward(self, picture):
        x, kept = self.into(picture), []
        for part, less in zip(self.down, self.less):
            x = part(x)
            kept.append(x)
            x = less(x)
        x = self.middle(x)
        for more, part in zip(self.more, self.up):
            x = part(more(x) + kept.pop())
        return self.out(x) + picture


def restores(batch):
    def loss(out, inputs):
        return (10 / math.log(10)) * torch.log((out.float() - inputs[-1]).pow(2).mean((1, 2, 3)) + 1e-8).mean()

    return WithLabels(Restores()), (torch.rand(batch, 3, 128, 128), torch.rand(batch, 3, 128, 128)), loss


class Digits(nn.Module):
    """What everybody begins with: two convolutions, a pooling, dropout, two layers."""

    def __init__(self):
        super().__init__()
        self.one, self.two = nn.Conv2d(1, 32, 3), nn.Conv2d(32, 64, 3)
        self.near, self.far = nn.Dropout(0.25), nn.Dropout(0.5)
        self.wide, self.last = nn.Linear(9216, 128), nn.Linear(128, 10)

    def forward(self, x):
        x = F.relu(self.two(F.relu(self.one(x))))
        x = self.near(F.max_pool2d(x, 2)).flatten(1)
        return F.log_softmax(self.last(self.far(F.relu(self.wide(x)))), 1)


def digits(batch):
    network = with_optimizer(WithLabels(Digits()), "sgd", lr=0.1)
    inputs = (torch.randn(batch, 1, 28, 28), torch.randint(0, 10, (batch,)))
    return network, inputs, lambda out, given: F.nll_loss(out, given[-1])


class Pixels(nn.Module):
    """Pictures of digits to few normal variables and back: linear layers with batch norms."""

    def __init__(self, inputs=784, size=64):
        super().__init__()
        unit = lambda a, b: [nn.Linear(a, b), nn.BatchNorm1d(b), nn.LeakyReLU()]
        self.into = nn.Sequential(*unit(inputs, 1024), *unit(1024, 512))
        self.mean, self.spread = nn.Linear(512, size), nn.Linear(512, size)
        self.out = nn.Sequential(*unit(size, 512), *unit(512, 1024), nn.Linear(1024, inputs))

    def forward(self, picture):
        x = self.into(picture.flatten(1))
        mean, spread = self.mean(x), self.spread(x)
        return self.out(mean + torch.randn_like(spread) * torch.exp(0.5 * spread)), mean, spread


def pixels(batch):
    def loss(out, inputs):
        picture, mean, spread = out
        near = F.binary_cross_entropy_with_logits(picture, inputs[0].flatten(1), reduction="sum")
        return near - 0.5 * torch.sum(1 + spread - mean.pow(2) - spread.exp())

    return with_optimizer(Pixels(), "adam", lr=1e-3), (torch.rand(batch, 1, 28, 28),), loss


# --- signals, sets, tables ---


class Hearts(nn.Module):
    """Twelve leads of a heart: residual convolutions of 17 taps in time, batch norms, dropout, pooled skips."""

    class Part(nn.Module):
        def __init__(self, a, b, stride):
            super().__init__()
            self.layers = nn.Sequential(
                nn.Conv1d(a, b, 17, padding=8, bias=False),
                nn.BatchNorm1d(b),
                nn.ReLU(),
                nn.Dropout(0.2),
                nn.Conv1d(b, b, 17, stride, 8, bias=False),
            )
            self.skip = nn.Sequential(nn.MaxPool1d(stride), nn.Conv1d(a, b, 1, bias=False))
            self.after = nn.Sequential(nn.BatchNorm1d(b), nn.ReLU(), nn.Dropout(0.2))

        def forward(self, x):
            return self.after(self.layers(x) + self.skip(x))

    def __init__(self, widths=(64, 128, 192, 256, 320), kinds=6):
        super().__init__()
        first = [nn.Conv1d(12, 64, 17, padding=8, bias=False), nn.BatchNorm1d(64), nn.ReLU()]
        self.parts = nn.Sequential(*first, *(self.Part(a, b, 4) for a, b in zip(widths, widths[1:])))
        self.last = nn.Linear(widths[-1] * 8, kinds)

    def forward(self, x):
        return self.last(self.parts(x).flatten(1))


def hearts(batch):
    network = with_optimizer(WithLabels(Hearts()), "adam", lr=1e-3)
    loss = lambda out, inputs: F.binary_cross_entropy_with_logits(out, inputs[-1])
    return network, (torch.randn(batch, 12, 2048), torch.rand(batch, 6).round()), loss


class Listens(nn.Module):
    """Sound to what is heard and when: short transforms, bands, convolutions, a GRU of both directions."""

    def __init__(self, points=512, hop=160, bands=64, width=64, kinds=10):
        super().__init__()
        self.points, self.hop = points, hop
        self.register_buffer("window", torch.hann_window(points))
        self.register_buffer("bands", torch.rand(points // 2 + 1, bands))
        self.norm, layers, last = nn.BatchNorm2d(1), [], 1
        for b, pool in ((width, (2, 2)), (2 * width, (2, 2)), (4 * width, (1, 4))):
            for a in (last, b):
                layers += [nn.Conv2d(a, b, 3, padding=1, bias=False), nn.BatchNorm2d(b), nn.ReLU()]
            layers, last = [*layers, nn.AvgPool2d(pool), nn.Dropout(0.2)], b
        self.layers = nn.Sequential(*layers)
        self.cells = nn.GRU(4 * width * 4, 128, batch_first=True, bidirectional=True)
        self.last = nn.Linear(256, kinds)

    def forward(self, sound):
        waves = torch.stft(sound, self.points, self.hop, window=self.window, return_complex=True)
        power = waves.abs().pow(2).transpose(1, 2)
        x = self.layers(self.norm(torch.log(power @ self.bands + 1e-6)[:, None]))
        return self.last(self.cells(x.transpose(1, 2).flatten(2))[0])


def listens(batch):
    network = with_optimizer(WithLabels(Listens()), "adam", lr=1e-3)
    loss = lambda out, inputs: F.binary_cross_entropy_with_logits(out, inputs[-1])
    return network, (torch.randn(batch, 48000), torch.rand(batch, 75, 10).round()), loss


class Parted(nn.Module):
    """Two voices out of one sound: short filters, dilated convolutions channel by channel, masks, filters back."""

    class All(nn.Module):
        """A norm over all channels and times of a sample."""

        def __init__(self, width):
            super().__init__()
            self.scale, self.shift = nn.Parameter(torch.ones(1, width, 1)), nn.Parameter(torch.zeros(1, width, 1))

        def forward(self, x):
            mean = x.mean((1, 2), keepdim=True)
            spread = ((x - mean) ** 2).mean((1, 2), keepdim=True)
            return self.scale * (x - mean) / torch.sqrt(spread + 1e-8) + self.shift

    class Part(nn.Module):
        def __init__(self, width, inner, dilation):
            super().__init__()
            norm = Parted.All
            self.layers = nn.Sequential(
                nn.Conv1d(width, inner, 1),
                nn.PReLU(),
                norm(inner),
                nn.Conv1d(inner, inner, 3, padding=dilation, dilation=dilation, groups=inner),
                nn.PReLU(),
                norm(inner),
            )
            self.on, self.out = nn.Conv1d(inner, width, 1), nn.Conv1d(inner, width, 1)

        def forward(self, x):
            y = self.layers(x)
            return x + self.on(y), self.out(y)

    def __init__(self, filters=256, taps=16, width=128, inner=256, depth=6, rounds=2, voices=2):
        super().__init__()
        self.voices = voices
        self.into = nn.Conv1d(1, filters, taps, taps // 2, bias=False)
        self.norm, self.narrow = self.All(filters), nn.Conv1d(filters, width, 1)
        self.parts = nn.ModuleList(self.Part(width, inner, 2**i) for _ in range(rounds) for i in range(depth))
        self.mask = nn.Sequential(nn.PReLU(), nn.Conv1d(width, voices * filters, 1), nn.Sigmoid())
        self.out = nn.ConvTranspose1d(filters, 1, taps, taps // 2, bias=False)

    def forward(self, sound):
        seen = F.relu(self.into(sound[:, None]))
        x, total = self.narrow(self.norm(seen)), 0
        for part in self.parts:
            x, y = part(x)
            total = total + y
        b, f, n = seen.shape
        masked = self.mask(total).view(b, self.voices, f, n) * seen[:, None]
        return self.out(masked.flatten(0, 1)).view(b, self.voices, -1)


def of_voices(out, inputs):
    """The best order of voices by the ratio of what is right to what is not, in decibels."""
    wanted = inputs[-1] - inputs[-1].mean(-1, keepdim=True)
    out = out.float() - out.float().mean(-1, keepdim=True)
    one, two = wanted[:, None], out[:, :, None]
    right = (one * two).sum(-1, keepdim=True) * one / (one.pow(2).sum(-1, keepdim=True) + 1e-8)
    ratio = 10 * torch.log10(right.pow(2).sum(-1) / ((two - right).pow(2).sum(-1) + 1e-8) + 1e-8)
    orders = [(ratio[:, 0, i] + ratio[:, 1, j]) / 2 for i, j in itertools.permutations(range(2))]
    return -torch.stack(orders, 1).max(1).values.mean()


def parted(batch):
    network = with_optimizer(WithLabels(Parted()), "adam", lr=1e-3)
    return network, (torch.randn(batch, 32000), torch.randn(batch, 2, 32000)), of_voices


class Acts(nn.Module):
    """Noise to the next moves of an arm: a U over time, Mish, each layer scaled by what is seen and how noisy it is."""

    class Unit(nn.Sequential):
        def __init__(self, a, b):
            super().__init__(nn.Conv1d(a, b, 5, padding=2), nn.GroupNorm(8, b), nn.Mish())

    class Part(nn.Module):
        def __init__(self, a, b, told):
            super().__init__()
            self.one, self.two = Acts.Unit(a, b), Acts.Unit(b, b)
            self.told = nn.Sequential(nn.Mish(), nn.Linear(told, 2 * b))
            self.skip = nn.Conv1d(a, b, 1) if a != b else nn.Identity()

        def forward(self, x, told):
            scale, shift = self.told(told)[:, :, None].chunk(2, 1)
            return self.two(scale * self.one(x) + shift) + self.skip(x)

    def __init__(self, moves=10, seen=264, time=128, widths=(128, 256, 512)):
        super().__init__()
        w, told = widths, time + seen
        self.width = time
        self.time = nn.Sequential(nn.Linear(time, 4 * time), nn.Mish(), nn.Linear(4 * time, time))
        pair = lambda a, b: nn.ModuleList([self.Part(a, b, told), self.Part(b, b, told)])
        self.down = nn.ModuleList(pair(a, b) for a, b in zip((moves, *w), w))
        self.less = nn.ModuleList(nn.Conv1d(c, c, 3, 2, 1) for c in w[:-1])
        self.middle = pair(w[-1], w[-1])
        self.up = nn.ModuleList(pair(2 * b, a) for a, b in reversed(list(zip(w, w[1:]))))
        self.more = nn.ModuleList(nn.ConvTranspose1d(c, c, 4, 2, 1) for c in reversed(w[:-1]))
        self.last = nn.Sequential(self.Unit(w[0], w[0]), nn.Conv1d(w[0], moves, 1))

    def forward(self, moves, time, seen, noise):
        rates = torch.exp(-math.log(10000) * torch.arange(self.width // 2, device=moves.device) / (self.width // 2 - 1))
        angles = time[:, None].float() * rates
        told = torch.cat([self.time(torch.cat([angles.sin(), angles.cos()], -1)), seen], -1)
        x, kept = moves.transpose(1, 2), []
        for i, pair in enumerate(self.down):
            for part in pair:
                x = part(x, told)
            kept.append(x)
            x = self.less[i](x) if i < len(self.less) else x
        for part in self.middle:
            x = part(x, told)
        for pair, more in zip(self.up, self.more):
            x = torch.cat([x, kept.pop()], 1)
            for part in pair:
                x = part(x, told)
            x = more(x)
        return self.last(x).transpose(1, 2)


def acts(batch):
    moves = torch.randn(batch, 16, 10)
    inputs = (moves, torch.randint(0, 100, (batch,)), torch.randn(batch, 264), torch.randn(batch, 16, 10))
    return Acts(), inputs, likeness


class Bonds(nn.Module):
    """Molecules as sets of atoms: attention biased by how many bonds lie between two and of which kind they are."""

    class Block(nn.Module):
        def __init__(self, width, heads):
            super().__init__()
            self.heads, self.one, self.two = heads, nn.LayerNorm(width), nn.LayerNorm(width)
            self.q, self.k, self.v, self.o = (nn.Linear(width, width) for _ in range(4))
            self.layers = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.Dropout(0.1), nn.Linear(width, width))
            self.drop = nn.Dropout(0.1)

        def forward(self, x, bias):
            b, n, w = x.shape
            y = self.one(x)
            q, k, v = (layer(y).view(b, n, self.heads, -1).transpose(1, 2) for layer in (self.q, self.k, self.v))
            drop = 0.1 if self.training else 0.0
            y = F.scaled_dot_product_attention(q, k, v, attn_mask=bias.to(q.dtype), dropout_p=drop)
            x = x + self.drop(self.o(y.transpose(1, 2).reshape(b, n, w)))
            return x + self.drop(self.layers(self.two(x)))

    def __init__(self, atoms=512, width=256, heads=8, depth=6):
        super().__init__()
        self.atoms, self.near = nn.Embedding(atoms, width, padding_idx=0), nn.Embedding(64, width, padding_idx=0)
        self.far, self.kinds = nn.Embedding(24, heads), nn.Embedding(128, heads)
        self.whole, self.to_whole = nn.Parameter(torch.randn(1, 1, width)), nn.Parameter(torch.zeros(1, heads, 1, 1))
        self.blocks = nn.ModuleList(self.Block(width, heads) for _ in range(depth))
        self.norm, self.last = nn.LayerNorm(width), nn.Linear(width, 1)

    def forward(self, atoms, degrees, far, kinds):
        b, n = atoms.shape[:2]
        x = self.atoms(atoms).sum(2) + self.near(degrees)
        x = torch.cat([self.whole.expand(b, -1, -1), x], 1)
        between = (self.far(far) + self.kinds(kinds).mean(3)).permute(0, 3, 1, 2)
        bias = F.pad(between, (1, 0, 1, 0))
        bias[:, :, 0, :] = bias[:, :, 0, :] + self.to_whole.squeeze(3)
        for block in self.blocks:
            x = block(x, bias)
        return self.last(self.norm(x)[:, 0]).squeeze(1)


def bonds(batch):
    atoms, degrees = torch.randint(0, 512, (batch, 39, 9)), torch.randint(0, 64, (batch, 39))
    inputs = (atoms, degrees, torch.randint(0, 24, (batch, 39, 39)), torch.randint(0, 128, (batch, 39, 39, 3)))
    loss = lambda out, given: F.l1_loss(out.float(), given[-1])
    return WithLabels(Bonds()), (*inputs, torch.randn(batch)), loss


class NextItem(nn.Module):
    """What is bought next: attention to what was bought, one right and one drawn thing at each place."""

    def __init__(self, things=60000, width=64, heads=2, depth=3, length=100):
        super().__init__()
        self.things, self.places = nn.Embedding(things, width, padding_idx=0), nn.Embedding(length, width)
        self.drop = nn.Dropout(0.2)
        self.norms = nn.ModuleList(nn.LayerNorm(width, eps=1e-8) for _ in range(2 * depth + 1))
        self.looks = nn.ModuleList(nn.MultiheadAttention(width, heads, 0.2) for _ in range(depth))
        self.layers = nn.ModuleList(
            nn.Sequential(nn.Conv1d(width, width, 1), nn.Dropout(0.2), nn.ReLU(), nn.Conv1d(width, width, 1))
            for _ in range(depth)
        )

    def forward(self, seen, right, drawn_things):
        n = seen.shape[1]
        x = self.things(seen) * self.things.embedding_dim**0.5
        x = self.drop(x + self.places(torch.arange(n, device=seen.device)))
        later = ~torch.tril(torch.ones((n, n), dtype=torch.bool, device=seen.device))
        for i, (look, layers) in enumerate(zip(self.looks, self.layers)):
            x = x.transpose(0, 1)
            q = self.norms[2 * i](x)
            x = (q + look(q, x, x, attn_mask=later, need_weights=False)[0]).transpose(0, 1)
            x = self.norms[2 * i + 1](x)
            x = x + layers(x.transpose(1, 2)).transpose(1, 2)
        x = self.norms[-1](x)
        return (x * self.things(right)).sum(-1), (x * self.things(drawn_things)).sum(-1)


def next_item(batch):
    def loss(out, inputs):
        kept = (inputs[0] != 0).float()
        good = F.binary_cross_entropy_with_logits(out[0], torch.ones_like(out[0]), weight=kept)
        return good + F.binary_cross_entropy_with_logits(out[1], torch.zeros_like(out[1]), weight=kept)

    network = with_optimizer(NextItem(), "adam", lr=1e-3, betas=(0.9, 0.98))
    return network, tuple(torch.randint(0, 60000, (batch, 100)) for _ in range(3)), loss


class Crossed(nn.Module):
    """Clicks from many categories: products of all pairs of rows, mixed and multiplied again, beside deep layers."""

    def __init__(self, fields=26, rows=20000, size=16, widths=(128, 128, 64)):
        super().__init__()
        self.register_buffer("first", torch.arange(fields) * rows)
        self.rows, self.weights = nn.Embedding(fields * rows, size), nn.Embedding(fields * rows, 1)
        self.mixed, last = nn.ModuleList(), fields
        for width in widths:
            self.mixed.append(nn.Conv1d(fields * last, width, 1))
            last = width
        deep, a = [], fields * size
        for b in (400, 400, 400):
            deep, a = [*deep, nn.Linear(a, b), nn.BatchNorm1d(b), nn.ReLU(), nn.Dropout(0.2)], b
        self.deep, self.last = nn.Sequential(*deep, nn.Linear(400, 1)), nn.Linear(sum(widths), 1)

    def forward(self, categories):
        index = categories + self.first
        x = self.rows(index)
        y, found = x, []
        for mixed in self.mixed:
            y = torch.einsum("bhd,bmd->bhmd", y, x).flatten(1, 2)
            y = F.relu(mixed(y))
            found.append(y.sum(2))
        return self.weights(index).sum(1) + self.deep(x.flatten(1)) + self.last(torch.cat(found, 1))


def crossed(batch):
    network = with_optimizer(WithLabels(Crossed()), "adam", lr=1e-3, weight_decay=1e-6)
    loss = lambda out, inputs: F.binary_cross_entropy_with_logits(out.squeeze(1), inputs[-1])
    return network, (torch.randint(0, 20000, (batch, 26)), torch.rand(batch).round()), loss


class Together(nn.Module):
    """Ten small networks at once, each with its own weights, that foretell means and spreads."""

    class Layers(nn.Module):
        def __init__(self, count, a, b):
            super().__init__()
            self.weight = nn.Parameter(torch.randn(count, a, b) / math.sqrt(a))
            self.bias = nn.Parameter(torch.zeros(count, 1, b))

        def forward(self, x):
            return torch.baddbmm(self.bias, x, self.weight)

    def __init__(self, count=10, inputs=32, width=256, outputs=18):
        super().__init__()
        sizes = (inputs, width, width, width, width)
        self.layers = nn.ModuleList(self.Layers(count, a, b) for a, b in zip(sizes, sizes[1:]))
        self.last = self.Layers(count, width, 2 * outputs)
        self.most, self.least = nn.Parameter(torch.ones(outputs) / 2), nn.Parameter(-10 * torch.ones(outputs))

    def forward(self, x):
        x = x[None].expand(self.last.weight.shape[0], -1, -1)
        for layer in self.layers:
            x = F.silu(layer(x))
        mean, spread = self.last(x).chunk(2, -1)
        spread = self.most - F.softplus(self.most - spread)
        return mean, self.least + F.softplus(spread - self.least)


def together(batch):
    def loss(out, inputs):
        mean, spread = out
        return F.gaussian_nll_loss(mean.float(), inputs[-1].expand_as(mean), spread.float().exp())

    network = with_optimizer(WithLabels(Together()), "adam", lr=1e-3)
    return network, (torch.randn(batch, 32), torch.randn(batch, 18)), loss


# --- from transformers ---


def autoformer(batch):
    """Series taken apart into what rises and what repeats; places found by transforms."""
    import transformers

    settings = transformers.AutoformerConfig(
        prediction_length=24,
        context_length=96,
        input_size=7,
        lags_sequence=[1, 2, 3],
        num_time_features=4,
        d_model=128,
        encoder_layers=2,
        decoder_layers=1,
        encoder_attention_heads=8,
        decoder_attention_heads=8,
        encoder_ffn_dim=512,
        decoder_ffn_dim=512,
    )

    class Series(nn.Module):
        def __init__(self):
            super().__init__()
            self.network = transformers.AutoformerForPrediction(settings)

        def forward(self, past, times, seen, ahead, later):
            out = self.network(
                past_values=past,
                past_time_features=times,
                past_observed_mask=seen,
                future_values=ahead,
                future_time_features=later,
                use_cache=False,
            )
            return out.loss if self.training else out.params

    past = 96 + 3
    inputs = (torch.randn(batch, past, 7), torch.randn(batch, past, 4), torch.ones(batch, past, 7))
    return Series(), (*inputs, torch.randn(batch, 24, 7), torch.randn(batch, 24, 4)), lambda out, given: out


def sew(batch):
    import transformers

    settings = transformers.SEWConfig(
        num_labels=12, apply_spec_augment=False, layerdrop=0.0, **blocks(6, 512, 8), squeeze_factor=2
    )
    network = transformers.SEWForSequenceClassification(settings)
    return Labelled(network, "input_values"), (torch.randn(batch, 32000), torch.randint(0, 12, (batch,))), own_loss


# name -> (how to build, batches: a small and a large one)
NETWORKS = {
    "checkpointed": (checkpointed, (4, 12)),
    "joint": (joint, (4, 16)),
    "decoded": (decoded, (2, 8)),
    "retention": (retention, (4, 12)),
    "dispatches": (dispatches, (4, 12)),
    "translated": (translated, (16, 48)),
    "centres": (centres, (8, 32)),
    "restores": (restores, (4, 12)),
    "paired": (paired, (8, 32)),
    "documents": (documents, (32, 128)),
    "hearts": (hearts, (16, 96)),
    "acts": (acts, (64, 256)),
    "digits": (digits, (64, 1000)),
    "pixels": (pixels, (256, 8192)),
    "margins": (margins, (32, 128)),
    "bonds": (bonds, (32, 256)),
    "reads": (reads, (64, 512)),
    "next_item": (next_item, (64, 512)),
    "crossed": (crossed, (1024, 4096)),
    "parted": (parted, (2, 8)),
    "listens": (listens, (8, 48)),
    "dense_sharper": (dense_sharper, (4, 16)),
    "queues": (queues, (32, 128)),
    "together": (together, (256, 4096)),
    "ghostnetv2_100": (timm_images("ghostnetv2_100"), (32, 96)),
    "nest_tiny": (timm_images("nest_tiny"), (16, 48)),
    "nextvit_small": (timm_images("nextvit_small"), (16, 48)),
    "ecaresnet26t": (timm_images("ecaresnet26t", 256), (16, 64)),
    "gcresnet33ts": (timm_images("gcresnet33ts", 256), (16, 48)),
    "camembert": (
        language("CamembertConfig", "CamembertForMaskedLM", 192, vocab_size=24000, **blocks(6, 576, 9)),
        (8, 32),
    ),
    "fnet": (
        language(
            "FNetConfig",
            "FNetForMaskedLM",
            384,
            vocab_size=24000,
            hidden_size=640,
            num_hidden_layers=6,
            intermediate_size=2560,
        ),
        (8, 24),
    ),
    "gemma3_text": (
        language(
            "Gemma3TextConfig",
            "Gemma3ForCausalLM",
            640,
            vocab_size=24000,
            head_dim=128,
            num_key_value_heads=1,
            sliding_window=256,
            **blocks(6, 512, 4),
        ),
        (4, 12),
    ),
    "marian": (
        language(
            "MarianConfig",
            "MarianMTModel",
            160,
            vocab_size=24000,
            pad_token_id=23999,
            decoder_start_token_id=23999,
            eos_token_id=0,
            forced_eos_token_id=0,
            d_model=512,
            encoder_layers=4,
            decoder_layers=4,
            encoder_attention_heads=8,
            decoder_attention_heads=8,
            encoder_ffn_dim=2048,
            decoder_ffn_dim=2048,
        ),
        (8, 32),
    ),
    "autoformer": (autoformer, (32, 128)),
    "sew": (sew, (4, 16)),
    "vgg13_bn": (torchvision_images("vgg13_bn"), (16, 48)),
    "efficientnet_b2": (torchvision_images("efficientnet_b2"), (16, 48)),
}
assert set(drawn()) <= set(NETWORKS)
