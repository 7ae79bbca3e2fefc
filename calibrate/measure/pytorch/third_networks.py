"""A third list of networks that the planner has no name for, of kinds that the first two lack. They judge.

    NETWORKS[name](batch) -> (module, inputs, loss of (output, inputs))
"""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F
from unnamed_networks import (
    WithLabels,
    blocks,
    classes,
    language,
    likeness,
    own_loss,
    timm_images,
    torchvision_images,
)


def optical_flow(batch):
    import torchvision.models.optical_flow as models

    class Flow(nn.Module):
        def __init__(self):
            super().__init__()
            self.network = models.raft_small(weights=None)

        def forward(self, one, two, flow):
            return self.network(one, two, num_flow_updates=6)[-1]

    image = torch.rand(batch, 3, 192, 256)
    loss = lambda out, inputs: (out - inputs[-1]).abs().mean()
    return Flow(), (image, image.roll(2, 3), torch.randn(batch, 2, 192, 256)), loss


def moving_windows(batch):
    import torchvision.models.video as models

    inputs = (torch.randn(batch, 3, 8, 128, 128), torch.randint(0, 400, (batch,)))
    return WithLabels(models.swin3d_t(weights=None)), inputs, classes


def two_sides(batch):
    import transformers

    class Pairs(nn.Module):
        def __init__(self):
            super().__init__()
            text = {"vocab_size": 20000, "max_position_embeddings": 48, **blocks(6, 384, 6)}
            vision = {"image_size": 160, "patch_size": 16, **blocks(8, 512, 8)}
            self.network = transformers.CLIPModel(transformers.CLIPConfig(text_config=text, vision_config=vision))

        def forward(self, tokens, pixels):
            return self.network(input_ids=tokens, pixel_values=pixels)

    def loss(out, inputs):
        labels = torch.arange(inputs[0].shape[0], device=inputs[0].device)
        logits = out.logits_per_text
        return (F.cross_entropy(logits, labels) + F.cross_entropy(logits.t(), labels)) / 2

    return Pairs(), (torch.randint(3, 19000, (batch, 48)), torch.randn(batch, 3, 160, 160)), loss


def patched_series(batch):
    import transformers

    settings = transformers.PatchTSTConfig(
        num_input_channels=21,
        context_length=256,
        prediction_length=64,
        patch_length=16,
        patch_stride=8,
        d_model=128,
        ffn_dim=256,
        num_attention_heads=8,
        num_hidden_layers=4,
    )

    class Series(nn.Module):
        def __init__(self):
            super().__init__()
            self.network = transformers.PatchTSTForPrediction(settings)

        def forward(self, past, future):
            return self.network(past_values=past).prediction_outputs

    return Series(), (torch.randn(batch, 256, 21), torch.randn(batch, 64, 21)), likeness


# --- by hand ---


class Denoising(nn.Module):
    """A residual block of a diffusion network that a time shifts and scales."""

    def __init__(self, c, k, time):
        super().__init__()
        self.norm1, self.norm2 = nn.GroupNorm(32, c), nn.GroupNorm(32, k)
        self.conv1, self.conv2 = nn.Conv2d(c, k, 3, padding=1), nn.Conv2d(k, k, 3, padding=1)
        self.time, self.skip = nn.Linear(time, 2 * k), nn.Conv2d(c, k, 1) if c != k else nn.Identity()

    def forward(self, x, t):
        scale, shift = self.time(F.silu(t))[:, :, None, None].chunk(2, 1)
        y = self.norm2(self.conv1(F.silu(self.norm1(x)))) * (1 + scale) + shift
        return self.skip(x) + self.conv2(F.dropout(F.silu(y), 0.1, self.training))


class Attends(nn.Module):
    """A transformer block over the positions of an image: to itself, to words, a gated layer."""

    def __init__(self, c, context, heads=8):
        super().__init__()
        self.heads = heads
        self.norm, self.into, self.out = nn.GroupNorm(32, c), nn.Linear(c, c), nn.Linear(c, c)
        self.norms = nn.ModuleList(nn.LayerNorm(c) for _ in range(3))
        self.q = nn.ModuleList(nn.Linear(c, c, bias=False) for _ in range(2))
        self.kv = nn.ModuleList(nn.Linear(n, 2 * c, bias=False) for n in (c, context))
        self.join = nn.ModuleList(nn.Linear(c, c) for _ in range(2))
        self.up, self.down = nn.Linear(c, 8 * c), nn.Linear(4 * c, c)

    def attend(self, i, x, y):
        cut = lambda t: t.unflatten(-1, (self.heads, -1)).transpose(1, 2)
        k, v = self.kv[i](y).chunk(2, -1)
        z = F.scaled_dot_product_attention(cut(self.q[i](x)), cut(k), cut(v))
        return self.join[i](z.transpose(1, 2).flatten(2))

    def forward(self, image, words):
        b, c, h, w = image.shape
        x = self.into(self.norm(image).permute(0, 2, 3, 1).reshape(b, h * w, c))
        y = self.norms[0](x)
        x = x + self.attend(0, y, y)
        x = x + self.attend(1, self.norms[1](x), words)
        value, gate = self.up(self.norms[2](x)).chunk(2, -1)
        x = self.out(x + self.down(value * F.gelu(gate)))
        return image + x.reshape(b, h, w, c).permute(0, 3, 1, 2)


class Latents(nn.Module):
    """A denoising U-Net over latents with attention to words at two of three sizes."""

    def __init__(self, width=128, context=512):
        super().__init__()
        w, time = width, 4 * width
        self.width = width
        self.time = nn.Sequential(nn.Linear(w, time), nn.SiLU(), nn.Linear(time, time))
        self.first = nn.Conv2d(4, w, 3, padding=1)
        self.down = nn.ModuleList([Denoising(w, w, time), Denoising(w, 2 * w, time), Denoising(2 * w, 4 * w, time)])
        self.shrink = nn.ModuleList(nn.Conv2d(c, c, 3, 2, 1) for c in (w, 2 * w))
        self.seen = nn.ModuleList([nn.Identity(), Attends(2 * w, context), Attends(4 * w, context)])
        self.middle = nn.ModuleList([Denoising(4 * w, 4 * w, time), Attends(4 * w, context)])
        self.up = nn.ModuleList([Denoising(8 * w, 2 * w, time), Denoising(4 * w, w, time), Denoising(2 * w, w, time)])
        self.grow = nn.ModuleList(nn.Conv2d(c, c, 3, padding=1) for c in (2 * w, w))
        self.norm, self.last = nn.GroupNorm(32, w), nn.Conv2d(w, 4, 3, padding=1)

    def forward(self, x, t, words, noise):
        half = self.width // 2
        angles = t[:, None].float() * torch.exp(torch.arange(half, device=x.device) * (-math.log(1e4) / half))
        t = self.time(torch.cat([angles.cos(), angles.sin()], 1))
        x, kept = self.first(x), []
        for i, block in enumerate(self.down):
            x = block(x, t)
            x = self.seen[i](x, words) if i else x
            kept.append(x)
            x = self.shrink[i](x) if i < 2 else x
        x = self.middle[1](self.middle[0](x, t), words)
        for i, block in enumerate(self.up):
            x = block(torch.cat([x, kept.pop()], 1), t)
            if i < 2:
                x = self.grow[i](F.interpolate(x, scale_factor=2.0, mode="nearest"))
        return self.last(F.silu(self.norm(x)))


def latents(batch):
    image = torch.randn(batch, 4, 32, 32)
    times, words = torch.randint(0, 1000, (batch,)), torch.randn(batch, 77, 512)
    return Latents(), (image, times, words, torch.randn_like(image)), likeness


class StateSpace(nn.Module):
    """A selective state space in chunks: a causal depthwise convolution, sums of decays, products of chunks."""

    def __init__(self, width, heads=16, states=32, chunk=64):
        super().__init__()
        self.inner, self.heads, self.states, self.chunk = 2 * width, heads, states, chunk
        self.into = nn.Linear(width, 2 * self.inner + 2 * states + heads, bias=False)
        mixed = self.inner + 2 * states
        self.conv = nn.Conv1d(mixed, mixed, 4, groups=mixed, padding=3)
        self.rate, self.bias = nn.Parameter(torch.zeros(heads)), nn.Parameter(torch.zeros(heads))
        self.skip = nn.Parameter(torch.ones(heads))
        self.norm, self.out = nn.RMSNorm(self.inner), nn.Linear(self.inner, width, bias=False)

    def forward(self, u):
        b, n, _ = u.shape
        gate, mixed, step = self.into(u).split([self.inner, self.inner + 2 * self.states, self.heads], -1)
        mixed = F.silu(self.conv(mixed.transpose(1, 2))[..., :n].transpose(1, 2))
        x, write, read = mixed.split([self.inner, self.states, self.states], -1)
        step = F.softplus(step + self.bias)
        decay = -torch.exp(self.rate) * step
        cut = lambda t: t.unflatten(1, (n // self.chunk, self.chunk))
        x = x.unflatten(-1, (self.heads, -1))
        xs, write, read, decay = cut(x * step[..., None]), cut(write), cut(read), cut(decay).permute(0, 3, 1, 2)
        total = decay.cumsum(-1)
        gap = total[..., :, None] - total[..., None, :]
        mask = torch.ones(self.chunk, self.chunk, dtype=torch.bool, device=u.device).tril()
        within = torch.exp(gap.masked_fill(~mask, -math.inf))
        inside = torch.einsum("bcls,bczs,bhclz,bczhp->bclhp", read, write, within.to(read.dtype), xs)
        left = torch.exp(total[..., -1:] - total)
        states = torch.einsum("bczs,bhcz,bczhp->bchps", write, left.to(write.dtype), xs)
        kept, state = [], torch.zeros_like(states[:, 0])
        for i in range(n // self.chunk):
            kept.append(state)
            state = state * torch.exp(total[:, :, i, -1])[..., None, None] + states[:, i]
        before = torch.stack(kept, 1)
        across = torch.einsum("bcls,bchps,bhcl->bclhp", read, before.to(read.dtype), torch.exp(total).to(read.dtype))
        y = (inside + across).flatten(1, 2) + x * self.skip[:, None]
        return self.out(self.norm(y.flatten(2) * F.silu(gate)))


class LinearAttention(nn.Module):
    """Attention whose softmax is a product of positive features, all positions at once."""

    def __init__(self, width, heads=8):
        super().__init__()
        self.heads, self.qkv, self.out = heads, nn.Linear(width, 3 * width), nn.Linear(width, width)

    def forward(self, x):
        q, k, v = (t.unflatten(-1, (self.heads, -1)).transpose(1, 2) for t in self.qkv(x).chunk(3, -1))
        q, k = F.elu(q) + 1, F.elu(k) + 1
        z = 1 / (torch.einsum("bhnd,bhd->bhn", q, k.sum(2)) + 1e-4)
        y = torch.einsum("bhnd,bhde,bhn->bhne", q, torch.einsum("bhnd,bhne->bhde", k, v), z)
        return self.out(y.transpose(1, 2).flatten(2))


class Sequences(nn.Module):
    def __init__(self, mixers, vocabulary, width):
        super().__init__()
        self.tokens, self.mixers = nn.Embedding(vocabulary, width), nn.ModuleList(mixers)
        self.norms = nn.ModuleList(nn.RMSNorm(width) for _ in mixers)
        self.last, self.head = nn.RMSNorm(width), nn.Linear(width, vocabulary, bias=False)

    def forward(self, tokens):
        x = self.tokens(tokens)
        for norm, mixer in zip(self.norms, self.mixers):
            x = x + mixer(norm(x))
        return self.head(self.last(x)).flatten(0, 1)


def next_word(out, inputs):
    return F.cross_entropy(out, inputs[0].flatten())


def state_space(batch):
    return (
        Sequences([StateSpace(384) for _ in range(6)], 12000, 384),
        (torch.randint(0, 12000, (batch, 512)),),
        next_word,
    )


def linear_attention(batch):
    class Feed(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

        def forward(self, x):
            return self.down(F.relu(self.up(x)).square())

    parts = [part for _ in range(6) for part in (LinearAttention(512), Feed(512))]
    return Sequences(parts, 8192, 512), (torch.randint(0, 8192, (batch, 1024)),), next_word


class GraphAttention(nn.Module):
    """Attention along edges: a softmax over the edges of each node by scattered maxima and sums."""

    def __init__(self, features=96, width=32, heads=4, depth=3, kinds=40):
        super().__init__()
        self.heads, self.width = heads, width
        sizes = [features, *[heads * width] * (depth - 1)]
        self.layers = nn.ModuleList(nn.Linear(n, heads * width, bias=False) for n in sizes)
        self.skips = nn.ModuleList(nn.Linear(n, heads * width) for n in sizes)
        self.ends = nn.ParameterList(nn.Parameter(torch.randn(2, heads, width) * 0.1) for _ in sizes)
        self.last = nn.Linear(heads * width, kinds)

    def forward(self, x, source, target, labels):
        n = x.shape[0]
        at = target[:, None].expand(-1, self.heads)
        wide = target[:, None, None].expand(-1, self.heads, self.width)
        for layer, skip, ends in zip(self.layers, self.skips, self.ends):
            y = layer(x).view(n, self.heads, self.width)
            a, b = (y * ends[0]).sum(-1), (y * ends[1]).sum(-1)
            score = F.leaky_relu(a[source] + b[target], 0.2).float()
            top = score.new_full((n, self.heads), -1e9).scatter_reduce(0, at, score.detach(), "amax")
            share = torch.exp(score - top.gather(0, at))
            total = torch.zeros_like(top).scatter_add(0, at, share)
            share = share / (total.gather(0, at) + 1e-9)
            message = y[source] * share[..., None].to(y.dtype)
            out = torch.zeros_like(y).scatter_add(0, wide, message.to(y.dtype))
            x = F.elu(out.flatten(1) + skip(x))
        return self.last(x)


def graph_attention(batch):
    nodes, edges = 1000 * batch, 12000 * batch
    ends = torch.randint(0, nodes, (2, edges))
    return (
        GraphAttention(),
        (torch.randn(nodes, 96), ends[0], ends[1], torch.randint(0, 40, (nodes,))),
        classes,
    )


class Conformer(nn.Module):
    """Half a layer, attention with shifted relative positions, a gated convolution channel by channel, half a layer."""

    def __init__(self, width=256, heads=4, kernel=31):
        super().__init__()
        self.heads = heads
        half = lambda: nn.Sequential(
            nn.LayerNorm(width), nn.Linear(width, 4 * width), nn.SiLU(), nn.Dropout(0.1), nn.Linear(4 * width, width)
        )
        self.one, self.two = half(), half()
        self.norm, self.qkv, self.out = nn.LayerNorm(width), nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.place = nn.Linear(width, width, bias=False)
        self.u, self.v = (nn.Parameter(torch.zeros(heads, 1, width // heads)) for _ in range(2))
        self.before, self.after = nn.LayerNorm(width), nn.LayerNorm(width)
        self.wide, self.narrow = nn.Conv1d(width, 2 * width, 1), nn.Conv1d(width, width, 1)
        self.deep = nn.Conv1d(width, width, kernel, padding=kernel // 2, groups=width)
        self.batch_norm = nn.BatchNorm1d(width)

    def attend(self, x, places):
        b, n, c = x.shape
        q, k, v = self.qkv(self.norm(x)).view(b, n, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        p = self.place(places).view(1, -1, self.heads, c // self.heads).transpose(1, 2)
        near = (q + self.u) @ k.transpose(-2, -1)
        far = (q + self.v) @ p.transpose(-2, -1)
        far = F.pad(far, (1, 0)).view(b, self.heads, 2 * n, n)[:, :, 1:].reshape(b, self.heads, n, 2 * n - 1)[..., :n]
        share = torch.softmax((near + far) * (c // self.heads) ** -0.5, -1)
        return self.out((F.dropout(share, 0.1, self.training) @ v).transpose(1, 2).reshape(b, n, c))

    def forward(self, x, places):
        x = x + 0.5 * self.one(x)
        x = x + self.attend(x, places)
        y = F.glu(self.wide(self.before(x).transpose(1, 2)), 1)
        x = x + self.narrow(F.silu(self.batch_norm(self.deep(y)))).transpose(1, 2)
        return self.after(x + 0.5 * self.two(x))


class Spoken(nn.Module):
    def __init__(self, width=256, depth=6, bands=80, words=500):
        super().__init__()
        self.first = nn.Sequential(nn.Conv2d(1, width, 3, 2), nn.ReLU(), nn.Conv2d(width, width, 3, 2), nn.ReLU())
        self.into = nn.Linear(width * ((bands - 3) // 4), width)
        self.layers, self.last = nn.ModuleList(Conformer(width) for _ in range(depth)), nn.Linear(width, words)
        self.register_buffer("places", torch.randn(1, 2 * 99 - 1, width))

    def forward(self, x):
        x = self.first(x)
        x = self.into(x.permute(0, 2, 1, 3).flatten(2))
        for layer in self.layers:
            x = layer(x, self.places)
        return self.last(x).transpose(1, 2)


def conformer(batch):
    labels = torch.randint(0, 500, (batch, 99))
    return WithLabels(Spoken()), (torch.randn(batch, 1, 400, 80), labels), classes


class TwoTowers(nn.Module):
    """Bags of embeddings, layers on them, all users against all items of the batch."""

    def __init__(self, rows=200000, width=96, out=128):
        super().__init__()
        self.bags = nn.ModuleList(nn.EmbeddingBag(rows, width, mode="mean") for _ in range(2))
        self.single = nn.ModuleList(nn.Embedding(5000, width) for _ in range(2))
        tower = lambda: nn.Sequential(
            nn.Linear(2 * width, 512), nn.ReLU(), nn.LayerNorm(512), nn.Linear(512, 256), nn.ReLU(), nn.Linear(256, out)
        )
        self.towers = nn.ModuleList(tower() for _ in range(2))

    def forward(self, seen, user, words, item):
        ends = []
        for bag, single, tower, many, one in zip(self.bags, self.single, self.towers, (seen, words), (user, item)):
            ends.append(F.normalize(tower(torch.cat([bag(many), single(one)], 1)), dim=1))
        return ends[0] @ ends[1].t() / 0.07


def two_towers(batch):
    many = [torch.randint(0, 200000, (batch, n)) for n in (40, 12)]
    one = [torch.randint(0, 5000, (batch,)) for _ in range(2)]
    loss = lambda out, inputs: F.cross_entropy(out, torch.arange(out.shape[0], device=out.device))
    return TwoTowers(), (many[0], one[0], many[1], one[1]), loss


class Detector(nn.Module):
    """A plain residual network, a pyramid of features, heads that all sizes share; classes and boxes at every place."""

    def __init__(self, widths=(64, 128, 256, 512), inner=128, kinds=20):
        super().__init__()
        unit = lambda a, b, s: nn.Sequential(
            nn.Conv2d(a, b, 3, s, 1, bias=False),
            nn.BatchNorm2d(b),
            nn.Hardswish(),
            nn.Conv2d(b, b, 3, 1, 1, bias=False),
            nn.BatchNorm2d(b),
        )
        self.first = nn.Sequential(nn.Conv2d(3, 64, 6, 2, 2, bias=False), nn.BatchNorm2d(64), nn.Hardswish())
        pairs = list(zip((64, *widths), widths))
        self.parts = nn.ModuleList(unit(a, b, 2) for a, b in pairs)
        self.skips = nn.ModuleList(nn.Conv2d(a, b, 1, 2, bias=False) for a, b in pairs)
        self.side = nn.ModuleList(nn.Conv2d(n, inner, 1) for n in widths[1:])
        self.smooth = nn.ModuleList(nn.Conv2d(inner, inner, 3, padding=1) for _ in widths[1:])
        head = lambda n: nn.Sequential(
            *[m for _ in range(3) for m in (nn.Conv2d(inner, inner, 3, padding=1), nn.GroupNorm(16, inner), nn.ReLU())],
            nn.Conv2d(inner, n, 3, padding=1),
        )
        self.kinds, self.boxes = head(kinds), head(5)
        self.scales = nn.Parameter(torch.ones(3))

    def forward(self, x):
        x, kept = self.first(x), []
        for part, skip in zip(self.parts, self.skips):
            x = F.hardswish(part(x) + skip(x))
            kept.append(x)
        sides = [side(y) for side, y in zip(self.side, kept[1:])]
        for i in (1, 0):
            sides[i] = sides[i] + F.interpolate(sides[i + 1], scale_factor=2, mode="nearest")
        found = []
        for i, (smooth, y) in enumerate(zip(self.smooth, sides)):
            y = smooth(y)
            boxes = torch.exp(self.scales[i] * self.boxes(y).clamp(max=4.0))
            found.append(torch.cat([self.kinds(y), boxes], 1).flatten(2))
        return torch.cat(found, 2).transpose(1, 2)


def detection(out, inputs):
    """Focal loss of classes, overlap of boxes."""
    kinds, boxes = out[..., :20].float(), out[..., 20:24].float()
    wanted, places = inputs[-2], inputs[-1]
    share = torch.sigmoid(kinds)
    cross = F.binary_cross_entropy_with_logits(kinds, wanted, reduction="none")
    focal = (cross * (1 - (share * wanted + (1 - share) * (1 - wanted))) ** 2).sum()
    low, high = torch.minimum(boxes, places), torch.maximum(boxes, places)
    over = (low[..., 0] + low[..., 1]) * (low[..., 2] + low[..., 3])
    both = (high[..., 0] + high[..., 1]) * (high[..., 2] + high[..., 3])
    return focal / wanted.shape[0] + (1 - over / both).mean()


class Given(nn.Module):
    """A network whose inputs after the first are only for the loss."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, *inputs):
        return self.network(inputs[0])


def detector(batch):
    places = sum((320 // s) ** 2 for s in (8, 16, 32))
    wanted = (torch.rand(batch, places, 20) < 0.01).float()
    return Given(Detector()), (torch.randn(batch, 3, 320, 320), wanted, torch.rand(batch, places, 4)), detection


class Routed(nn.Module):
    """Each token to its two best experts, which take what fits: places by running sums, words by scatters."""

    def __init__(self, width, experts, inner, share=1.25):
        super().__init__()
        self.experts, self.share, self.gate = experts, share, nn.Linear(width, experts, bias=False)
        self.up = nn.Parameter(torch.randn(experts, width, inner) * 0.02)
        self.down = nn.Parameter(torch.randn(experts, inner, width) * 0.02)

    def forward(self, x):
        b, s, w = x.shape
        room = int(self.share * 2 * s / self.experts)
        weights, chosen = torch.softmax(self.gate(x).float(), -1).topk(2, -1)
        weights = (weights / weights.sum(-1, keepdim=True)).to(x.dtype)
        hot = F.one_hot(chosen.flatten(1), self.experts)
        place = (hot.cumsum(1) * hot).sum(-1) - 1
        fits = place < room
        slot = torch.where(fits, chosen.flatten(1) * room + place, self.experts * room)
        words = x.repeat_interleave(2, 1)
        wide = slot[..., None].expand(-1, -1, w)
        boxes = x.new_zeros(b, self.experts * room + 1, w).scatter(1, wide, words)
        y = boxes[:, :-1].unflatten(1, (self.experts, room)).transpose(0, 1).flatten(1, 2)
        y = torch.bmm(F.gelu(torch.bmm(y, self.up)), self.down)
        y = y.unflatten(1, (b, room)).transpose(0, 1).flatten(1, 2)
        y = F.pad(y, (0, 0, 0, 1)).gather(1, wide)
        return (y.unflatten(1, (s, 2)) * weights[..., None]).sum(2)


def routed(batch):
    class Attention(nn.Module):
        def __init__(self, width, heads=8):
            super().__init__()
            self.heads, self.qkv, self.out = heads, nn.Linear(width, 3 * width), nn.Linear(width, width)

        def forward(self, x):
            q, k, v = (t.unflatten(-1, (self.heads, -1)).transpose(1, 2) for t in self.qkv(x).chunk(3, -1))
            y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
            return self.out(y.transpose(1, 2).flatten(2))

    parts = [part for _ in range(4) for part in (Attention(512), Routed(512, 8, 1024))]
    return Sequences(parts, 16000, 512), (torch.randint(0, 16000, (batch, 256)),), next_word


class Translates(nn.Module):
    """A bidirectional GRU over one language, LSTM cells with additive attention over the other."""

    def __init__(self, words=12000, width=384):
        super().__init__()
        self.source, self.target = nn.Embedding(words, width), nn.Embedding(words, width)
        self.encoder = nn.GRU(width, width, 2, bidirectional=True, batch_first=True)
        self.norm, self.keys = nn.LayerNorm(2 * width), nn.Linear(2 * width, width)
        self.query, self.score = nn.Linear(width, width), nn.Linear(width, 1)
        self.cell, self.last = nn.LSTMCell(3 * width, width), nn.Linear(3 * width, words)

    def forward(self, source, target):
        seen = self.norm(self.encoder(self.source(source))[0])
        keys, words, outs = self.keys(seen), self.target(target), []
        h = c = torch.zeros(source.shape[0], keys.shape[-1], device=source.device)
        for i in range(target.shape[1]):
            share = torch.softmax(self.score(torch.tanh(keys + self.query(h)[:, None])), 1)
            found = (share * seen).sum(1)
            h, c = self.cell(torch.cat([words[:, i], found], 1), (h, c))
            outs.append(torch.cat([h, found], 1))
        return self.last(torch.stack(outs, 1)).flatten(0, 1)


def translates(batch):
    words = [torch.randint(0, 12000, (batch, n)) for n in (50, 20)]
    return Translates(), tuple(words), lambda out, inputs: F.cross_entropy(out, inputs[1].flatten())


class Coupled(nn.Module):
    """One step of a normalizing flow: scale and shift of channels, a mixing 1 x 1 convolution, an affine coupling."""

    def __init__(self, channels, width):
        super().__init__()
        self.scale, self.shift = (nn.Parameter(torch.zeros(1, channels, 1, 1)) for _ in range(2))
        self.mix = nn.Parameter(torch.linalg.qr(torch.randn(channels, channels))[0])
        self.net = nn.Sequential(
            nn.Conv2d(channels // 2, width, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(width, width, 1),
            nn.ReLU(),
            nn.Conv2d(width, channels, 3, padding=1),
        )

    def forward(self, x, total):
        places = x.shape[2] * x.shape[3]
        x = (x + self.shift) * torch.exp(self.scale)
        x = F.conv2d(x, self.mix[:, :, None, None])
        a, b = x.chunk(2, 1)
        shift, scale = self.net(a).float().chunk(2, 1)
        scale = torch.sigmoid(scale + 2.0)
        b = (b + shift) * scale
        return torch.cat([a.to(b.dtype), b], 1), total + scale.log().flatten(1).sum(1) + self.scale.sum() * places


class Normalizing(nn.Module):
    def __init__(self, levels=3, steps=4, width=192):
        super().__init__()
        channels, self.levels = 3, nn.ModuleList()
        for _ in range(levels):
            channels *= 4
            self.levels.append(nn.ModuleList(Coupled(channels, width) for _ in range(steps)))
            channels //= 2

    def forward(self, x):
        total, parts = torch.zeros(x.shape[0], device=x.device), []
        for level in self.levels:
            x = F.pixel_unshuffle(x, 2)
            for step in level:
                x, total = step(x, total)
            x, out = x.chunk(2, 1)
            parts.append(out.flatten(1))
        parts.append(x.flatten(1))
        return torch.cat(parts, 1).square().sum(1) * 0.5 - total


def normalizing(batch):
    return Normalizing(), (torch.rand(batch, 3, 64, 64),), lambda out, inputs: out.mean() / 12288


class Quantized(nn.Module):
    """An autoencoder whose middle is the nearest of 1,024 learned vectors."""

    def __init__(self, width=128, code=64, count=1024):
        super().__init__()
        part = lambda: nn.Sequential(nn.ReLU(), nn.Conv2d(width, 32, 3, padding=1), nn.ReLU(), nn.Conv2d(32, width, 1))
        self.into = nn.Sequential(
            nn.Conv2d(3, width // 2, 4, 2, 1), nn.ReLU(), nn.Conv2d(width // 2, width, 4, 2, 1), nn.ReLU()
        )
        self.down, self.up = nn.ModuleList(part() for _ in range(2)), nn.ModuleList(part() for _ in range(2))
        self.before, self.after = nn.Conv2d(width, code, 1), nn.Conv2d(code, width, 3, padding=1)
        self.codes = nn.Embedding(count, code)
        self.out = nn.Sequential(
            nn.ConvTranspose2d(width, width // 2, 4, 2, 1), nn.ReLU(), nn.ConvTranspose2d(width // 2, 3, 4, 2, 1)
        )

    def forward(self, x):
        x = self.into(x)
        for part in self.down:
            x = x + part(x)
        z = self.before(x).permute(0, 2, 3, 1).float()
        flat, codes = z.flatten(0, 2), self.codes.weight
        far = flat.square().sum(1, keepdim=True) - 2 * flat @ codes.t() + codes.square().sum(1)
        near = self.codes(far.argmin(1)).view(z.shape)
        spread = F.mse_loss(near, z.detach()) + 0.25 * F.mse_loss(z, near.detach())
        y = self.after((z + (near - z).detach()).permute(0, 3, 1, 2))
        for part in self.up:
            y = y + part(y)
        return self.out(y), spread


def quantized(batch):
    image = torch.rand(batch, 3, 128, 128)
    return WithLabels(Quantized()), (image, image), lambda out, inputs: F.mse_loss(out[0], inputs[-1]) + out[1]


class Neighbours(nn.Module):
    """Points and their nearest in the space of features: distances, topk, gathers, 1 x 1 convolutions over pairs."""

    def __init__(self, near=16):
        super().__init__()
        self.near = near
        unit = lambda a, b: nn.Sequential(nn.Conv2d(a, b, 1, bias=False), nn.BatchNorm2d(b), nn.LeakyReLU(0.2))
        self.parts = nn.ModuleList([unit(6, 64), unit(128, 64), unit(128, 128)])
        self.join = nn.Sequential(nn.Conv1d(256, 512, 1, bias=False), nn.BatchNorm1d(512), nn.LeakyReLU(0.2))
        self.last = nn.Sequential(
            nn.Linear(1024, 256), nn.BatchNorm1d(256), nn.ReLU(), nn.Dropout(0.5), nn.Linear(256, 40)
        )

    def forward(self, x, labels):
        kept = []
        for part in self.parts:
            b, c, n = x.shape
            inner = -2 * torch.bmm(x.transpose(1, 2), x)
            square = x.square().sum(1, keepdim=True)
            place = (-square.transpose(1, 2) - inner - square).topk(self.near, -1).indices
            points = x.transpose(1, 2).unsqueeze(1).expand(-1, n, -1, -1)
            other = points.gather(2, place[..., None].expand(-1, -1, -1, c))
            own = x.transpose(1, 2).unsqueeze(2).expand(-1, -1, self.near, -1)
            pairs = torch.cat([other - own, own], 3).permute(0, 3, 1, 2).contiguous()
            x = part(pairs).max(-1).values
            kept.append(x)
        y = self.join(torch.cat(kept, 1))
        return self.last(torch.cat([y.amax(2), y.mean(2)], 1))


def neighbours(batch):
    return Neighbours(), (torch.randn(batch, 3, 512), torch.randint(0, 40, (batch,))), classes


class Motion(nn.Module):
    """Volumes in time: (1, 3, 3) then (3, 1, 1) convolutions, depthwise 3 x 3 x 3, squeeze and excitation."""

    def __init__(self, widths=(32, 64, 128, 256)):
        super().__init__()

        def unit(a, b, stride):
            return nn.Sequential(
                nn.Conv3d(a, b, (1, 3, 3), (1, stride, stride), (0, 1, 1), bias=False),
                nn.BatchNorm3d(b),
                nn.SiLU(),
                nn.Conv3d(b, b, (3, 1, 1), (stride, 1, 1), (1, 0, 0), bias=False),
                nn.BatchNorm3d(b),
                nn.SiLU(),
                nn.Conv3d(b, b, 3, 1, 1, groups=b, bias=False),
                nn.BatchNorm3d(b),
            )

        self.first = nn.Conv3d(3, widths[0], (3, 7, 7), (1, 2, 2), (1, 3, 3), bias=False)
        pairs = list(zip((widths[0], *widths), widths))
        self.parts = nn.ModuleList(unit(a, b, 1 if i == 0 else 2) for i, (a, b) in enumerate(pairs))
        self.skips = nn.ModuleList(nn.Conv3d(a, b, 1, 1 if i == 0 else 2, bias=False) for i, (a, b) in enumerate(pairs))
        self.squeeze = nn.ModuleList(nn.Conv3d(b, b // 4, 1) for _, b in pairs)
        self.excite = nn.ModuleList(nn.Conv3d(b // 4, b, 1) for _, b in pairs)
        self.last = nn.Linear(widths[-1], 60)

    def forward(self, x):
        x = self.first(x)
        for part, skip, squeeze, excite in zip(self.parts, self.skips, self.squeeze, self.excite):
            y = part(x)
            y = y * torch.sigmoid(excite(F.relu(squeeze(F.adaptive_avg_pool3d(y, 1)))))
            x = F.silu(y + skip(x))
        return self.last(x.mean((2, 3, 4)))


def motion(batch):
    return WithLabels(Motion()), (torch.randn(batch, 3, 16, 96, 96), torch.randint(0, 60, (batch,))), classes


# name -> (how to build, batches: a small and a large one)
NETWORKS = {
    "googlenet": (torchvision_images("googlenet", aux_logits=False, init_weights=False), (24, 80)),
    "raft_small": (optical_flow, (2, 6)),
    "swin3d_t": (moving_windows, (2, 8)),
    "volo_d1_224": (timm_images("volo_d1_224"), (8, 24)),
    "convnextv2_nano": (timm_images("convnextv2_nano"), (16, 48)),
    "cspdarknet53": (timm_images("cspdarknet53"), (12, 32)),
    "falcon": (
        language("FalconConfig", "FalconForCausalLM", 512, vocab_size=32000, **blocks(6, 832, 13)),
        (4, 12),
    ),
    "roformer": (
        language("RoFormerConfig", "RoFormerForMaskedLM", 256, vocab_size=20000, **blocks(8, 512, 8)),
        (8, 24),
    ),
    "convbert": (language("ConvBertConfig", "ConvBertForMaskedLM", 192, **blocks(6, 512, 8)), (8, 24)),
    "clip": (two_sides, (16, 64)),
    "patch_series": (patched_series, (16, 64)),
    "latents": (latents, (4, 16)),
    "state_space": (state_space, (4, 12)),
    "linear_attention": (linear_attention, (4, 12)),
    "graph_attention": (graph_attention, (4, 20)),
    "conformer": (conformer, (8, 32)),
    "two_towers": (two_towers, (1024, 4096)),
    "detector": (detector, (8, 24)),
    "routed": (routed, (8, 24)),
    "translates": (translates, (32, 128)),
    "normalizing": (normalizing, (16, 48)),
    "quantized": (quantized, (16, 48)),
    "neighbours": (neighbours, (8, 32)),
    "motion": (motion, (4, 12)),
}
