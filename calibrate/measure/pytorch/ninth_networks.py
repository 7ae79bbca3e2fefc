"""A ninth list of networks that the planner has no name for: kinds that the first eight lack, and drawn names.

They judge. Written by hand as their users write them: an optimizer that makes its steps orthogonal, the delta rule in
chunks, a world that is imagined, values as distributions, depths and volumes by what warps one picture into another,
genes, voices along two paths, masked filters, relative places by skewing, two passes for a flat minimum, training with
few bits, regions cut out of maps. Names: random.Random(9).sample of each of POOLS in turn, so many as stands beside it.

    NETWORKS[name](batch) -> (module, inputs, loss of (output, inputs))

A module may have an optimizer or a training step of its own, as step_loops.py says.
"""
import math
import random

import torch
import torch.nn as nn
import torch.nn.functional as F
from eighth_networks import Gates, Rms, turned, turns
from seventh_networks import next_words
from sixth_networks import graphs
from step_loops import with_optimizer
from unnamed_networks import WithLabels, blocks, classes, language, own_loss, timm_images, torchvision_images

# what none of the earlier lists has; (names, how many are drawn)
POOLS = (
    (
        """bat_resnext26ts botnet26t_256 caformer_s18 coat_lite_mini convformer_s18 convit_tiny convnext_femto
        cspresnext50 deit3_small_patch16_224 dla34 efficientvit_b1 ese_vovnet19b_dw eva02_tiny_patch14_224 gcvit_xtiny
        hgnetv2_b1 hiera_tiny_224 inception_resnet_v2 inception_v4 lcnet_100 legacy_seresnext26_32x4d
        maxxvit_rmlp_nano_rw_256 mobileone_s1 mobilenetv3_large_100 mvitv2_tiny pit_s_224 regnety_016 regnetz_b16
        repghostnet_100 repvit_m1 res2next50 resnet50d resnetblur50 resnetrs50 resnetv2_50 rexnet_100 selecsls42b
        semnasnet_100 skresnet18 spnasnet_100 starnet_s1 swinv2_cr_tiny_224 tf_efficientnet_lite0 tiny_vit_11m_224
        tresnet_m vit_small_patch16_224 vitamin_small_224""".split(),
        5,
    ),
    (
        """arcee biogpt blenderbot canine codegen ctrl ernie flaubert funnel gemma glm granite helium ibert led mamba
        megatron_bert mpt mra mvp olmo pegasus phi3 plbart prophetnet qwen2_moe qwen3 reformer rembert rwkv smollm3
        umt5 xglm xlm xmod yoso""".split(),
        4,
    ),
    (
        """beit bit data2vec_vision dpt efficientformer glpn hubert mobilenet_v2 patchtsmixer pvt siglip swin2
        timesformer time_series_transformer univnet upernet videomae vit_msn vivit wav2vec2_conformer wavlm
        yolos""".split(),
        2,
    ),
    (
        """convnext_small deeplabv3_mobilenet_v3_large efficientnet_b3 fcn_resnet50 mc3_18 mnasnet0_75 regnet_x_800mf
        regnet_y_800mf shufflenet_v2_x2_0 swin_s wide_resnet50_2""".split(),
        2,
    ),
    (
        """ARMAConv FeaStConv FiLMConv GENConv GeneralConv LEConv ResGatedGraphConv SGConv TAGConv
        TransformerConv""".split(),
        2,
    ),
)


def drawn():
    chance = random.Random(9)
    return [name for names, count in POOLS for name in chance.sample(names, count)]


class Behind(nn.Module):
    """A network whose last `count` inputs are only for the loss."""

    def __init__(self, network, count):
        super().__init__()
        self.network, self.count = network, count

    def forward(self, *inputs):
        return self.network(*inputs[: -self.count])


# --- words ---


class Orthogonal(nn.Module):
    """A small GPT as speed runs train it: squared ReLU, no biases; orthogonal steps of matrices, the rest by Adam."""

    class Block(nn.Module):
        def __init__(self, width, heads):
            super().__init__()
            self.heads = heads
            self.qkv, self.o = nn.Linear(width, 3 * width, bias=False), nn.Linear(width, width, bias=False)
            self.up, self.down = nn.Linear(width, 4 * width, bias=False), nn.Linear(4 * width, width, bias=False)
            self.old, self.new = nn.Parameter(torch.tensor(1.0)), nn.Parameter(torch.tensor(0.0))

        def forward(self, x, first, cos, sin):
            b, n, w = x.shape
            x = self.old * x + self.new * first
            y = F.rms_norm(x, (w,))
            q, k, v = self.qkv(y).view(b, n, 3, self.heads, -1).permute(2, 0, 3, 1, 4).unbind(0)
            size = (q.shape[-1],)
            q, k = turned(F.rms_norm(q, size), cos, sin), turned(F.rms_norm(k, size), cos, sin)
            y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
            x = x + self.o(y.transpose(1, 2).reshape(b, n, w))
            return x + self.down(F.relu(self.up(F.rms_norm(x, (w,)))).square())

    def __init__(self, vocabulary=20000, width=640, heads=5, depth=6):
        super().__init__()
        self.size = width // heads
        self.tokens = nn.Embedding(vocabulary, width)
        self.blocks = nn.ModuleList(self.Block(width, heads) for _ in range(depth))
        self.head = nn.Linear(width, vocabulary, bias=False)

    def forward(self, tokens):
        x = first = F.rms_norm(self.tokens(tokens), (self.tokens.embedding_dim,))
        cos, sin = turns(tokens.shape[1], self.size, x.device)
        for block in self.blocks:
            x = block(x, first, cos, sin)
        logits = self.head(F.rms_norm(x, (x.shape[-1],))).float()
        return 15 * torch.tanh(logits / 15)

    @staticmethod
    def orthogonal(gradient, rounds=5):
        """Newton's and Schulz's rounds towards the nearest matrix whose singular values are one, in BF16."""
        x = gradient.bfloat16()
        tall = x.shape[0] > x.shape[1]
        x = x.T if tall else x
        x = x / (x.norm() + 1e-7)
        for _ in range(rounds):
            a = x @ x.T
            x = 3.4445 * x + (-4.7750 * a + 2.0315 * a @ a) @ x
        return x.T if tall else x

    def own_step(self, cast):
        network = self
        matrices = [p for p in network.blocks.parameters() if p.ndim == 2]
        others = [p for p in network.parameters() if p.ndim != 2]
        others += [network.tokens.weight, network.head.weight]
        moments = [torch.zeros_like(p) for p in matrices]
        optimizer = torch.optim.Adam(others, lr=3e-3, betas=(0.8, 0.95))

        def step(tokens):
            with cast():
                loss = F.cross_entropy(network(tokens)[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())
            loss.backward()
            optimizer.step()
            with torch.no_grad():
                for p, moment in zip(matrices, moments):
                    moment.lerp_(p.grad, 0.05)
                    change = network.orthogonal(p.grad.lerp(moment, 0.95))
                    p.mul_(1 - 1e-4)
                    p.add_(change.view_as(p), alpha=-0.02 * max(1, p.shape[0] / p.shape[1]) ** 0.5)
            network.zero_grad(set_to_none=True)

        return step


def orthogonal(batch):
    return Orthogonal(), (torch.randint(0, 20000, (batch, 512)),), None


class Delta(nn.Module):
    """The delta rule in chunks of 64: a triangular system in each, a state that goes from one to the next, gates."""

    class Look(nn.Module):
        def __init__(self, width, heads, chunk=64):
            super().__init__()
            self.heads, self.chunk = heads, chunk
            self.qkv = nn.Linear(width, 3 * width, bias=False)
            self.near = nn.Conv1d(3 * width, 3 * width, 4, groups=3 * width, padding=3, bias=False)
            self.writes, self.gate = nn.Linear(width, heads, bias=False), nn.Linear(width, width, bias=False)
            self.norm, self.o = Rms(width // heads), nn.Linear(width, width, bias=False)

        def forward(self, x):
            b, n, w = x.shape
            h, c = self.heads, self.chunk
            y = F.silu(self.near(self.qkv(x).transpose(1, 2))[..., :n]).transpose(1, 2)
            q, k, v = y.float().view(b, n // c, c, 3, h, -1).permute(3, 0, 4, 1, 2, 5).unbind(0)
            q, k = F.normalize(q, dim=-1), F.normalize(k, dim=-1)
            beta = torch.sigmoid(self.writes(x).float()).view(b, n // c, c, h).permute(0, 3, 1, 2)[..., None]
            with torch.autocast("cuda", enabled=False):
                far = torch.tril((k * beta) @ k.transpose(-1, -2), -1)
                one = torch.eye(c, device=x.device)
                inverse = torch.linalg.solve_triangular(far + one, one.expand_as(far), upper=False, unitriangular=True)
                new, old = inverse @ (v * beta), inverse @ (k * beta)
                near = torch.tril(q @ k.transpose(-1, -2))
                state = torch.zeros(b, h, k.shape[-1], v.shape[-1], device=x.device)
                out = []
                for i in range(n // c):
                    u = new[:, :, i] - old[:, :, i] @ state
                    out.append(q[:, :, i] @ state + near[:, :, i] @ u)
                    state = state + k[:, :, i].transpose(-1, -2) @ u
            y = self.norm(torch.stack(out, 2)).permute(0, 2, 3, 1, 4).reshape(b, n, w)
            return self.o(y * F.silu(self.gate(x)))

    def __init__(self, vocabulary=16000, width=512, heads=4, depth=4, inner=1408):
        super().__init__()
        self.tokens = nn.Embedding(vocabulary, width)
        self.looks = nn.ModuleList(self.Look(width, heads) for _ in range(depth))
        self.layers = nn.ModuleList(Gates(width, inner) for _ in range(depth))
        self.norms = nn.ModuleList(Rms(width) for _ in range(2 * depth + 1))
        self.head = nn.Linear(width, vocabulary, bias=False)

    def forward(self, tokens):
        x = self.tokens(tokens)
        for i, (look, layers) in enumerate(zip(self.looks, self.layers)):
            x = x + look(self.norms[2 * i](x))
            x = x + layers(self.norms[2 * i + 1](x))
        return self.head(self.norms[-1](x))


def delta(batch):
    return Delta(), (torch.randint(0, 16000, (batch, 512)),), next_words


class Music(nn.Module):
    """Notes one after the other: relative places of all pairs by skewing what queries say to places."""

    class Look(nn.Module):
        def __init__(self, width, heads, length):
            super().__init__()
            self.heads = heads
            self.q, self.k, self.v, self.o = (nn.Linear(width, width) for _ in range(4))
            self.places = nn.Parameter(torch.randn(length, width // heads) * 0.02)
            self.drop = nn.Dropout(0.1)

        def forward(self, x, hidden):
            b, n, w = x.shape
            q, k, v = (layer(x).view(b, n, self.heads, -1).transpose(1, 2) for layer in (self.q, self.k, self.v))
            far = F.pad(torch.einsum("bhnd,md->bhnm", q, self.places), (1, 0))
            far = far.view(b, self.heads, n + 1, n)[:, :, 1:]
            scores = (q @ k.transpose(-1, -2) + far) / math.sqrt(q.shape[-1])
            share = self.drop(scores.masked_fill(hidden, float("-inf")).softmax(-1))
            return self.o((share @ v).transpose(1, 2).reshape(b, n, w))

    def __init__(self, notes=390, width=384, heads=6, depth=6, length=768):
        super().__init__()
        self.notes = nn.Embedding(notes, width)
        self.looks = nn.ModuleList(self.Look(width, heads, length) for _ in range(depth))
        inner = 4 * width
        part = lambda: nn.Sequential(nn.Linear(width, inner), nn.ReLU(), nn.Dropout(0.1), nn.Linear(inner, width))
        self.layers = nn.ModuleList(part() for _ in range(depth))
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2 * depth))
        self.last = nn.Linear(width, notes)
        self.register_buffer("hidden", torch.triu(torch.ones(length, length, dtype=torch.bool), 1))

    def forward(self, notes):
        x = self.notes(notes) * self.notes.embedding_dim**0.5
        for i, (look, layers) in enumerate(zip(self.looks, self.layers)):
            x = self.norms[2 * i](x + look(x, self.hidden))
            x = self.norms[2 * i + 1](x + layers(x))
        return self.last(x)


def music(batch):
    return with_optimizer(Music(), "adam", lr=1e-4), (torch.randint(0, 390, (batch, 768)),), next_words


# --- agents ---


class Imagines(nn.Module):
    """A world of 32 variables of 32 kinds, step by step: a GRU cell, what comes foretold and seen, pictures again."""

    def __init__(self, kinds=32, width=512, actions=18, depth=48):
        super().__init__()
        d, self.kinds, self.width = depth, kinds, width
        pictures = [nn.Conv2d(3, d, 4, 2), nn.ELU(), nn.Conv2d(d, 2 * d, 4, 2), nn.ELU()]
        pictures += [nn.Conv2d(2 * d, 4 * d, 4, 2), nn.ELU(), nn.Conv2d(4 * d, 8 * d, 4, 2), nn.ELU(), nn.Flatten()]
        self.seen = nn.Sequential(*pictures)
        size = kinds * kinds
        self.into = nn.Sequential(nn.Linear(size + actions, width), nn.ELU())
        self.cell = nn.GRUCell(width, width)
        self.prior = nn.Sequential(nn.Linear(width, width), nn.ELU(), nn.Linear(width, size))
        self.posterior = nn.Sequential(nn.Linear(width + 32 * d, width), nn.ELU(), nn.Linear(width, size))
        self.back = nn.Linear(width + size, 32 * d)
        up = [nn.ConvTranspose2d(32 * d, 4 * d, 5, 2), nn.ELU(), nn.ConvTranspose2d(4 * d, 2 * d, 5, 2), nn.ELU()]
        self.picture = nn.Sequential(*up, nn.ConvTranspose2d(2 * d, d, 6, 2), nn.ELU(), nn.ConvTranspose2d(d, 3, 6, 2))
        self.reward = nn.Sequential(nn.Linear(width + size, width), nn.ELU(), nn.Linear(width, 1))

    def drawn(self, logits):
        share = logits.float().unflatten(-1, (self.kinds, self.kinds)).softmax(-1)
        index = torch.multinomial(share.detach().flatten(0, 1), 1)
        one = F.one_hot(index.squeeze(1), self.kinds).view_as(share).to(share.dtype)
        return (one + share - share.detach()).flatten(1)

    def forward(self, pictures, actions):
        b, n = pictures.shape[:2]
        seen = self.seen(pictures.flatten(0, 1)).view(b, n, -1)
        state = torch.zeros(b, self.width, device=pictures.device)
        what = torch.zeros(b, self.kinds * self.kinds, device=pictures.device)
        states, priors, posteriors = [], [], []
        for i in range(n):
            state = self.cell(self.into(torch.cat([what, actions[:, i]], 1)), state)
            priors.append(self.prior(state))
            posteriors.append(self.posterior(torch.cat([state, seen[:, i]], 1)))
            what = self.drawn(posteriors[-1])
            states.append(torch.cat([state, what.to(state.dtype)], 1))
        all_states = torch.stack(states, 1).flatten(0, 1)
        picture = self.picture(self.back(all_states)[:, :, None, None])
        return picture, self.reward(all_states), torch.stack(priors, 1), torch.stack(posteriors, 1)


def imagines(batch):
    def apart(p, q):
        logs_p, logs_q = (x.float().unflatten(-1, (32, 32)).log_softmax(-1) for x in (p, q))
        return (logs_p.exp() * (logs_p - logs_q)).sum((-1, -2)).mean()

    def loss(out, inputs):
        picture, reward, prior, posterior = out
        pictures = inputs[0].flatten(0, 1)
        found = 0.5 * (picture.float() - pictures).square().sum((1, 2, 3)).mean()
        found = found + 0.5 * (reward.float().squeeze(1) - inputs[2].flatten()).square().mean()
        return found + 0.8 * apart(posterior.detach(), prior) + 0.2 * apart(posterior, prior.detach())

    inputs = (torch.rand(batch, 16, 3, 64, 64), torch.rand(batch, 16, 18), torch.randn(batch, 16))
    return with_optimizer(Behind(Imagines(), 1), "adam", lr=3e-4, eps=1e-5), inputs, loss


class Values(nn.Module):
    """What actions are worth as distributions: noisy layers, a dueling head, a slow copy, projected bins."""

    class Noisy(nn.Module):
        def __init__(self, a, b):
            super().__init__()
            self.weight, self.spread = (nn.Parameter(torch.randn(b, a) / math.sqrt(a)) for _ in range(2))
            self.bias, self.bias_spread = (nn.Parameter(torch.randn(b) / math.sqrt(a)) for _ in range(2))

        def forward(self, x):
            if not self.training:
                return F.linear(x, self.weight, self.bias)
            bent = lambda n: (lambda z: z.sign() * z.abs().sqrt())(torch.randn(n, device=x.device))
            into, out = bent(self.weight.shape[1]), bent(self.weight.shape[0])
            weight = self.weight + self.spread * torch.outer(out, into)
            return F.linear(x, weight, self.bias + self.bias_spread * out)

    class Network(nn.Module):
        def __init__(self, actions, bins):
            super().__init__()
            self.actions, self.bins, noisy = actions, bins, Values.Noisy
            layers = [nn.Conv2d(4, 32, 8, 4), nn.ReLU(), nn.Conv2d(32, 64, 4, 2), nn.ReLU()]
            self.trunk = nn.Sequential(*layers, nn.Conv2d(64, 64, 3), nn.ReLU(), nn.Flatten())
            self.state = nn.Sequential(noisy(3136, 512), nn.ReLU(), noisy(512, bins))
            self.action = nn.Sequential(noisy(3136, 512), nn.ReLU(), noisy(512, actions * bins))

        def forward(self, pictures):
            x = self.trunk(pictures)
            better = self.action(x).view(-1, self.actions, self.bins)
            return self.state(x)[:, None] + better - better.mean(1, keepdim=True)

    def __init__(self, actions=18, bins=51):
        super().__init__()
        self.own, self.slow = self.Network(actions, bins), self.Network(actions, bins)
        self.slow.requires_grad_(False)
        self.register_buffer("bin", torch.linspace(-10, 10, bins))

    def forward(self, pictures, *_):
        return (self.own(pictures).float().softmax(-1) * self.bin).sum(-1)

    def own_step(self, cast):
        network = self
        optimizer = torch.optim.Adam(network.own.parameters(), lr=6.25e-5, eps=1.5e-4)

        def wanted(later, reward, going):
            bins, wide = network.bin, network.bin[1] - network.bin[0]
            best = (network.own(later).float().softmax(-1) * bins).sum(-1).argmax(1)
            share = network.slow(later).float().softmax(-1)
            share = share.gather(1, best[:, None, None].expand(-1, 1, share.shape[2])).squeeze(1)
            place = (((reward + 0.99 * going * bins).clamp(-10, 10) + 10) / wide).clamp(0, len(bins) - 1)
            low, high = place.floor(), place.ceil()
            out = torch.zeros_like(share)
            out.scatter_add_(1, low.long(), share * (high - place + (low == high).float()))
            return out.scatter_add_(1, high.long(), share * (place - low))

        def step(pictures, later, action, reward, going):
            with torch.no_grad(), cast():
                then = wanted(later, reward, going)
            with cast():
                logs = network.own(pictures).float().log_softmax(-1)
                logs = logs.gather(1, action[:, None, None].expand(-1, 1, logs.shape[2])).squeeze(1)
                loss = -(then * logs).sum(1).mean()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.own.parameters(), 10.0)
            optimizer.step()

        return step


def values(batch):
    pictures, later = torch.rand(batch, 4, 84, 84), torch.rand(batch, 4, 84, 84)
    action = torch.randint(0, 18, (batch,))
    return Values(), (pictures, later, action, torch.randn(batch, 1), torch.ones(batch, 1)), None


# --- pictures ---


class Depths(nn.Module):
    """How far things are, from pictures of a drive: the next picture is warped to this one by depth and motion."""

    def __init__(self, height=96, width=320):
        super().__init__()
        import torchvision.models as models

        def trunk(inputs):
            network = models.resnet18(weights=None)
            network.conv1 = nn.Conv2d(inputs, 64, 7, 2, 3, bias=False)
            first = nn.Sequential(network.conv1, network.bn1, network.relu)
            second = nn.Sequential(network.maxpool, network.layer1)
            return nn.ModuleList([first, second, network.layer2, network.layer3])

        self.far, self.moved = trunk(3), trunk(6)
        unit = lambda a, b: nn.Sequential(nn.ReflectionPad2d(1), nn.Conv2d(a, b, 3), nn.ELU(inplace=True))
        self.less = nn.ModuleList(unit(a, b) for a, b in ((256, 128), (128, 64), (64, 32), (32, 16)))
        self.join = nn.ModuleList(unit(b + d, b) for b, d in ((128, 128), (64, 64), (32, 64), (16, 0)))
        self.depth = nn.ModuleList(nn.Sequential(nn.ReflectionPad2d(1), nn.Conv2d(b, 1, 3)) for b in (64, 32, 16))
        self.motion = nn.Sequential(nn.Conv2d(256, 128, 1), nn.ReLU(), nn.Conv2d(128, 64, 3, 1, 1), nn.ReLU())
        self.six = nn.Conv2d(64, 6, 1)
        y, x = torch.meshgrid(torch.arange(height).float(), torch.arange(width).float(), indexing="ij")
        self.register_buffer("places", torch.stack([x, y, torch.ones_like(x)]).flatten(1))
        lens = torch.tensor([[0.58 * width, 0, 0.5 * width], [0, 1.92 * height, 0.5 * height], [0, 0, 1.0]])
        self.register_buffer("lens", lens)
        self.register_buffer("lens_back", torch.linalg.inv(lens))
        self.height, self.width = height, width

    def depths(self, picture):
        kept, x = [], (picture - 0.45) / 0.225
        for part in self.far:
            x = part(x)
            kept.append(x)
        found = []
        for i, (less, join) in enumerate(zip(self.less, self.join)):
            x = F.interpolate(less(x), scale_factor=2, mode="nearest")
            x = join(torch.cat([x, kept[2 - i]], 1) if i < 3 else x)
            if i > 0:
                found.append(torch.sigmoid(self.depth[i - 1](x)))
        return found

    def turn(self, six):
        """Small angles and shifts as a 3 x 4 matrix."""
        a, b, c = (0.01 * six[:, i] for i in range(3))
        l = torch.ones_like(a)
        rows = [torch.stack([l, -c, b], 1), torch.stack([c, l, -a], 1), torch.stack([-b, a, l], 1)]
        return torch.cat([torch.stack(rows, 1), 0.01 * six[:, 3:, None]], 2)

    def warped(self, other, share, matrix):
        b = other.shape[0]
        share = F.interpolate(share, (self.height, self.width), mode="bilinear", align_corners=False).float()
        depth = 1 / (0.01 + 9.99 * share)
        points = self.lens_back @ self.places * depth.flatten(2)
        points = torch.cat([points, torch.ones(b, 1, points.shape[2], device=points.device)], 1)
        seen = (self.lens @ matrix) @ points
        at = seen[:, :2] / (seen[:, 2:] + 1e-7)
        at = at.view(b, 2, self.height, self.width).permute(0, 2, 3, 1)
        size = torch.tensor([self.width - 1, self.height - 1], device=at.device)
        return F.grid_sample(other, (at / size - 0.5) * 2, padding_mode="border", align_corners=True)

    def forward(self, picture, other):
        found = self.depths(picture)
        if not self.training:
            return found[-1]
        x = torch.cat([picture, other], 1)
        for part in self.moved:
            x = part(x)
        matrix = self.turn(self.six(self.motion(x)).mean((2, 3)).float())
        return found, [self.warped(other, share, matrix) for share in found]


def alike(x, y):
    """Structural similarity over windows of 3 x 3."""
    x, y = F.pad(x, (1, 1, 1, 1), mode="reflect"), F.pad(y, (1, 1, 1, 1), mode="reflect")
    mean = lambda z: F.avg_pool2d(z, 3, 1)
    a, b = mean(x), mean(y)
    p, q, r = mean(x**2) - a**2, mean(y**2) - b**2, mean(x * y) - a * b
    out = (2 * a * b + 1e-4) * (2 * r + 9e-4) / ((a**2 + b**2 + 1e-4) * (p + q + 9e-4))
    return torch.clamp((1 - out) / 2, 0, 1)


def depths(batch):
    def loss(out, inputs):
        picture, other = inputs
        total = 0
        for share, warped in zip(*out):
            worse = lambda z: 0.85 * alike(z, picture).mean(1, True) + 0.15 * (z - picture).abs().mean(1, True)
            least = torch.cat([worse(warped.float()), worse(other)], 1).min(1).values
            share = share.float() / (share.float().mean((2, 3), True) + 1e-7)
            rough = (share[..., 1:] - share[..., :-1]).abs().mean() + (share[:, :, 1:] - share[:, :, :-1]).abs().mean()
            total = total + least.mean() + 1e-3 * rough
        return total / 3

    network = with_optimizer(Depths(), "adam", lr=1e-4)
    return network, (torch.rand(batch, 3, 96, 320), torch.rand(batch, 3, 96, 320)), loss


class Registered(nn.Module):
    """One volume bent to another: a 3-D U, a field of speeds, five squarings of it, the volume read at its places."""

    def __init__(self, sides=(48, 64, 64), down=(16, 32, 32, 32), up=(32, 32, 32, 32), last=(16, 16)):
        super().__init__()
        unit = lambda a, b, s=1: nn.Sequential(nn.Conv3d(a, b, 3, s, 1), nn.LeakyReLU(0.2))
        self.down, a = nn.ModuleList(), 2
        for b in down:
            self.down.append(unit(a, b, 2))
            a = b
        self.up, kept = nn.ModuleList(), [2, *down[:-1]]
        for b in up:
            self.up.append(unit(a, b))
            a = b + kept.pop()
        self.last = nn.Sequential(unit(a, last[0]), unit(last[0], last[1]), nn.Conv3d(last[1], 3, 3, 1, 1))
        grid = torch.stack(torch.meshgrid(*(torch.arange(0, s).float() for s in sides), indexing="ij"))
        self.register_buffer("grid", grid[None])
        self.sides = sides

    def read(self, volume, moves):
        at = self.grid + moves
        at = torch.stack([2 * (at[:, i] / (s - 1) - 0.5) for i, s in enumerate(self.sides)], 1)
        at = at.permute(0, 2, 3, 4, 1)[..., [2, 1, 0]]
        return F.grid_sample(volume, at, align_corners=True, mode="bilinear")

    def forward(self, one, other):
        x, kept = torch.cat([one, other], 1), []
        for part in self.down:
            kept.append(x)
            x = part(x)
        for part in self.up:
            x = torch.cat([F.interpolate(part(x), scale_factor=2, mode="nearest"), kept.pop()], 1)
        moves = self.last(x).float() / 32
        for _ in range(5):
            moves = moves + self.read(moves, moves)
        return self.read(one, moves), moves


def registered(batch):
    def loss(out, inputs):
        moved, moves = out
        rough = sum(moves.diff(dim=d).square().mean() for d in (2, 3, 4)) / 3
        return (moved - inputs[1]).square().mean() + 0.01 * rough

    volume = lambda: torch.rand(batch, 1, 48, 64, 64)
    return with_optimizer(Registered(), "adam", lr=1e-4), (volume(), volume()), loss


class PixelByPixel(nn.Module):
    """Each pixel from those before it: masked filters, gated halves that look up and left, mixtures of logistics."""

    class Masked(nn.Conv2d):
        def __init__(self, a, b, size, mask):
            super().__init__(a, b, size, padding=(size[0] // 2, size[1] // 2))
            self.register_buffer("mask", mask.expand_as(self.weight).clone())

        def forward(self, x):
            return F.conv2d(x, self.weight * self.mask, self.bias, padding=self.padding)

    class Part(nn.Module):
        def __init__(self, width):
            super().__init__()
            masked, up, left = PixelByPixel.Masked, torch.zeros(3, 3), torch.zeros(1, 3)
            up[:2], left[:, :2] = 1, 1
            self.up, self.left = masked(width, 2 * width, (3, 3), up), masked(width, 2 * width, (1, 3), left)
            self.across, self.out = nn.Conv2d(2 * width, 2 * width, 1), nn.Conv2d(width, width, 1)

        def forward(self, up, left):
            above = self.up(up)
            gate = lambda z: (lambda p, q: torch.tanh(p) * torch.sigmoid(q))(*z.chunk(2, 1))
            beside = self.across(above) + self.left(left)
            return gate(above), left + self.out(gate(beside))

    def __init__(self, width=96, depth=7, mixtures=10):
        super().__init__()
        up, left = torch.zeros(3, 3), torch.zeros(1, 3)
        up[:1], left[:, :1] = 1, 1
        self.up, self.left = self.Masked(3, width, (3, 3), up), self.Masked(3, width, (1, 3), left)
        self.parts = nn.ModuleList(self.Part(width) for _ in range(depth))
        self.last = nn.Sequential(nn.ELU(), nn.Conv2d(width, 10 * mixtures, 1))

    def forward(self, picture):
        up, left = self.up(picture), self.left(picture)
        for part in self.parts:
            up, left = part(up, left)
        return self.last(left)


def of_mixtures(out, inputs, mixtures=10):
    """Minus the logarithm of how likely the pictures' bins are."""
    x = inputs[0]
    out = out.float().permute(0, 2, 3, 1)
    weigh, rest = out.split([mixtures, 9 * mixtures], -1)
    means, spreads, _ = rest.unflatten(-1, (3, 3 * mixtures)).chunk(3, -1)
    spreads = spreads.clamp(min=-7)
    away = x.permute(0, 2, 3, 1)[..., None] - means
    rate = torch.exp(-spreads)
    above, below = rate * (away + 1 / 255), rate * (away - 1 / 255)
    inside = (torch.sigmoid(above) - torch.sigmoid(below)).clamp(min=1e-12).log()
    low, high = above - F.softplus(above), -F.softplus(below)
    place = x.permute(0, 2, 3, 1)[..., None]
    logs = torch.where(place < -0.999, low, torch.where(place > 0.999, high, inside))
    return -torch.logsumexp(logs.sum(3) + weigh.log_softmax(-1), -1).sum((1, 2)).mean()


def pixel_by_pixel(batch):
    return PixelByPixel(), (torch.rand(batch, 3, 32, 32) * 2 - 1,), of_mixtures


class Flat(nn.Module):
    """Small pictures, two mixed into one; weights step up the slope, then down from there; a mean follows them."""

    class Part(nn.Module):
        def __init__(self, a, b, stride):
            super().__init__()
            self.one, self.two = nn.BatchNorm2d(a), nn.BatchNorm2d(b)
            self.first, self.second = nn.Conv2d(a, b, 3, stride, 1, bias=False), nn.Conv2d(b, b, 3, 1, 1, bias=False)
            self.skip = nn.Conv2d(a, b, 1, stride, bias=False) if a != b or stride != 1 else None

        def forward(self, x):
            y = F.relu(self.one(x))
            return self.second(F.relu(self.two(self.first(y)))) + (self.skip(y) if self.skip is not None else x)

    def __init__(self, wide=4, depth=2, kinds=100):
        super().__init__()
        parts, a = [nn.Conv2d(3, 16, 3, 1, 1, bias=False)], 16
        for i, b in enumerate((16 * wide, 32 * wide, 64 * wide)):
            for j in range(depth):
                parts.append(self.Part(a, b, 2 if i > 0 and j == 0 else 1))
                a = b
        self.layers = nn.Sequential(*parts, nn.BatchNorm2d(a), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten())
        self.last = nn.Linear(a, kinds)

    def forward(self, pictures, *_):
        return self.last(self.layers(pictures))

    def own_step(self, cast):
        network = self
        weights = list(network.parameters())
        means = [p.detach().clone() for p in weights]
        optimizer = torch.optim.SGD(weights, lr=0.1, momentum=0.9, weight_decay=5e-4, nesterov=True)

        def slope(pictures, one, two, share):
            with cast():
                out = network(pictures).float()
                loss = share * F.cross_entropy(out, one, label_smoothing=0.1)
                loss = loss + (1 - share) * F.cross_entropy(out, two, label_smoothing=0.1)
            optimizer.zero_grad()
            loss.backward()

        def step(pictures, one, two):
            mixed = 0.7 * pictures + 0.3 * pictures.flip(0)
            slope(mixed, one, two, 0.7)
            with torch.no_grad():
                slopes = [p.grad for p in weights]
                scale = 0.05 / (torch.stack(torch._foreach_norm(slopes)).norm() + 1e-12)
                ups = [g * scale for g in slopes]
                torch._foreach_add_(weights, ups)
            slope(mixed, one, two, 0.7)
            with torch.no_grad():
                torch._foreach_sub_(weights, ups)
            optimizer.step()
            with torch.no_grad():
                torch._foreach_lerp_(means, weights, 0.001)

        return step


def flat(batch):
    labels = lambda: torch.randint(0, 100, (batch,))
    return Flat(), (torch.randn(batch, 3, 32, 32), labels(), labels()), None


class FewerBits(nn.Module):
    """A residual network that learns what eight bits make of weights, channel by channel, and of what goes through."""

    class Unit(nn.Module):
        def __init__(self, a, b, k=3, stride=1, relu=True):
            super().__init__()
            self.filters, self.norm = nn.Conv2d(a, b, k, stride, k // 2, bias=False), nn.BatchNorm2d(b)
            self.relu, self.scale = relu, nn.Parameter(torch.tensor(0.05))

        def forward(self, x):
            w = self.filters.weight
            scale = w.detach().abs().amax((1, 2, 3), True).clamp(min=1e-8) / 127
            w = w + ((w / scale).round().clamp(-128, 127) * scale - w).detach()
            x = self.norm(F.conv2d(x, w, None, self.filters.stride, self.filters.padding))
            x = F.relu(x) if self.relu else x
            x = (x / self.scale).clamp(0 if self.relu else -128, 255 if self.relu else 127)
            return (x + (x.round() - x).detach()) * self.scale

    class Part(nn.Module):
        def __init__(self, a, b, stride):
            super().__init__()
            unit = FewerBits.Unit
            self.one, self.two = unit(a, b, 3, stride), unit(b, b, 3, 1, False)
            self.skip = unit(a, b, 1, stride, False) if a != b else None

        def forward(self, x):
            return F.relu(self.two(self.one(x)) + (self.skip(x) if self.skip is not None else x))

    def __init__(self, kinds=200):
        super().__init__()
        parts, a = [self.Unit(3, 64, 7, 2), nn.MaxPool2d(3, 2, 1)], 64
        for b, stride in ((64, 1), (64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), (512, 1)):
            parts.append(self.Part(a, b, stride))
            a = b
        self.layers = nn.Sequential(*parts, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(a, kinds))

    def forward(self, picture):
        return self.layers(picture)


def fewer_bits(batch):
    network = with_optimizer(WithLabels(FewerBits()), "momentum", lr=0.01, momentum=0.9, weight_decay=1e-4)
    return network, (torch.randn(batch, 3, 160, 160), torch.randint(0, 200, (batch,))), classes


class Regions(nn.Module):
    """Boxes of things, the second half: regions cut out of a pyramid's maps, kinds and shifts of each, small masks."""

    def __init__(self, kinds=81, boxes=64, width=128):
        super().__init__()
        import torchvision.models as models

        network = models.resnet34(weights=None)
        self.first = nn.Sequential(network.conv1, network.bn1, network.relu, network.maxpool, network.layer1)
        self.second, self.third = network.layer2, network.layer3
        self.side = nn.ModuleList(nn.Conv2d(a, width, 1) for a in (64, 128, 256))
        self.smooth = nn.ModuleList(nn.Conv2d(width, width, 3, 1, 1) for _ in range(3))
        self.words = nn.Sequential(nn.Flatten(), nn.Linear(width * 49, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU())
        self.kinds, self.shifts = nn.Linear(512, kinds), nn.Linear(512, 4 * kinds)
        unit = lambda: nn.Sequential(nn.Conv2d(width, width, 3, 1, 1), nn.ReLU())
        up = [nn.ConvTranspose2d(width, width, 2, 2), nn.ReLU(), nn.Conv2d(width, kinds, 1)]
        self.masks, self.boxes = nn.Sequential(unit(), unit(), unit(), *up), boxes

    def forward(self, picture, boxes):
        from torchvision.ops import roi_align

        b = picture.shape[0]
        maps = [self.first(picture)]
        for part in (self.second, self.third):
            maps.append(part(maps[-1]))
        x, found = None, []
        for side, smooth, one in reversed(list(zip(self.side, self.smooth, maps))):
            x = side(one) if x is None else side(one) + F.interpolate(x, size=one.shape[2:], mode="nearest")
            found.append(smooth(x))
        number = torch.arange(b, device=boxes.device, dtype=boxes.dtype)[:, None, None].expand(b, self.boxes, 1)
        rois = torch.cat([number, boxes], 2)
        parts, large = [], []
        for i, (one, scale) in enumerate(zip(found, (1 / 16, 1 / 8, 1 / 4))):
            share = self.boxes // 4 if i < 2 else self.boxes // 2
            start = (0, self.boxes // 4, self.boxes // 2)[i]
            mine = rois[:, start : start + share].reshape(-1, 5)
            parts.append(roi_align(one, mine.to(one.dtype), (7, 7), scale, 2, True))
            large.append(roi_align(one, mine.to(one.dtype), (14, 14), scale, 2, True))
        y = self.words(torch.cat(parts))
        return self.kinds(y), self.shifts(y), self.masks(torch.cat(large))


def regions(batch):
    corner = torch.rand(batch, 64, 2) * 200
    boxes = torch.cat([corner, corner + 8 + torch.rand(batch, 64, 2) * 48], 2)

    def loss(out, inputs):
        kinds, shifts, masks = out
        labels = inputs[2].flatten()
        at = torch.arange(labels.shape[0], device=labels.device)
        own = shifts.view(labels.shape[0], -1, 4)[at, labels]
        drawn_masks = F.binary_cross_entropy_with_logits(masks[at, labels].float(), inputs[4])
        return F.cross_entropy(kinds, labels) + F.smooth_l1_loss(own.float(), inputs[3]) + drawn_masks

    inputs = (torch.randn(batch, 3, 256, 256), boxes, torch.randint(0, 81, (batch, 64)), torch.randn(batch * 64, 4))
    masks = torch.rand(batch * 64, 28, 28).round()
    network = with_optimizer(Behind(Regions(), 3), "momentum", lr=0.02, momentum=0.9, weight_decay=1e-4)
    return network, (*inputs, masks), loss


# --- signals ---


class Genes(nn.Module):
    """Letters of genes to how active they are: long filters, pools that learn weights, dilated filters, tracks."""

    class Pool(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.weigh = nn.Conv2d(width, width, 1, bias=False)

        def forward(self, x):
            x = x.unflatten(2, (-1, 2))
            return (x * self.weigh(x).softmax(-1)).sum(-1)

    class Unit(nn.Sequential):
        def __init__(self, a, b, k=1, dilation=1):
            filters = nn.Conv1d(a, b, k, padding=k // 2 * dilation, dilation=dilation)
            super().__init__(nn.BatchNorm1d(a, momentum=0.1), nn.GELU(approximate="tanh"), filters)

    def __init__(self, widths=(192, 224, 256, 320, 384), tracks=160, depth=6):
        super().__init__()
        w, unit, pool = widths, self.Unit, self.Pool
        self.first, self.again, self.pool = nn.Conv1d(4, w[0], 15, padding=7), unit(w[0], w[0]), pool(w[0])
        self.tower = nn.ModuleList(unit(a, b, 5) for a, b in zip(w, w[1:]))
        self.same = nn.ModuleList(unit(b, b) for b in w[1:])
        self.pools = nn.ModuleList(pool(b) for b in w[1:])
        self.wide = nn.ModuleList(
            nn.Sequential(unit(w[-1], 96, 3, 2**i), unit(96, w[-1]), nn.Dropout(0.3)) for i in range(1, depth + 1)
        )
        self.last = nn.Sequential(unit(w[-1], 2 * w[-1]), nn.Dropout(0.05), nn.GELU(), nn.Conv1d(2 * w[-1], tracks, 1))

    def forward(self, letters):
        x = self.first(letters)
        x = self.pool(x + self.again(x))
        for unit, same, pool in zip(self.tower, self.same, self.pools):
            x = unit(x)
            x = pool(x + same(x))
        for part in self.wide:
            x = x + part(x)
        return F.softplus(self.last(x))


def genes(batch):
    letters = F.one_hot(torch.randint(0, 4, (batch, 8192)), 4).float().transpose(1, 2).contiguous()
    loss = lambda out, inputs: F.poisson_nll_loss(out.float(), inputs[-1], log_input=False)
    return with_optimizer(WithLabels(Genes()), "adam", lr=5e-4), (letters, torch.rand(batch, 160, 256)), loss


class TwoPaths(nn.Module):
    """Two voices out of one: pieces of sound that overlap, an LSTM within each and one across them, in turn."""

    class Path(nn.Module):
        def __init__(self, width, inner):
            super().__init__()
            self.lstm = nn.LSTM(width, inner, batch_first=True, bidirectional=True)
            self.back, self.norm = nn.Linear(2 * inner, width), nn.GroupNorm(1, width, eps=1e-8)

        def forward(self, x):
            b, w, n, m = x.shape
            y = x.permute(0, 3, 2, 1).reshape(b * m, n, w)
            y = self.back(self.lstm(y)[0]).view(b, m, n, w).permute(0, 3, 2, 1)
            return x + self.norm(y)

    def __init__(self, width=64, inner=128, depth=3, filters=16, piece=100, voices=2):
        super().__init__()
        self.piece, self.filters, self.voices = piece, filters, voices
        self.into = nn.Conv1d(1, width, filters, filters // 2, bias=False)
        self.norm, self.narrow = nn.GroupNorm(1, width), nn.Conv1d(width, width, 1)
        self.paths = nn.ModuleList(self.Path(width, inner) for _ in range(2 * depth))
        self.masks = nn.Sequential(nn.PReLU(), nn.Conv2d(width, voices * width, 1))
        self.gate, self.open = nn.Conv1d(width, width, 1), nn.Conv1d(width, width, 1)
        self.out = nn.ConvTranspose1d(width, 1, filters, filters // 2, bias=False)

    def forward(self, sound):
        first = F.relu(self.into(sound[:, None]))
        x, half = self.narrow(self.norm(first)), self.piece // 2
        b, w, n = x.shape
        gap = (half - n % half) % half
        x = F.pad(x, (half, half + gap)).unfold(2, self.piece, half).transpose(2, 3)
        pieces = x.shape[3]
        for i, path in enumerate(self.paths):
            x = path(x) if i % 2 == 0 else path(x.transpose(2, 3)).transpose(2, 3)
        x = self.masks(x).view(b * self.voices, w, self.piece, pieces)
        x = F.fold(x.flatten(1, 2), (1, half * (pieces + 1)), (1, self.piece), stride=(1, half))
        x = x.view(b * self.voices, w, -1)[:, :, half : half + n]
        mask = F.relu(torch.tanh(self.gate(x)) * torch.sigmoid(self.open(x)))
        x = first.repeat_interleave(self.voices, 0) * mask
        return self.out(x).view(b, self.voices, -1)


def two_paths(batch):
    def loss(out, inputs):
        wanted, found = inputs[1], out.float()
        scale = (wanted * found).sum(-1, True) / (wanted.square().sum(-1, True) + 1e-8)
        near = scale * wanted
        ratio = near.square().sum(-1) / ((found - near).square().sum(-1) + 1e-8)
        return -10 * torch.log10(ratio + 1e-8).mean()

    network = with_optimizer(WithLabels(TwoPaths()), "adam", lr=1e-3)
    return network, (torch.randn(batch, 16000), torch.randn(batch, 2, 16000)), loss


# --- from transformers and torch_geometric ---


def conformer(batch):
    import transformers
    from held_out_networks import Labelled

    settings = transformers.Wav2Vec2ConformerConfig(
        num_labels=12,
        apply_spec_augment=False,
        layerdrop=0.0,
        conv_dim=(256,) * 7,
        **blocks(6, 384, 6),
    )
    network = transformers.Wav2Vec2ConformerForSequenceClassification(settings)
    return Labelled(network, "input_values"), (torch.randn(batch, 24000), torch.randint(0, 12, (batch,))), own_loss


def univnet(batch):
    """Sound from bands by filters that each place makes for itself."""
    import transformers

    class Sounds(nn.Module):
        def __init__(self):
            super().__init__()
            self.network = transformers.UnivNetModel(transformers.UnivNetConfig())
            self.network.apply_weight_norm()

        def forward(self, bands, noise):
            return self.network(input_features=bands, noise_sequence=noise).waveforms

    inputs = (torch.randn(batch, 64, 100), torch.randn(batch, 64, 64), torch.randn(batch, 64 * 256))
    loss = lambda out, given: F.l1_loss(out.float(), given[-1])
    return WithLabels(Sounds()), inputs, loss


def pegasus(batch):
    import transformers

    class Summaries(nn.Module):
        def __init__(self):
            super().__init__()
            heads = {"encoder_attention_heads": 8, "decoder_attention_heads": 8}
            sizes = {"d_model": 512, "encoder_layers": 4, "decoder_layers": 4, **heads}
            sizes = {**sizes, "vocab_size": 24000, "encoder_ffn_dim": 2048, "decoder_ffn_dim": 2048}
            settings = transformers.PegasusConfig(**sizes)
            self.network = transformers.PegasusForConditionalGeneration(settings)
            self.network.config.use_cache = False

        def forward(self, words, summary):
            return self.network(input_ids=words, labels=summary)

    return Summaries(), (torch.randint(1, 24000, (batch, 384)), torch.randint(1, 24000, (batch, 64))), own_loss


def granite(batch):
    """Words with products scaled by fixed numbers."""
    more = {"vocab_size": 24000, "num_key_value_heads": 2, "embedding_multiplier": 12.0, "residual_multiplier": 0.22}
    more = {**more, "attention_multiplier": 0.0156, "logits_scaling": 8.0}
    return language("GraniteConfig", "GraniteForCausalLM", 640, **more, **blocks(6, 640, 10))(batch)


def segmented(batch):
    import torchvision.models.segmentation as models

    network = models.deeplabv3_mobilenet_v3_large(weights=None, weights_backbone=None, num_classes=19)
    return WithLabels(network), (torch.randn(batch, 3, 256, 256), torch.randint(0, 19, (batch, 256, 256))), classes


# name -> (how to build, batches: a small and a large one)
NETWORKS = {
    "orthogonal": (orthogonal, (4, 16)),
    "delta": (delta, (4, 16)),
    "music": (music, (4, 12)),
    "imagines": (imagines, (8, 32)),
    "values": (values, (32, 256)),
    "depths": (depths, (4, 16)),
    "registered": (registered, (2, 6)),
    "pixel_by_pixel": (pixel_by_pixel, (16, 64)),
    "flat": (flat, (128, 512)),
    "fewer_bits": (fewer_bits, (16, 64)),
    "regions": (regions, (2, 8)),
    "genes": (genes, (4, 16)),
    "two_paths": (two_paths, (2, 8)),
    "res2next50": (timm_images("res2next50"), (16, 48)),
    "starnet_s1": (timm_images("starnet_s1"), (32, 128)),
    "mvitv2_tiny": (timm_images("mvitv2_tiny"), (8, 32)),
    "inception_v4": (timm_images("inception_v4", 299), (8, 24)),
    "deit3_small_patch16_224": (timm_images("deit3_small_patch16_224"), (16, 64)),
    "granite": (granite, (4, 12)),
    "arcee": (
        language("ArceeConfig", "ArceeForCausalLM", 512, vocab_size=20000, num_key_value_heads=4, **blocks(6, 768, 12)),
        (4, 12),
    ),
    "pegasus": (pegasus, (8, 32)),
    "xglm": (
        language(
            "XGLMConfig",
            "XGLMForCausalLM",
            384,
            vocab_size=32000,
            d_model=640,
            ffn_dim=2560,
            num_layers=6,
            attention_heads=10,
            max_position_embeddings=512,
        ),
        (4, 16),
    ),
    "univnet": (univnet, (2, 8)),
    "wav2vec2_conformer": (conformer, (4, 16)),
    "deeplabv3_mobilenet_v3_large": (segmented, (4, 16)),
    "mnasnet0_75": (torchvision_images("mnasnet0_75"), (32, 128)),
    "TAGConv": (graphs("TAGConv", 192, 3, 8, K=3), (4096, 16384)),
    "ARMAConv": (graphs("ARMAConv", 192, 3, 8, num_stacks=2, num_layers=2), (4096, 16384)),
}


def compiled():
    """Ten of those without a step of their own: these are measured under torch.compile as well."""
    own = {"orthogonal", "values", "flat"}
    return random.Random(9).sample([name for name in NETWORKS if name not in own], 10)


assert set(drawn()) <= set(NETWORKS)
