"""A fifth list of networks that the planner has no name for, of kinds that the first four lack. They judge.

    NETWORKS[name](batch) -> (module, inputs, loss of (output, inputs))
"""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.utils.checkpoint
from held_out_networks import Labelled, picture_model, video
from unnamed_networks import WithLabels, blocks, language, likeness, own_loss


class LongLanguage(nn.Module):
    """Words at length: grouped queries turned by their places, RMS norms, gated layers, outputs tied to inputs."""

    def __init__(self, vocabulary=24000, width=768, heads=12, shared=4, depth=6, inner=2048):
        super().__init__()
        self.size, parts = width // heads, shared * (width // heads)
        self.tokens = nn.Embedding(vocabulary, width)
        self.q = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(depth))
        self.k, self.v = (nn.ModuleList(nn.Linear(width, parts, bias=False) for _ in range(depth)) for _ in range(2))
        self.out = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(depth))
        self.gate, self.up = (
            nn.ModuleList(nn.Linear(width, inner, bias=False) for _ in range(depth)) for _ in range(2)
        )
        self.down = nn.ModuleList(nn.Linear(inner, width, bias=False) for _ in range(depth))
        self.norms = nn.ModuleList(nn.RMSNorm(width) for _ in range(2 * depth + 1))
        self.register_buffer("rates", 1e4 ** (-torch.arange(0, self.size, 2) / self.size))

    def turned(self, x, cos, sin):
        a, b = x.unflatten(-1, (-1, self.size)).transpose(1, 2).chunk(2, -1)
        return torch.cat([a * cos - b * sin, b * cos + a * sin], -1)

    def forward(self, tokens):
        angles = torch.outer(torch.arange(tokens.shape[1], device=tokens.device).float(), self.rates)
        cos, sin = angles.cos(), angles.sin()
        x = self.tokens(tokens)
        for i, (q, k, v, out) in enumerate(zip(self.q, self.k, self.v, self.out)):
            y = self.norms[2 * i](x)
            q, k = self.turned(q(y), cos, sin), self.turned(k(y), cos, sin)
            v = v(y).unflatten(-1, (-1, self.size)).transpose(1, 2)
            q, k = q.to(v.dtype), k.to(v.dtype)
            y = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
            x = x + out(y.transpose(1, 2).flatten(2))
            y = self.norms[2 * i + 1](x)
            x = x + self.down[i](F.silu(self.gate[i](y)) * self.up[i](y))
        return F.linear(self.norms[-1](x), self.tokens.weight)


def long_language(batch):
    tokens = torch.randint(0, 24000, (batch, 2048))

    def loss(out, inputs):
        out = out.flatten(0, 1).float()
        total = torch.logsumexp(out, -1)
        return F.cross_entropy(out, inputs[-1].flatten()) + 1e-4 * total.square().mean()

    return WithLabels(LongLanguage()), (tokens, tokens.roll(-1, 1)), loss


class Scenes(nn.Module):
    """A residual network that stops halving and dilates, means over grids of four sizes, a loss of its own halfway."""

    class Part(nn.Module):
        def __init__(self, a, b, stride, dilation):
            super().__init__()
            self.one = nn.Conv2d(a, b, 3, stride, dilation, dilation, bias=False)
            self.two = nn.Conv2d(b, b, 3, 1, dilation, dilation, bias=False)
            self.norms = nn.ModuleList(nn.BatchNorm2d(b) for _ in range(2))
            self.skip = nn.Conv2d(a, b, 1, stride, bias=False) if a != b else nn.Identity()

        def forward(self, x):
            y = F.relu(self.norms[0](self.one(x)), inplace=True)
            return F.relu(self.norms[1](self.two(y)).add_(self.skip(x)), inplace=True)

    def __init__(self, kinds=19, grids=(1, 2, 3, 6)):
        super().__init__()
        unit = lambda a, b, k, s=1: nn.Sequential(
            nn.Conv2d(a, b, k, s, k // 2, bias=False), nn.BatchNorm2d(b), nn.ReLU(inplace=True)
        )
        self.first = nn.Sequential(unit(3, 32, 3, 2), unit(32, 64, 3), nn.MaxPool2d(3, 2, 1))
        part = self.Part
        self.early = nn.Sequential(part(64, 64, 1, 1), part(64, 128, 2, 1), part(128, 128, 1, 1))
        self.middle = nn.Sequential(part(128, 256, 1, 2), part(256, 256, 1, 2))
        self.late = nn.Sequential(part(256, 512, 1, 4), part(512, 512, 1, 4))
        self.pools = nn.ModuleList(nn.Sequential(nn.AdaptiveAvgPool2d(g), unit(512, 128, 1)) for g in grids)
        self.last = nn.Sequential(unit(1024, 256, 3), nn.Dropout2d(0.1), nn.Conv2d(256, kinds, 1))
        self.side = nn.Sequential(unit(256, 64, 3), nn.Conv2d(64, kinds, 1))

    def forward(self, image):
        middle = self.middle(self.early(self.first(image)))
        x = self.late(middle)
        grown = lambda y, size: F.interpolate(y, size=size, mode="bilinear", align_corners=True)
        x = torch.cat([x, *[grown(pool(x), x.shape[2:]) for pool in self.pools]], 1)
        x = grown(self.last(x), image.shape[2:])
        return (x, grown(self.side(middle), image.shape[2:])) if self.training else x.argmax(1)


def hard_pixels(out, inputs):
    """Mean cross entropy of the quarter of all pixels that is worst, and a little of the side's."""
    labels = inputs[-1]
    losses = F.cross_entropy(out[0], labels, reduction="none").flatten(1)
    return losses.topk(losses.shape[1] // 4, 1).values.mean() + 0.4 * F.cross_entropy(out[1], labels)


def scenes(batch):
    labels = torch.randint(0, 19, (batch, 256, 256))
    return WithLabels(Scenes()), (torch.randn(batch, 3, 256, 256), labels), hard_pixels


class Rooms(nn.Module):
    """Clouds thinned three times, each centre with its near points within a radius, and back by the three nearest."""

    def __init__(self, near=32, kinds=13):
        super().__init__()
        self.near, self.radii = near, (0.3, 0.6, 1.2)
        unit = lambda a, b: nn.Sequential(nn.Linear(a, b, bias=False), nn.BatchNorm1d(b), nn.ReLU())
        part = lambda a, b, c: nn.Sequential(unit(a, b), unit(b, b), unit(b, c))
        self.down = nn.ModuleList([part(3 + 6, 32, 64), part(3 + 64, 64, 128), part(3 + 128, 128, 256)])
        self.up = nn.ModuleList([unit(64 + 6, 128), unit(128 + 64, 64), unit(256 + 128, 128)])
        self.last = nn.Sequential(unit(128, 128), nn.Dropout(0.5), nn.Linear(128, kinds))

    @staticmethod
    def taken(x, index):
        b, m, k = index.shape
        return x.gather(1, index.view(b, m * k, 1).expand(-1, -1, x.shape[2])).view(b, m, k, -1)

    def forward(self, features):
        places, kept = [features[..., :3]], [features]
        for part, radius in zip(self.down, self.radii):
            all_places, x = places[-1], kept[-1]
            centres = all_places[:, ::4]
            far, index = torch.cdist(centres, all_places).topk(self.near, 2, largest=False)
            index = torch.where(far > radius, index[..., :1], index)
            local = self.taken(all_places, index) - centres[:, :, None]
            y = torch.cat([local, self.taken(x, index).to(local.dtype)], 3)
            b, m, k, c = y.shape
            kept.append(part(y.reshape(b * m * k, c)).view(b, m, k, -1).amax(2))
            places.append(centres)
        x = kept[-1]
        for i in (2, 1, 0):
            far, index = torch.cdist(places[i], places[i + 1]).topk(3, 2, largest=False)
            weight = 1 / (far + 1e-8)
            weight = weight / weight.sum(2, keepdim=True)
            y = (self.taken(x, index) * weight[..., None].to(x.dtype)).sum(2)
            y = torch.cat([y, kept[i].to(y.dtype)], 2)
            x = self.up[i](y.flatten(0, 1)).unflatten(0, y.shape[:2])
        return self.last(x.flatten(0, 1))


def rooms(batch):
    labels = torch.randint(0, 13, (batch, 2048))
    loss = lambda out, inputs: F.cross_entropy(out, inputs[-1].flatten(), label_smoothing=0.1)
    return WithLabels(Rooms()), (torch.rand(batch, 2048, 6), labels), loss


class Sets(nn.Module):
    """Sets through few learned points and back, seeds that gather them; the parameters of clusters come out."""

    class Look(nn.Module):
        def __init__(self, width, heads):
            super().__init__()
            self.attend = nn.MultiheadAttention(width, heads, batch_first=True)
            self.one, self.two = nn.LayerNorm(width), nn.LayerNorm(width)
            self.feed = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, width))

        def forward(self, x, y):
            x = self.one(x + self.attend(x, y, y, need_weights=False)[0])
            return self.two(x + self.feed(x))

    def __init__(self, width=256, heads=8, points=32, depth=3, seeds=8):
        super().__init__()
        look = lambda: self.Look(width, heads)
        self.first = nn.Linear(2, width)
        self.points = nn.ParameterList(nn.Parameter(torch.randn(1, points, width) * 0.1) for _ in range(depth))
        self.into, self.back = (nn.ModuleList(look() for _ in range(depth)) for _ in range(2))
        self.seeds, self.gather = nn.Parameter(torch.randn(1, seeds, width) * 0.1), look()
        self.after, self.last = look(), nn.Linear(width, 5)

    def forward(self, points):
        x, b = self.first(points), points.shape[0]
        for learned, into, back in zip(self.points, self.into, self.back):
            x = back(x, into(learned.expand(b, -1, -1), x))
        x = self.gather(self.seeds.expand(b, -1, -1), x)
        return self.last(self.after(x, x))


def mixture(out, inputs):
    """Minus the mean log likelihood of points under a mixture of normal distributions."""
    share, mean, spread = out.float().split([1, 2, 2], -1)
    z = (inputs[0][:, :, None] - mean[:, None]) * torch.exp(-spread[:, None])
    each = F.log_softmax(share.squeeze(-1), -1)[:, None] - spread.sum(-1)[:, None] - 0.5 * z.square().sum(-1)
    return -torch.logsumexp(each, 2).mean()


def sets(batch):
    return Sets(), (torch.randn(batch, 512, 2),), mixture


class Dynamics(nn.Module):
    """A differential equation over features of an image, in four steps of Runge and Kutta's fourth order."""

    class Slope(nn.Module):
        def __init__(self, c):
            super().__init__()
            self.norms = nn.ModuleList(nn.GroupNorm(32, c) for _ in range(3))
            self.layers = nn.ModuleList(nn.Conv2d(c + 1, c, 3, padding=1) for _ in range(2))

        def forward(self, t, x):
            time = torch.full_like(x[:, :1], t)
            for norm, layer in zip(self.norms, self.layers):
                x = layer(torch.cat([F.relu(norm(x)), time.to(x.dtype)], 1))
            return self.norms[2](x)

    def __init__(self, width=128, steps=4, kinds=100):
        super().__init__()
        self.first = nn.Sequential(
            nn.Conv2d(3, width, 3, padding=1),
            nn.GroupNorm(32, width),
            nn.ReLU(),
            nn.Conv2d(width, width, 4, 2, 1),
            nn.GroupNorm(32, width),
            nn.ReLU(),
            nn.Conv2d(width, width, 4, 2, 1),
        )
        self.slope, self.steps = self.Slope(width), steps
        self.norm, self.last = nn.GroupNorm(32, width), nn.Linear(width, kinds)

    def forward(self, x):
        x, h = self.first(x), 1.0 / self.steps
        for i in range(self.steps):
            t = i * h
            a = self.slope(t, x)
            b = self.slope(t + h / 2, x + a * (h / 2))
            c = self.slope(t + h / 2, x + b * (h / 2))
            d = self.slope(t + h, x + c * h)
            x = x + (a + 2 * b + 2 * c + d) * (h / 6)
        return self.last(F.adaptive_avg_pool2d(F.relu(self.norm(x)), 1).flatten(1))


def dynamics(batch):
    loss = lambda out, inputs: F.cross_entropy(out, inputs[-1])
    return WithLabels(Dynamics()), (torch.randn(batch, 3, 64, 64), torch.randint(0, 100, (batch,))), loss


class Styled(nn.Module):
    """A convolution whose filters each image scales for itself, so that the batch is one image of many groups."""

    def __init__(self, a, b, style, up=False):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(1, b, a, 3, 3))
        self.scale, self.bias = nn.Linear(style, a), nn.Parameter(torch.zeros(b))
        self.strength, self.up = nn.Parameter(torch.zeros(1)), up
        taps = torch.tensor([1.0, 3.0, 3.0, 1.0])
        taps = torch.outer(taps, taps) / taps.sum() ** 2 * 4
        self.register_buffer("taps", taps.expand(b, 1, 4, 4).clone())

    def forward(self, x, style):
        n, a, h, w = x.shape
        b = self.bias.shape[0]
        weight = self.weight * (self.scale(style) + 1).view(n, 1, a, 1, 1) / math.sqrt(9 * a)
        weight = weight * torch.rsqrt(weight.square().sum((2, 3, 4), keepdim=True) + 1e-8)
        x = x.reshape(1, n * a, h, w)
        if self.up:
            weight = weight.transpose(1, 2).reshape(n * a, b, 3, 3)
            x = F.conv_transpose2d(x, weight.to(x.dtype), stride=2, groups=n).view(n, b, 2 * h + 1, 2 * w + 1)
            x = F.conv2d(F.pad(x, (1, 1, 1, 1)), self.taps, groups=b)
        else:
            x = F.conv2d(x, weight.view(n * b, a, 3, 3).to(x.dtype), padding=1, groups=n).view(n, b, h, w)
        x = x + self.strength * torch.randn(n, 1, *x.shape[2:], device=x.device)
        return F.leaky_relu(x + self.bias[:, None, None], 0.2) * math.sqrt(2)


class Styles(nn.Module):
    """Pictures from one constant, coarse to fine, by what a deep mapping of noise says."""

    def __init__(self, style=512, widths=(512, 512, 256, 128, 64), depth=8):
        super().__init__()
        layers = [m for _ in range(depth) for m in (nn.Linear(style, style), nn.LeakyReLU(0.2))]
        self.mapping, self.start = nn.Sequential(*layers), nn.Parameter(torch.randn(1, widths[0], 4, 4))
        self.up = nn.ModuleList(Styled(a, b, style, True) for a, b in zip(widths, widths[1:]))
        self.same = nn.ModuleList(Styled(b, b, style) for b in widths)
        self.colours = nn.ModuleList(nn.Conv2d(b, 3, 1) for b in widths)

    def forward(self, noise):
        style = self.mapping(noise * torch.rsqrt(noise.square().mean(1, keepdim=True) + 1e-8))
        x = self.same[0](self.start.expand(noise.shape[0], -1, -1, -1), style)
        picture = self.colours[0](x)
        for up, same, colour in zip(self.up, self.same[1:], self.colours[1:]):
            x = same(up(x, style), style)
            picture = F.interpolate(picture, scale_factor=2, mode="bilinear", align_corners=False) + colour(x)
        return picture


def styles(batch):
    loss = lambda out, inputs: F.l1_loss(out, inputs[-1]) + F.softplus(-out.mean((1, 2, 3))).mean()
    return WithLabels(Styles()), (torch.randn(batch, 512), torch.rand(batch, 3, 64, 64)), loss


class Gated(nn.Module):
    """A residual layer that can close itself: ELU, dropout, a gate, a norm."""

    def __init__(self, a, width, out, context=0):
        super().__init__()
        self.one, self.two = nn.Linear(a, width), nn.Linear(width, width)
        self.context = nn.Linear(context, width, bias=False) if context else None
        self.skip = nn.Linear(a, out) if a != out else nn.Identity()
        self.gate, self.norm = nn.Linear(width, 2 * out), nn.LayerNorm(out)

    def forward(self, x, context=None):
        y = self.one(x)
        if context is not None:
            y = y + self.context(context)
        y = F.dropout(self.two(F.elu(y)), 0.1, self.training)
        return self.norm(self.skip(x) + F.glu(self.gate(y), -1))


class Demand(nn.Module):
    """Series ahead: what to look at chosen by a softmax, an LSTM past and ahead, heads of attention sharing values."""

    def __init__(self, past=8, ahead=4, shops=500, width=128, heads=4):
        super().__init__()
        self.heads, self.size = heads, width // heads
        self.shop = nn.Embedding(shops, width)
        self.wide = nn.ModuleList(nn.Linear(1, width) for _ in range(past + ahead))
        self.each = nn.ModuleList(Gated(width, width, width) for _ in range(past + ahead))
        self.weigh = nn.ModuleList(Gated(n * width, width, n, width) for n in (past, ahead))
        self.contexts = nn.ModuleList(Gated(width, width, width) for _ in range(4))
        self.before, self.after = (nn.LSTM(width, width, batch_first=True) for _ in range(2))
        self.gates = nn.ModuleList(nn.Linear(width, 2 * width) for _ in range(3))
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(3))
        self.enrich, self.feed = Gated(width, width, width, width), Gated(width, width, width)
        self.qk, self.v = nn.Linear(width, 2 * width), nn.Linear(width, self.size)
        self.out, self.last = nn.Linear(self.size, width, bias=False), nn.Linear(width, 3)

    def chosen(self, which, first, values, context):
        count = values.shape[-1]
        wide = [self.wide[first + i](values[..., i : i + 1]) for i in range(count)]
        share = torch.softmax(self.weigh[which](torch.cat(wide, -1), context), -1)
        wide = torch.stack([self.each[first + i](x) for i, x in enumerate(wide)], -1)
        return (wide * share[..., None, :]).sum(-1)

    def joined(self, i, x, skip):
        return self.norms[i](F.glu(self.gates[i](x), -1) + skip)

    def forward(self, past, ahead, shop):
        static = self.shop(shop)
        choose, enrich, h, c = (context(static) for context in self.contexts)
        one = self.chosen(0, 0, past, choose[:, None])
        two = self.chosen(1, past.shape[-1], ahead, choose[:, None])
        state = tuple(s[None].to(self.shop.weight.dtype) for s in (h, c))
        seen, state = self.before(one, state)
        told, _ = self.after(two, state)
        x = self.joined(0, torch.cat([seen, told], 1), torch.cat([one, two], 1))
        y = self.enrich(x, enrich[:, None])
        b, n, w = y.shape
        q, k = self.qk(y).view(b, n, 2, self.heads, self.size).permute(2, 0, 3, 1, 4)
        later = torch.ones(n, n, dtype=torch.bool, device=y.device).triu(1)
        score = (q @ k.transpose(-2, -1) * self.size**-0.5).masked_fill(later, -math.inf)
        share = torch.softmax(score, -1).mean(1)
        z = self.joined(1, self.out(F.dropout(share, 0.1, self.training) @ self.v(y)), y)
        z = self.joined(2, self.feed(z), x)
        return self.last(z[:, past.shape[1] :])


def quantiles(out, inputs):
    levels = torch.tensor([0.1, 0.5, 0.9], device=out.device)
    gap = inputs[-1][..., None] - out.float()
    return torch.maximum(levels * gap, (levels - 1) * gap).sum(-1).mean()


def demand(batch):
    inputs = torch.randn(batch, 96, 8), torch.randn(batch, 24, 4), torch.randint(0, 500, (batch,))
    return WithLabels(Demand()), (*inputs, torch.randn(batch, 24)), quantiles


class Capsules(nn.Module):
    """Vectors that vote for vectors, three rounds of agreement, a picture painted from the one that is right."""

    def __init__(self, kinds=10, size=16):
        super().__init__()
        self.first, self.primary = nn.Conv2d(1, 256, 9), nn.Conv2d(256, 256, 9, 2)
        self.votes = nn.Parameter(torch.randn(1152, kinds, 8, size) * 0.05)
        self.paint = nn.Sequential(
            nn.Linear(kinds * size, 512), nn.ReLU(), nn.Linear(512, 1024), nn.ReLU(), nn.Linear(1024, 784), nn.Sigmoid()
        )

    @staticmethod
    def squashed(x):
        square = x.square().sum(-1, keepdim=True)
        return x * square / ((1 + square) * torch.sqrt(square + 1e-8))

    def forward(self, image, labels):
        x = self.primary(F.relu(self.first(image)))
        x = self.squashed(x.view(x.shape[0], 32, 8, 36).transpose(2, 3).reshape(x.shape[0], 1152, 8).float())
        votes = torch.einsum("bni,nkio->bnko", x, self.votes).float()
        logits = torch.zeros(votes.shape[:3], device=votes.device)
        for i in range(3):
            share = torch.softmax(logits, 2)[..., None]
            told = votes if i == 2 else votes.detach()
            y = self.squashed((share * told).sum(1))
            if i < 2:
                logits = logits + (told * y[:, None]).sum(-1)
        lengths = torch.sqrt(y.square().sum(-1) + 1e-8)
        right = F.one_hot(labels, lengths.shape[1]).to(y.dtype)
        return lengths, self.paint((y * right[..., None]).flatten(1))


def margins(out, inputs):
    image, labels = inputs
    right = F.one_hot(labels, out[0].shape[1]).to(out[0].dtype)
    kinds = right * F.relu(0.9 - out[0]).square() + 0.5 * (1 - right) * F.relu(out[0] - 0.1).square()
    return kinds.sum(1).mean() + 0.0005 * (out[1] - image.flatten(1)).square().sum(1).mean()


def capsules(batch):
    return Capsules(), (torch.rand(batch, 1, 28, 28), torch.randint(0, 10, (batch,))), margins


class ParallelMemory(nn.Module):
    """A gated memory of all places at once, by running sums of logarithms."""

    def __init__(self, vocabulary=8000, width=512, depth=6):
        super().__init__()
        self.tokens, self.head = nn.Embedding(vocabulary, width), nn.Linear(width, vocabulary, bias=False)
        self.near = nn.ModuleList(nn.Conv1d(width, width, 3, groups=width) for _ in range(depth))
        self.gates = nn.ModuleList(nn.Linear(width, 2 * width) for _ in range(depth))
        self.feed = nn.ModuleList(
            nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(approximate="tanh"), nn.Linear(4 * width, width))
            for _ in range(depth)
        )
        self.norms = nn.ModuleList(nn.RMSNorm(width) for _ in range(2 * depth + 1))

    @staticmethod
    def remembered(gate, hidden):
        keep = -F.softplus(gate)
        positive = (F.relu(hidden) + 0.5).log()
        value = -F.softplus(-gate) + torch.where(hidden >= 0, positive, -F.softplus(-hidden))
        total = keep.cumsum(1)
        return torch.exp(total + torch.logcumsumexp(value - total, 1))

    def forward(self, tokens):
        x = self.tokens(tokens)
        for i, (near, gates, feed) in enumerate(zip(self.near, self.gates, self.feed)):
            y = self.norms[2 * i](x).transpose(1, 2)
            y = near(F.pad(y, (2, 0))).transpose(1, 2)
            gate, hidden = gates(y).float().chunk(2, -1)
            x = x + self.remembered(gate, hidden)
            x = x + feed(self.norms[2 * i + 1](x))
        return self.head(self.norms[-1](x)).flatten(0, 1)


def parallel_memory(batch):
    loss = lambda out, inputs: F.cross_entropy(out, inputs[0].flatten())
    return ParallelMemory(), (torch.randint(0, 8000, (batch, 1024)),), loss


class Splines(nn.Module):
    """Layers whose every weight is a curve: a weighted SiLU and cubic splines on a grid."""

    def __init__(self, sizes=(256, 256, 128, 10), cells=5, order=3):
        super().__init__()
        self.order = order
        grid = torch.arange(-order, cells + order + 1) * (2.0 / cells) - 1
        self.register_buffer("grid", grid.float())
        pairs = list(zip(sizes, sizes[1:]))
        self.base = nn.ModuleList(nn.Linear(a, b, bias=False) for a, b in pairs)
        self.curves = nn.ModuleList(nn.Linear(a * (cells + order), b, bias=False) for a, b in pairs)
        self.norms = nn.ModuleList(nn.LayerNorm(a) for a, _ in pairs)

    def bases(self, x):
        x, g = x[..., None], self.grid
        y = ((x >= g[:-1]) & (x < g[1:])).to(x.dtype)
        for k in range(1, self.order + 1):
            left = (x - g[: -(k + 1)]) / (g[k:-1] - g[: -(k + 1)]) * y[..., :-1]
            y = left + (g[k + 1 :] - x) / (g[k + 1 :] - g[1:-k]) * y[..., 1:]
        return y

    def forward(self, x):
        for norm, base, curves in zip(self.norms, self.base, self.curves):
            x = torch.tanh(norm(x))
            x = base(F.silu(x)) + curves(self.bases(x.float()).flatten(1))
        return x


def splines(batch):
    loss = lambda out, inputs: F.cross_entropy(out, inputs[-1])
    return WithLabels(Splines()), (torch.randn(batch, 256), torch.randint(0, 10, (batch,))), loss


class Vocoder(nn.Module):
    """Sound from its bands by transposed and dilated convolutions; judges look at every second, third, fifth sample."""

    def __init__(self, width=256, strides=(8, 8, 2, 2), kernels=(3, 7, 11), periods=(2, 3, 5, 7, 11)):
        super().__init__()
        self.first, self.periods, c = nn.Conv1d(80, width, 7, padding=3), periods, width
        self.up, self.rest = nn.ModuleList(), nn.ModuleList()
        for s in strides:
            self.up.append(nn.ConvTranspose1d(c, c // 2, 2 * s, s, padding=s // 2))
            c //= 2
            for k in kernels:
                dilated = [nn.Conv1d(c, c, k, dilation=d, padding=d * (k // 2)) for d in (1, 3, 5)]
                plain = [nn.Conv1d(c, c, k, padding=k // 2) for _ in range(3)]
                self.rest.append(nn.ModuleList([*dilated, *plain]))
        self.last, self.kernels = nn.Conv1d(c, 1, 7, padding=3), len(kernels)
        sizes = (1, 32, 128, 512, 512)
        look = lambda: nn.ModuleList(
            [nn.Conv2d(a, b, (5, 1), (3, 1), (2, 0)) for a, b in zip(sizes, sizes[1:])] + [nn.Conv2d(512, 1, (3, 1))]
        )
        self.judges = nn.ModuleList(look() for _ in periods)

    def made(self, bands):
        x = self.first(bands)
        for i, up in enumerate(self.up):
            x, total = up(F.leaky_relu(x, 0.1)), 0
            for rest in self.rest[i * self.kernels : (i + 1) * self.kernels]:
                y = x
                for dilated, plain in zip(rest[:3], rest[3:]):
                    y = y + plain(F.leaky_relu(dilated(F.leaky_relu(y, 0.1)), 0.1))
                total = total + y
            x = total / self.kernels
        return torch.tanh(self.last(F.leaky_relu(x)))

    def judged(self, sound):
        found = []
        for period, layers in zip(self.periods, self.judges):
            x = F.pad(sound, (0, -sound.shape[-1] % period), "reflect")
            x = x.view(x.shape[0], 1, -1, period)
            for layer in layers[:-1]:
                x = F.leaky_relu(layer(x), 0.1)
                found.append(x)
            found.append(layers[-1](x))
        return found

    def forward(self, bands, sound):
        made = self.made(bands)
        if not self.training:
            return made
        return made, self.judged(sound), self.judged(made.detach()), self.judged(made)


def listened(out, inputs):
    made, right, wrong, again = out
    loss = 45 * F.l1_loss(made, inputs[-1])
    for i in range(4, len(right), 5):
        loss = loss + (1 - right[i]).square().mean() + wrong[i].square().mean() + (1 - again[i]).square().mean()
    for i in range(len(right)):
        loss = loss + 2 * (right[i].detach() - again[i]).abs().mean()
    return loss


def vocoder(batch):
    return Vocoder(), (torch.randn(batch, 80, 64), torch.rand(batch, 1, 16384) * 2 - 1), listened


class Folding(nn.Module):
    """Rows of kin and pairs of places tell each other; triangles of pairs; blocks are computed again for gradients."""

    class Block(nn.Module):
        def __init__(self, c, heads):
            super().__init__()
            self.heads = heads
            names = ("row", "column", "start")
            self.norms = nn.ModuleDict({n: nn.LayerNorm(c) for n in (*names, "mean", "out", "in", "one", "two")})
            self.qkvg = nn.ModuleDict({n: nn.Linear(c, 4 * c, bias=False) for n in names})
            self.join = nn.ModuleDict({n: nn.Linear(c, c) for n in names})
            self.bias = nn.ModuleDict({n: nn.Linear(c, heads, bias=False) for n in ("row", "start")})
            self.halves, self.outer = nn.Linear(c, 2 * 16), nn.Linear(16 * 16, c)
            self.sides = nn.ModuleDict({n: nn.Linear(c, 4 * c) for n in ("out", "in")})
            self.shut = nn.ModuleDict({n: nn.Linear(c, c) for n in ("out", "in")})
            self.after = nn.ModuleDict({n: nn.Sequential(nn.LayerNorm(c), nn.Linear(c, c)) for n in ("out", "in")})
            feed = lambda: nn.Sequential(nn.Linear(c, 4 * c), nn.ReLU(), nn.Linear(4 * c, c))
            self.feed = nn.ModuleDict({n: feed() for n in ("one", "two")})

        def attend(self, name, x, bias=None):
            y = self.norms[name](x)
            cut = lambda t: t.unflatten(-1, (self.heads, -1)).transpose(-3, -2)
            q, k, v, gate = self.qkvg[name](y).chunk(4, -1)
            q, k, v = cut(q), cut(k), cut(v)
            score = q @ k.transpose(-2, -1) * q.shape[-1] ** -0.5
            if bias is not None:
                score = score + bias
            y = (torch.softmax(score, -1).to(v.dtype) @ v).transpose(-3, -2).flatten(-2)
            return self.join[name](y * torch.sigmoid(gate))

        def triangles(self, name, pairs, how):
            x = self.norms[name](pairs)
            a, b, c, d = self.sides[name](x).chunk(4, -1)
            y = torch.einsum(how, a * torch.sigmoid(b), c * torch.sigmoid(d))
            return self.after[name](y) * torch.sigmoid(self.shut[name](x))

        def forward(self, kin, pairs):
            bias = lambda name: self.bias[name](self.norms[name](pairs)).permute(0, 3, 1, 2)[:, None]
            kin = kin + self.attend("row", kin, bias("row"))
            kin = kin + self.attend("column", kin.transpose(1, 2)).transpose(1, 2)
            kin = kin + self.feed["one"](self.norms["one"](kin))
            a, b = self.halves(self.norms["mean"](kin)).chunk(2, -1)
            mean = torch.einsum("bsic,bsjd->bijcd", a, b) / kin.shape[1]
            pairs = pairs + self.outer(mean.flatten(3))
            pairs = pairs + self.triangles("out", pairs, "bikc,bjkc->bijc")
            pairs = pairs + self.triangles("in", pairs, "bkic,bkjc->bijc")
            pairs = pairs + self.attend("start", pairs, bias("start"))
            return kin, pairs + self.feed["two"](self.norms["two"](pairs))

    def __init__(self, width=64, heads=4, depth=4, bins=37):
        super().__init__()
        self.kinds, self.far = nn.Embedding(23, width), nn.Embedding(65, width)
        self.left, self.right = nn.Linear(width, width), nn.Linear(width, width)
        self.blocks = nn.ModuleList(self.Block(width, heads) for _ in range(depth))
        self.norm, self.last = nn.LayerNorm(width), nn.Linear(width, bins)

    def forward(self, kin):
        x, places = self.kinds(kin), torch.arange(kin.shape[2], device=kin.device)
        far = (places[:, None] - places).clamp(-32, 32) + 32
        pairs = self.left(x[:, 0])[:, :, None] + self.right(x[:, 0])[:, None] + self.far(far)
        for block in self.blocks:
            if self.training:
                again = {"use_reentrant": False, "preserve_rng_state": False}
                x, pairs = torch.utils.checkpoint.checkpoint(block, x, pairs, **again)
            else:
                x, pairs = block(x, pairs)
        return self.last(self.norm(pairs + pairs.transpose(1, 2))).permute(0, 3, 1, 2)


def folding(batch):
    inputs = torch.randint(0, 23, (batch, 32, 128)), torch.randint(0, 37, (batch, 128, 128))
    return WithLabels(Folding()), inputs, lambda out, inputs: F.cross_entropy(out, inputs[-1])


class Forces(nn.Module):
    """Atoms whose neighbours weigh by filters of their distance; forces are slopes of the energy, trained as well."""

    def __init__(self, width=128, waves=50, depth=4, reach=5.0):
        super().__init__()
        self.atoms, self.reach = nn.Embedding(100, width), reach
        self.register_buffer("centres", torch.linspace(0, reach, waves))
        many = lambda a, b: nn.ModuleList(nn.Linear(a, b) for _ in range(depth))
        self.one, self.two, self.into = many(waves, width), many(width, width), many(width, width)
        self.out, self.more = many(width, width), many(width, width)
        self.first, self.last = nn.Linear(width, width // 2), nn.Linear(width // 2, 1)

    @staticmethod
    def soft(x):
        return F.softplus(x) - math.log(2.0)

    def energy(self, kinds, places, source, target):
        far = ((places[source] - places[target]).square().sum(1) + 1e-6).sqrt()
        fades = 0.5 * (torch.cos(far * (math.pi / self.reach)) + 1) * (far < self.reach)
        waves = torch.exp(-10 * (far[:, None] - self.centres).square())
        x = self.atoms(kinds)
        for one, two, into, out, more in zip(self.one, self.two, self.into, self.out, self.more):
            weight = two(self.soft(one(waves))) * fades[:, None]
            message = into(x)[source] * weight
            x = x + more(self.soft(out(torch.zeros_like(x).index_add(0, target, message.to(x.dtype)))))
        return self.last(self.soft(self.first(x)))

    def forward(self, kinds, places, source, target):
        if not self.training:
            return self.energy(kinds, places, source, target)
        places = places.detach().requires_grad_()
        energy = self.energy(kinds, places, source, target).float()
        (slope,) = torch.autograd.grad(energy.sum(), places, create_graph=True)
        return torch.cat([-slope, energy], 1)


def forces(batch):
    atoms, edges = 500 * batch, 10000 * batch
    ends = torch.randint(0, atoms, (2, edges))
    inputs = torch.randint(1, 100, (atoms,)), torch.rand(atoms, 3) * 6, *ends, torch.randn(atoms, 4)
    return WithLabels(Forces()), inputs, likeness


class Matches(nn.Module):
    """Points of two pictures look at their own and at the other's; which belong together by Sinkhorn's rounds."""

    def __init__(self, width=256, heads=4, depth=6, rounds=20):
        super().__init__()
        self.heads, self.rounds = heads, rounds

        def layers(*sizes):
            parts = []
            for a, b in zip(sizes[:-2], sizes[1:]):
                parts += [nn.Conv1d(a, b, 1), nn.BatchNorm1d(b), nn.ReLU()]
            return nn.Sequential(*parts, nn.Conv1d(sizes[-2], sizes[-1], 1))

        self.places = layers(3, 32, 64, 128, width)
        self.qkv = nn.ModuleList(nn.ModuleList(nn.Conv1d(width, width, 1) for _ in range(4)) for _ in range(depth))
        self.feed = nn.ModuleList(layers(2 * width, 2 * width, width) for _ in range(depth))
        self.last, self.none = nn.Conv1d(width, width, 1), nn.Parameter(torch.tensor(1.0))

    def told(self, i, x, other):
        b, c, n = x.shape
        q, k, v = (f(y).view(b, c // self.heads, self.heads, -1) for f, y in zip(self.qkv[i], (x, other, other)))
        share = torch.softmax(torch.einsum("bdhn,bdhm->bhnm", q, k) * (c // self.heads) ** -0.5, -1)
        y = torch.einsum("bhnm,bdhm->bdhn", share, v).reshape(b, c, n)
        return self.feed[i](torch.cat([x, self.qkv[i][3](y).to(x.dtype)], 1))

    def forward(self, one, two, place_one, place_two):
        x = one + self.places(place_one.transpose(1, 2))
        y = two + self.places(place_two.transpose(1, 2))
        for i in range(len(self.qkv)):
            a, b = (x, y) if i % 2 == 0 else (y, x)
            x, y = x + self.told(i, x, a), y + self.told(i, y, b)
        x, y = self.last(x), self.last(y)
        score = torch.einsum("bdn,bdm->bnm", x, y).float() / x.shape[1] ** 0.5
        b, m, n = score.shape
        none = self.none.expand(b, m, 1)
        score = torch.cat([torch.cat([score, none], 2), self.none.expand(b, 1, n + 1)], 1)
        norm = -math.log(m + n)
        rows, columns = score.new_full((m + 1,), norm), score.new_full((n + 1,), norm)
        rows[-1], columns[-1] = math.log(n) + norm, math.log(m) + norm
        u, v = torch.zeros_like(score[:, :, 0]), torch.zeros_like(score[:, 0])
        for _ in range(self.rounds):
            u = rows - torch.logsumexp(score + v[:, None], 2)
            v = columns - torch.logsumexp(score + u[:, :, None], 1)
        return score + u[:, :, None] + v[:, None] - norm


def matches(batch):
    points = [torch.randn(batch, 256, 512) for _ in range(2)] + [torch.rand(batch, 512, 3) for _ in range(2)]
    loss = lambda out, inputs: -out[:, :-1].gather(2, inputs[-1][..., None]).mean()
    return WithLabels(Matches()), (*points, torch.randint(0, 513, (batch, 512))), loss


class Rain(nn.Module):
    """Radar pictures ahead: two layers of LSTM cells that are convolutions, ten pictures in, ten out."""

    def __init__(self, width=64, ahead=10):
        super().__init__()
        self.first = nn.Sequential(nn.Conv2d(1, width, 4, 2, 1), nn.LeakyReLU(0.2))
        self.cells, self.foresee = (
            nn.ModuleList(nn.Conv2d(2 * width, 4 * width, 5, padding=2) for _ in range(2)) for _ in range(2)
        )
        self.last, self.ahead = nn.ConvTranspose2d(width, 1, 4, 2, 1), ahead

    @staticmethod
    def moved(layer, x, state):
        h, c = state
        i, f, o, g = layer(torch.cat([x, h], 1)).chunk(4, 1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        return torch.sigmoid(o) * torch.tanh(c), c

    def forward(self, pictures):
        b, t = pictures.shape[:2]
        seen = self.first(pictures.flatten(0, 1)).unflatten(0, (b, t))
        zero = torch.zeros_like(seen[:, 0])
        states, found = [(zero, zero), (zero, zero)], []
        for i in range(t):
            x = seen[:, i]
            for j, layer in enumerate(self.cells):
                states[j] = self.moved(layer, x, states[j])
                x = states[j][0]
        x = zero
        for _ in range(self.ahead):
            for j, layer in enumerate(self.foresee):
                states[j] = self.moved(layer, x, states[j])
                x = states[j][0]
            found.append(x)
        return torch.sigmoid(self.last(torch.stack(found, 1).flatten(0, 1))).unflatten(0, (b, self.ahead))


def rain(batch):
    def loss(out, inputs):
        weight = 1 + 4 * (inputs[-1] > 0.5).to(out.dtype)
        return (weight * (out - inputs[-1]).square()).mean() + (weight * (out - inputs[-1]).abs()).mean()

    return WithLabels(Rain()), (torch.rand(batch, 10, 1, 64, 64), torch.rand(batch, 10, 1, 64, 64)), loss


class Interests(nn.Module):
    """What was bought before weighed by what is on offer; experts that two tasks share by gates of their own."""

    def __init__(self, items=200000, width=48, contexts=10, experts=6):
        super().__init__()
        self.items, self.contexts = nn.Embedding(items, width, padding_idx=0), nn.Embedding(contexts * 1000, 16)
        self.register_buffer("first", torch.arange(contexts) * 1000)
        self.weigh = nn.ModuleList([nn.Linear(4 * width, 80), nn.Linear(80, 40)])
        self.dice = nn.ModuleList(nn.BatchNorm1d(n, affine=False) for n in (80, 40))
        self.slopes = nn.ParameterList(nn.Parameter(torch.zeros(n)) for n in (80, 40))
        self.score = nn.Linear(40, 1)
        inputs = 2 * width + 16 * contexts
        self.experts = nn.Parameter(torch.randn(experts, inputs, 256) * 0.05)
        self.more = nn.Parameter(torch.randn(experts, 256, 128) * 0.05)
        self.gates = nn.ModuleList(nn.Linear(inputs, experts) for _ in range(2))
        self.towers = nn.ModuleList(
            nn.Sequential(nn.Linear(128, 64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, 1)) for _ in range(2)
        )

    def forward(self, before, offer, contexts):
        keys, query = self.items(before), self.items(offer)
        wide = query[:, None].expand_as(keys)
        x = torch.cat([wide, keys, wide - keys, wide * keys], -1).flatten(0, 1)
        for layer, norm, slope in zip(self.weigh, self.dice, self.slopes):
            x = layer(x)
            share = torch.sigmoid(norm(x))
            x = share * x + (1 - share) * slope * x
        score = self.score(x).view(before.shape).float().masked_fill(before == 0, -1e9)
        seen = (torch.softmax(score, 1)[:, None] @ keys).squeeze(1)
        x = torch.cat([seen.to(query.dtype), query, self.contexts(contexts + self.first).flatten(1)], 1)
        y = F.relu(torch.matmul(F.relu(torch.matmul(x, self.experts)), self.more))
        found = []
        for gate, tower in zip(self.gates, self.towers):
            share = torch.softmax(gate(x), 1)
            found.append(tower(torch.einsum("ebw,be->bw", y, share.to(y.dtype))))
        return torch.cat(found, 1)


def interests(batch):
    inputs = torch.randint(0, 200000, (batch, 50)), torch.randint(1, 200000, (batch,))
    inputs = *inputs, torch.randint(0, 1000, (batch, 10)), torch.rand(batch, 2)
    return WithLabels(Interests()), inputs, lambda out, inputs: F.binary_cross_entropy_with_logits(out, inputs[-1])


class Adapted(nn.Module):
    """A language network whose weights stay as they are, but for small products beside queries and values."""

    def __init__(self, vocabulary=32000, width=1024, heads=16, depth=10, rank=16, length=512):
        super().__init__()
        self.heads, many = heads, lambda a, b, **how: nn.ModuleList(nn.Linear(a, b, **how) for _ in range(depth))
        self.tokens, self.places = nn.Embedding(vocabulary, width), nn.Embedding(length, width)
        self.q, self.k, self.v, self.out = (many(width, width) for _ in range(4))
        self.up, self.down = many(width, 4 * width), many(4 * width, width)
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2 * depth + 1))
        self.head = nn.Linear(width, vocabulary, bias=False)
        self.requires_grad_(False)
        self.less, self.more = many(width, 2 * rank, bias=False), many(rank, 2 * width, bias=False)

    def forward(self, tokens):
        x = self.tokens(tokens) + self.places(torch.arange(tokens.shape[1], device=tokens.device))
        cut = lambda t: t.unflatten(-1, (self.heads, -1)).transpose(1, 2)
        for i in range(len(self.q)):
            y = self.norms[2 * i](x)
            a, b = self.less[i](F.dropout(y, 0.05, self.training)).chunk(2, -1)
            for_q, for_v = self.more[i].weight.chunk(2, 0)
            q, v = self.q[i](y) + 2 * F.linear(a, for_q), self.v[i](y) + 2 * F.linear(b, for_v)
            y = F.scaled_dot_product_attention(cut(q), cut(self.k[i](y)), cut(v), is_causal=True)
            x = x + self.out[i](y.transpose(1, 2).flatten(2))
            x = x + self.down[i](F.gelu(self.up[i](self.norms[2 * i + 1](x))))
        return self.head(self.norms[-1](x))[:, :-1].flatten(0, 1)


def adapted(batch):
    loss = lambda out, inputs: F.cross_entropy(out, inputs[0][:, 1:].flatten())
    return Adapted(), (torch.randint(0, 32000, (batch, 512)),), loss


# --- from transformers ---


def spectrograms(batch):
    import transformers

    settings = transformers.ASTConfig(num_labels=50, max_length=512, num_mel_bins=128, **blocks(8, 384, 6))
    network = transformers.ASTForAudioClassification(settings)
    return Labelled(network, "input_values"), (torch.randn(batch, 512, 128), torch.randint(0, 50, (batch,))), own_loss


def enlarged(batch):
    import transformers

    settings = transformers.Swin2SRConfig(image_size=64, embed_dim=96, depths=[4, 4, 4], num_heads=[6, 6, 6], upscale=2)

    class Pictures(nn.Module):
        def __init__(self):
            super().__init__()
            self.network = transformers.Swin2SRForImageSuperResolution(settings)

        def forward(self, small, large):
            return self.network(pixel_values=small).reconstruction

    loss = lambda out, inputs: F.l1_loss(out, inputs[-1])
    return Pictures(), (torch.rand(batch, 3, 64, 64), torch.rand(batch, 3, 128, 128)), loss


# name -> (how to build, batches: a small and a large one)
NETWORKS = {
    "long_language": (long_language, (2, 4)),
    "scenes": (scenes, (8, 24)),
    "rooms": (rooms, (8, 32)),
    "sets": (sets, (64, 256)),
    "dynamics": (dynamics, (32, 128)),
    "styles": (styles, (8, 32)),
    "demand": (demand, (128, 512)),
    "capsules": (capsules, (64, 256)),
    "parallel_memory": (parallel_memory, (4, 16)),
    "splines": (splines, (1024, 8192)),
    "vocoder": (vocoder, (8, 32)),
    "folding": (folding, (1, 4)),
    "forces": (forces, (4, 16)),
    "matches": (matches, (8, 24)),
    "rain": (rain, (4, 16)),
    "interests": (interests, (1024, 4096)),
    "adapted": (adapted, (4, 12)),
    "r2plus1d_18": (video("r2plus1d_18", 8, 112), (4, 12)),
    "focalnet": (picture_model("FocalNetConfig", "FocalNetForImageClassification"), (16, 40)),
    "spectrograms": (spectrograms, (8, 32)),
    "enlarged": (enlarged, (4, 12)),
    "esm": (
        language(
            "EsmConfig",
            "EsmForMaskedLM",
            384,
            vocab_size=33,
            mask_token_id=32,
            pad_token_id=1,
            position_embedding_type="rotary",
            **blocks(8, 640, 20),
        ),
        (8, 24),
    ),
    "nystromformer": (
        language(
            "NystromformerConfig",
            "NystromformerForMaskedLM",
            512,
            vocab_size=16000,
            max_position_embeddings=512,
            segment_means_seq_len=512,
            num_landmarks=64,
            **blocks(6, 512, 8),
        ),
        (8, 24),
    ),
    "nemotron": (
        language(
            "NemotronConfig",
            "NemotronForCausalLM",
            512,
            vocab_size=24000,
            num_key_value_heads=4,
            head_dim=64,
            **blocks(6, 768, 12),
        ),
        (4, 12),
    ),
}
