"""A fourth list of networks that the planner has no name for, of families that the first three lack. They judge.

    NETWORKS[name](batch) -> (module, inputs, loss of (output, inputs))
"""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F
from unnamed_networks import WithLabels, blocks, classes, language, likeness, own_loss, timm_images


class ClickRates(nn.Module):
    """Bags of many categories, layers over numbers, products of all pairs, layers over those."""

    def __init__(self, tables=16, rows=100000, width=64, numbers=13):
        super().__init__()
        self.bags = nn.ModuleList(nn.EmbeddingBag(rows, width, mode="sum") for _ in range(tables))
        layers = lambda sizes: [m for a, b in zip(sizes, sizes[1:]) for m in (nn.Linear(a, b), nn.ReLU())]
        self.bottom = nn.Sequential(*layers([numbers, 512, 256, width]))
        pairs = (tables + 1) * tables // 2
        self.top = nn.Sequential(*layers([pairs + width, 512, 256]), nn.Linear(256, 1))
        self.register_buffer("places", torch.tril_indices(tables + 1, tables + 1, offset=-1))

    def forward(self, numbers, kinds, clicked):
        x = self.bottom(numbers)
        rows = torch.stack([x, *[bag(kinds[:, i]) for i, bag in enumerate(self.bags)]], 1)
        products = torch.bmm(rows, rows.transpose(1, 2))
        pairs = products[:, self.places[0], self.places[1]]
        return self.top(torch.cat([x, pairs], 1)).squeeze(1)


def clicks(batch):
    loss = lambda out, inputs: F.binary_cross_entropy_with_logits(out, inputs[-1])
    inputs = torch.randn(batch, 13), torch.randint(0, 100000, (batch, 16, 4)), torch.rand(batch)
    return ClickRates(), inputs, loss


class Radiance(nn.Module):
    """Rays through a field: positions in sines, a narrow deep network, what is seen through running products."""

    def __init__(self, samples=64, width=128, depth=8, powers=10, view=4):
        super().__init__()
        self.samples = samples
        self.register_buffer("near", 2.0 ** torch.arange(powers) * math.pi)
        self.register_buffer("far", 2.0 ** torch.arange(view) * math.pi)
        sizes = [6 * powers] + [width] * depth
        self.layers = nn.ModuleList(
            nn.Linear(a + (6 * powers if i == depth // 2 else 0), b) for i, (a, b) in enumerate(zip(sizes, sizes[1:]))
        )
        self.density, self.feature = nn.Linear(width, 1), nn.Linear(width, width)
        self.hidden, self.colour = nn.Linear(width + 6 * view, width // 2), nn.Linear(width // 2, 3)

    def waves(self, x, powers):
        angles = (x[..., None] * powers).flatten(-2)
        return torch.cat([angles.sin(), angles.cos()], -1)

    def forward(self, origin, direction, target):
        depths = torch.linspace(2.0, 6.0, self.samples, device=origin.device)
        if self.training:
            depths = depths + torch.rand(origin.shape[0], self.samples, device=origin.device) * (4.0 / self.samples)
        else:
            depths = depths.expand(origin.shape[0], self.samples)
        places = origin[:, None] + direction[:, None] * depths[..., None]
        start = x = self.waves(places, self.near)
        for i, layer in enumerate(self.layers):
            x = torch.cat([x, start], -1) if i == len(self.layers) // 2 else x
            x = F.relu(layer(x))
        density = F.softplus(self.density(x)).squeeze(-1)
        seen = self.waves(F.normalize(direction, dim=-1), self.far)[:, None].expand(-1, self.samples, -1)
        colour = torch.sigmoid(self.colour(F.relu(self.hidden(torch.cat([self.feature(x), seen], -1)))))
        alpha = 1 - torch.exp(-density * (4.0 / self.samples))
        through = torch.cumprod(torch.cat([torch.ones_like(alpha[:, :1]), 1 - alpha + 1e-10], 1), 1)[:, :-1]
        return ((alpha * through)[..., None] * colour).sum(1)


def radiance(batch):
    return Radiance(), (torch.randn(batch, 3), torch.randn(batch, 3), torch.rand(batch, 3)), likeness


class Meshes(nn.Module):
    """Nodes and edges take turns: layers over an edge and both its ends, means and maxima of the edges of a node."""

    def __init__(self, nodes=12, edges=7, width=128, depth=5):
        super().__init__()
        part = lambda a: nn.Sequential(nn.Linear(a, width), nn.SiLU(), nn.Linear(width, width), nn.LayerNorm(width))
        self.node, self.edge = part(nodes), part(edges)
        self.of_edges = nn.ModuleList(part(3 * width) for _ in range(depth))
        self.of_nodes = nn.ModuleList(part(3 * width) for _ in range(depth))
        self.last = nn.Linear(width, 3)

    def forward(self, x, edges, source, target, wanted):
        x, e = self.node(x), self.edge(edges)
        count = torch.zeros(x.shape[0], device=x.device).index_add(
            0, target, torch.ones_like(target, dtype=torch.float)
        )
        wide = target[:, None].expand(-1, x.shape[1])
        for of_edges, of_nodes in zip(self.of_edges, self.of_nodes):
            e = e + of_edges(torch.cat([e, x[source], x[target]], 1))
            total = torch.zeros_like(x).index_add(0, target, e.to(x.dtype)) / count.clamp(min=1)[:, None]
            top = torch.zeros_like(x).scatter_reduce(0, wide, e.to(x.dtype), "amax")
            x = x + of_nodes(torch.cat([x, total.to(x.dtype), top], 1))
        return self.last(x)


def meshes(batch):
    nodes, edges = 1500 * batch, 9000 * batch
    ends = torch.randint(0, nodes, (2, edges))
    return Meshes(), (torch.randn(nodes, 12), torch.randn(edges, 7), *ends, torch.randn(nodes, 3)), likeness


class Organs(nn.Module):
    """Volumes of medicine: 5 x 5 x 5 filters, batch norms, PReLU, residuals, strided down, trilinear up; overlap."""

    def __init__(self, widths=(16, 32, 64, 128), kinds=4):
        super().__init__()
        unit = lambda a, b: nn.Sequential(nn.Conv3d(a, b, 5, padding=2, bias=False), nn.BatchNorm3d(b), nn.PReLU(b))
        self.first = unit(1, widths[0])
        self.down = nn.ModuleList(nn.Conv3d(a, b, 2, 2) for a, b in zip(widths, widths[1:]))
        self.deep = nn.ModuleList(unit(b, b) for b in widths[1:])
        self.side = nn.ModuleList(nn.Conv3d(b, a, 1) for a, b in zip(widths, widths[1:]))
        self.up = nn.ModuleList(unit(2 * a, a) for a in widths[:-1])
        self.last = nn.Conv3d(widths[0], kinds, 1)

    def forward(self, x):
        x = self.first(x)
        kept = []
        for down, deep in zip(self.down, self.deep):
            kept.append(x)
            x = F.relu(down(x))
            x = x + deep(x)
        for side, up in reversed(list(zip(self.side, self.up))):
            x = F.interpolate(side(x), scale_factor=2, mode="trilinear", align_corners=False)
            x = up(torch.cat([x, kept.pop()], 1))
        return self.last(x)


def overlap(out, inputs):
    share = torch.softmax(out.float(), 1)
    wanted = F.one_hot(inputs[-1], share.shape[1]).permute(0, 4, 1, 2, 3).to(share.dtype)
    both, either = (share * wanted).sum((2, 3, 4)), (share + wanted).sum((2, 3, 4))
    return 1 - (2 * both / (either + 1e-5)).mean() + F.cross_entropy(out, inputs[-1])


def organs(batch):
    return WithLabels(Organs()), (torch.randn(batch, 1, 64, 64, 64), torch.randint(0, 4, (batch, 64, 64, 64))), overlap


class Codec(nn.Module):
    """Sound to few numbers and back: weight norm, ELU, strided and transposed convolutions, an LSTM, residual codes."""

    def __init__(self, width=32, strides=(2, 4, 5, 8), codes=4, entries=512):
        super().__init__()
        norm = torch.nn.utils.weight_norm

        def rest(c):
            return nn.Sequential(
                nn.ELU(), norm(nn.Conv1d(c, c // 2, 3, padding=1)), nn.ELU(), norm(nn.Conv1d(c // 2, c, 1))
            )

        self.first = norm(nn.Conv1d(1, width, 7, padding=3))
        self.down_rest, self.down, self.up, self.up_rest = (nn.ModuleList() for _ in range(4))
        c = width
        for s in strides:
            self.down_rest.append(rest(c))
            self.down.append(norm(nn.Conv1d(c, 2 * c, 2 * s, s, padding=(s + 1) // 2)))
            c *= 2
        self.memory = nn.LSTM(c, c, 2, batch_first=True)
        self.into, self.out = nn.Conv1d(c, 128, 1), nn.Conv1d(128, c, 1)
        self.books = nn.Parameter(torch.randn(codes, entries, 128))
        for s in reversed(strides):
            self.up.append(norm(nn.ConvTranspose1d(c, c // 2, 2 * s, s, padding=(s + 1) // 2, output_padding=s % 2)))
            c //= 2
            self.up_rest.append(rest(c))
        self.last = norm(nn.Conv1d(width, 1, 7, padding=3))

    def forward(self, x):
        x = self.first(x)
        for rest, down in zip(self.down_rest, self.down):
            x = down(F.elu(x + rest(x)))
        y, _ = self.memory(x.transpose(1, 2))
        z = self.into(x + y.transpose(1, 2)).transpose(1, 2).float()
        left, found = z, torch.zeros_like(z)
        for book in self.books:
            far = left.square().sum(-1, keepdim=True) - 2 * left @ book.t().float() + book.square().sum(-1)
            near = F.embedding(far.argmin(-1), book).float()
            found, left = found + near, left - near.detach()
        x = self.out((z + (found - z).detach() + 0.1 * (found - found.detach())).transpose(1, 2))
        for up, rest in zip(self.up, self.up_rest):
            x = up(F.elu(x))
            x = x + rest(x)
        return self.last(F.elu(x))


def codec(batch):
    sound = torch.randn(batch, 1, 16000)
    return WithLabels(Codec()), (sound, sound.clone()), lambda out, inputs: (out - inputs[-1]).abs().mean()


class Columns(nn.Module):
    """Categories of a table as words of a transformer, numbers beside them."""

    def __init__(self, kinds=28, numbers=10, width=32, heads=8, depth=6):
        super().__init__()
        self.heads, self.kinds = heads, kinds
        self.table = nn.Embedding(kinds * 200, width)
        self.names = nn.Parameter(torch.randn(kinds, width) * 0.02)
        self.register_buffer("first", torch.arange(kinds) * 200)
        self.qkv = nn.ModuleList(nn.Linear(width, 3 * width) for _ in range(depth))
        self.out = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2 * depth))
        self.wide = nn.ModuleList(nn.Linear(width, 8 * width) for _ in range(depth))
        self.narrow = nn.ModuleList(nn.Linear(4 * width, width) for _ in range(depth))
        self.numbers = nn.LayerNorm(numbers)
        self.top = nn.Sequential(
            nn.Linear(kinds * width + numbers, 1024), nn.ReLU(), nn.Linear(1024, 512), nn.ReLU(), nn.Linear(512, 2)
        )

    def forward(self, kinds, numbers):
        x = self.table(kinds + self.first) + self.names
        b, n, c = x.shape
        for i in range(len(self.qkv)):
            q, k, v = self.qkv[i](self.norms[2 * i](x)).view(b, n, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
            share = torch.softmax(q @ k.transpose(-2, -1) * (c // self.heads) ** -0.5, -1)
            x = x + self.out[i]((F.dropout(share, 0.1, self.training) @ v).transpose(1, 2).reshape(b, n, c))
            a, gate = self.wide[i](self.norms[2 * i + 1](x)).chunk(2, -1)
            x = x + self.narrow[i](a * F.gelu(gate))
        return self.top(torch.cat([x.flatten(1), self.numbers(numbers)], 1))


def columns(batch):
    inputs = torch.randint(0, 200, (batch, 28)), torch.randn(batch, 10), torch.randint(0, 2, (batch,))
    return WithLabels(Columns()), inputs, classes


class Decoder(nn.Module):
    """Words with fewer heads for keys than for queries, distances added to scores, gated layers, tied outputs."""

    def __init__(self, vocabulary=16000, width=768, heads=12, shared=4, depth=6):
        super().__init__()
        self.heads, self.shared, self.size = heads, shared, width // heads
        self.tokens = nn.Embedding(vocabulary, width)
        both = width + 2 * shared * self.size
        self.qkv = nn.ModuleList(nn.Linear(width, both, bias=False) for _ in range(depth))
        self.out = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(depth))
        self.up = nn.ModuleList(nn.Linear(width, 2 * 2048, bias=False) for _ in range(depth))
        self.down = nn.ModuleList(nn.Linear(2048, width, bias=False) for _ in range(depth))
        self.norms = nn.ModuleList(nn.LayerNorm(width, bias=False) for _ in range(2 * depth + 1))
        self.register_buffer("slopes", 2.0 ** (-8.0 * torch.arange(1, heads + 1) / heads))

    def forward(self, tokens):
        b, n = tokens.shape
        x = self.tokens(tokens)
        places = torch.arange(n, device=tokens.device)
        far = (places[None] - places[:, None]).float()
        bias = self.slopes[:, None, None] * far + torch.full((n, n), -math.inf, device=far.device).triu(1)
        for i in range(len(self.qkv)):
            parts = [self.heads * self.size, self.shared * self.size, self.shared * self.size]
            q, k, v = self.qkv[i](self.norms[2 * i](x)).split(parts, -1)
            cut = lambda t: t.unflatten(-1, (-1, self.size)).transpose(1, 2)
            q, k, v = cut(q), cut(k), cut(v)
            k, v = (t.repeat_interleave(self.heads // self.shared, 1) for t in (k, v))
            score = (q @ k.transpose(-2, -1)) * self.size**-0.5 + bias
            share = torch.softmax(score.float(), -1).to(v.dtype)
            x = x + self.out[i]((share @ v).transpose(1, 2).flatten(2))
            a, gate = self.up[i](self.norms[2 * i + 1](x)).chunk(2, -1)
            x = x + self.down[i](F.silu(gate) * a)
        return F.linear(self.norms[-1](x), self.tokens.weight).flatten(0, 1)


def next_word(out, inputs):
    return F.cross_entropy(out, inputs[0].flatten())


def decoder(batch):
    return Decoder(), (torch.randint(0, 16000, (batch, 512)),), next_word


class Registers(nn.Module):
    """Patches of an image and learned words beside them; queries and keys normed, each part scaled, parts dropped."""

    def __init__(self, width=384, heads=6, depth=10, extra=4, kinds=1000, drop=0.1):
        super().__init__()
        self.heads, self.drop, self.extra = heads, drop, extra + 1
        self.patches = nn.Conv2d(3, width, 14, 14)
        self.words = nn.Parameter(torch.randn(1, extra + 1, width) * 0.02)
        self.places = nn.Parameter(torch.randn(1, 256, width) * 0.02)
        self.qkv = nn.ModuleList(nn.Linear(width, 3 * width) for _ in range(depth))
        self.out = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2 * depth + 1))
        self.small = nn.ModuleList(nn.LayerNorm(width // heads) for _ in range(2 * depth))
        self.up = nn.ModuleList(nn.Linear(width, 4 * width) for _ in range(depth))
        self.down = nn.ModuleList(nn.Linear(4 * width, width) for _ in range(depth))
        self.scales = nn.Parameter(torch.full((2 * depth, width), 0.1))
        self.head = nn.Linear(2 * width, kinds)

    def kept(self, x):
        if not self.training:
            return x
        keep = torch.rand(x.shape[0], 1, 1, device=x.device, dtype=x.dtype) < 1 - self.drop
        return x * keep / (1 - self.drop)

    def forward(self, image):
        x = self.patches(image).flatten(2).transpose(1, 2) + self.places
        b = x.shape[0]
        x = torch.cat([self.words.expand(b, -1, -1), x], 1)
        n, c = x.shape[1:]
        for i in range(len(self.qkv)):
            q, k, v = self.qkv[i](self.norms[2 * i](x)).view(b, n, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
            q, k = self.small[2 * i](q).to(v.dtype), self.small[2 * i + 1](k).to(v.dtype)
            y = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(b, n, c)
            x = x + self.kept(self.out[i](y) * self.scales[2 * i])
            x = x + self.kept(self.down[i](F.gelu(self.up[i](self.norms[2 * i + 1](x)))) * self.scales[2 * i + 1])
        x = self.norms[-1](x)
        return self.head(torch.cat([x[:, 0], x[:, self.extra :].mean(1)], 1))


def registers(batch):
    return WithLabels(Registers()), (torch.randn(batch, 3, 224, 224), torch.randint(0, 1000, (batch,))), classes


class Perceives(nn.Module):
    """Few latents look at many bytes, then at each other, and are asked by queries."""

    def __init__(self, width=512, bytes_width=128, latents=128, heads=8, depth=6):
        super().__init__()
        self.bytes, self.places = nn.Embedding(262, bytes_width), nn.Embedding(2048, bytes_width)
        self.latents = nn.Parameter(torch.randn(latents, width) * 0.02)
        look = lambda a: nn.MultiheadAttention(width, heads, kdim=a, vdim=a, batch_first=True)
        self.into = look(bytes_width)
        self.inner = nn.ModuleList(look(width) for _ in range(depth))
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2 * depth))
        self.feed = nn.ModuleList(
            nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width)) for _ in range(depth)
        )
        self.asked = nn.Parameter(torch.randn(256, width) * 0.02)
        self.back, self.last = look(width), nn.Linear(width, 262)

    def forward(self, tokens, labels):
        b, n = tokens.shape
        x = self.bytes(tokens) + self.places.weight[:n]
        z = self.latents.expand(b, -1, -1)
        z = z + self.into(z, x, x, need_weights=False)[0]
        for look, one, two, feed in zip(self.inner, self.norms[::2], self.norms[1::2], self.feed):
            y = one(z)
            z = z + look(y, y, y, need_weights=False)[0]
            z = z + feed(two(z))
        return self.last(self.back(self.asked.expand(b, -1, -1), z, z, need_weights=False)[0]).transpose(1, 2)


def perceives(batch):
    return Perceives(), (torch.randint(0, 262, (batch, 2048)), torch.randint(0, 262, (batch, 256))), classes


class Adversaries(nn.Module):
    """An image made of noise and a judge with spectral norm of it and of a real one; both losses in one step."""

    def __init__(self, width=64, noise=128):
        super().__init__()
        w, norm = width, torch.nn.utils.spectral_norm
        self.start = nn.Linear(noise, 8 * w * 16)
        grow = lambda a, b: nn.Sequential(
            nn.ConvTranspose2d(a, b, 4, 2, 1, bias=False), nn.BatchNorm2d(b), nn.ReLU(True)
        )
        self.grow = nn.Sequential(grow(8 * w, 4 * w), grow(4 * w, 2 * w), grow(2 * w, w))
        self.picture = nn.ConvTranspose2d(w, 3, 4, 2, 1)
        sizes = [3, w, 2 * w, 4 * w, 8 * w]
        self.judge = nn.ModuleList(norm(nn.Conv2d(a, b, 4, 2, 1)) for a, b in zip(sizes, sizes[1:]))
        self.verdict = norm(nn.Linear(8 * w, 1))

    def judged(self, x):
        for layer in self.judge:
            x = F.leaky_relu(layer(x), 0.2)
        return self.verdict(x.sum((2, 3)))

    def forward(self, noise, real):
        x = self.start(noise).view(noise.shape[0], -1, 4, 4)
        made = torch.tanh(self.picture(self.grow(x)))
        return self.judged(real), self.judged(made.detach()), self.judged(made)


def adversaries(batch):
    loss = lambda out, inputs: F.relu(1 - out[0]).mean() + F.relu(1 + out[1]).mean() - out[2].mean()
    return Adversaries(), (torch.randn(batch, 128), torch.randn(batch, 3, 64, 64)), loss


class Tracker(nn.Module):
    """One network over a small and a large picture; the small one's features are filters, channel by channel."""

    def __init__(self, widths=(96, 256, 384, 384, 256), boxes=5):
        super().__init__()
        a, b, c, d, e = widths
        unit = lambda i, o, k, s=1, g=1: [nn.Conv2d(i, o, k, s, groups=g), nn.BatchNorm2d(o), nn.ReLU(True)]
        self.look = nn.Sequential(
            *unit(3, a, 11, 2),
            nn.MaxPool2d(3, 2),
            *unit(a, b, 5, 1, 2),
            nn.MaxPool2d(3, 2),
            *unit(b, c, 3),
            *unit(c, d, 3, 1, 2),
            nn.Conv2d(d, e, 3, groups=2),
            nn.BatchNorm2d(e),
        )
        self.small, self.large = (nn.Sequential(*unit(e, e, 3)) for _ in range(2))
        self.kinds = nn.Sequential(*unit(e, e, 1), nn.Conv2d(e, 2 * boxes, 1))
        self.places = nn.Sequential(*unit(e, e, 1), nn.Conv2d(e, 4 * boxes, 1))

    def forward(self, one, two, target):
        z, x = self.small(self.look(one)), self.large(self.look(two))
        b, c, h, w = x.shape
        y = F.conv2d(x.reshape(1, b * c, h, w), z.reshape(b * c, 1, *z.shape[2:]), groups=b * c)
        y = y.view(b, c, *y.shape[2:])
        return torch.cat([self.kinds(y), self.places(y)], 1)


def tracker(batch):
    loss = lambda out, inputs: F.smooth_l1_loss(out, inputs[-1])
    return (
        Tracker(),
        (torch.randn(batch, 3, 127, 127), torch.randn(batch, 3, 255, 255), torch.randn(batch, 30, 17, 17)),
        loss,
    )


class Speakers(nn.Module):
    """Voices: dilated convolutions over slices of channels one after the other, excitation, moments by attention."""

    def __init__(self, bands=80, width=512, slices=8, kinds=1200):
        super().__init__()
        self.first = self.unit(bands, width, 5)
        self.slices, part = slices, width // slices
        self.one, self.two = (nn.ModuleList(self.unit(width, width, 1) for _ in range(3)) for _ in range(2))
        self.inner = nn.ModuleList(
            nn.ModuleList(self.unit(part, part, 3, d) for _ in range(slices - 1)) for d in (2, 3, 4)
        )
        self.squeeze = nn.ModuleList(nn.Conv1d(width, 128, 1) for _ in range(3))
        self.excite = nn.ModuleList(nn.Conv1d(128, width, 1) for _ in range(3))
        self.join = nn.Conv1d(3 * width, 1536, 1)
        self.weigh = nn.Sequential(
            nn.Conv1d(3 * 1536, 128, 1), nn.ReLU(), nn.BatchNorm1d(128), nn.Tanh(), nn.Conv1d(128, 1536, 1)
        )
        self.norm, self.last = nn.BatchNorm1d(3072), nn.Linear(3072, 192)
        self.centres = nn.Parameter(torch.randn(kinds, 192))

    @staticmethod
    def unit(a, b, kernel, dilation=1):
        layer = nn.Conv1d(a, b, kernel, dilation=dilation, padding=dilation * (kernel // 2))
        return nn.Sequential(layer, nn.ReLU(), nn.BatchNorm1d(b))

    def forward(self, x):
        x, kept = self.first(x), []
        for one, inner, two, squeeze, excite in zip(self.one, self.inner, self.two, self.squeeze, self.excite):
            parts = list(one(x).chunk(self.slices, 1))
            for i, layer in enumerate(inner):
                parts[i + 1] = layer(parts[i + 1] + parts[i] if i else parts[i + 1])
            y = two(torch.cat(parts, 1))
            x = x + y * torch.sigmoid(excite(F.relu(squeeze(y.mean(2, keepdim=True)))))
            kept.append(x)
        x = F.relu(self.join(torch.cat(kept, 1)))
        mean, spread = x.mean(2, keepdim=True), x.var(2, keepdim=True).clamp(min=1e-5).sqrt()
        share = torch.softmax(self.weigh(torch.cat([x, mean.expand_as(x), spread.expand_as(x)], 1)), 2)
        mean = (x * share).sum(2)
        spread = ((x.square() * share).sum(2) - mean.square()).clamp(min=1e-5).sqrt()
        x = self.last(self.norm(torch.cat([mean, spread], 1)))
        return 30 * F.linear(F.normalize(x), F.normalize(self.centres))


def speakers(batch):
    return WithLabels(Speakers()), (torch.randn(batch, 80, 300), torch.randint(0, 1200, (batch,))), classes


class Involved(nn.Module):
    """Filters of each place made from it: patches unfolded, weighted, summed; folded into an image at the end."""

    def __init__(self, width=64, groups=4, kernel=7, depth=4, kinds=3):
        super().__init__()
        self.groups, self.kernel = groups, kernel
        self.first = nn.Sequential(nn.Conv2d(3, width, 3, 2, 1), nn.BatchNorm2d(width), nn.ReLU())
        self.reduce = nn.ModuleList(nn.Conv2d(width, width // 4, 1) for _ in range(depth))
        self.span = nn.ModuleList(nn.Conv2d(width // 4, groups * kernel * kernel, 1) for _ in range(depth))
        self.norms = nn.ModuleList(nn.BatchNorm2d(width) for _ in range(depth))
        self.mix = nn.ModuleList(nn.Conv2d(width, width, 1) for _ in range(depth))
        self.last = nn.Conv2d(width, kinds * 16, 1)

    def forward(self, image):
        x = self.first(image)
        b, c, h, w = x.shape
        for reduce, span, norm, mix in zip(self.reduce, self.span, self.norms, self.mix):
            weight = span(F.relu(reduce(x))).view(b, self.groups, 1, self.kernel**2, h, w)
            near = F.unfold(x, self.kernel, padding=self.kernel // 2)
            near = near.view(b, self.groups, c // self.groups, self.kernel**2, h, w)
            x = x + mix(F.relu(norm((weight * near).sum(3).view(b, c, h, w))))
        return F.fold(self.last(x).flatten(2), (2 * h + 2, 2 * w + 2), 4, stride=2)[:, :, 1:-1, 1:-1]


def involved(batch):
    image = torch.randn(batch, 3, 96, 96)
    return WithLabels(Involved()), (image, image.clone()), likeness


class Hourglass(nn.Module):
    """Poses: an image halved four times and doubled again, twice, with a loss after each; convolutions of 3 parts."""

    def __init__(self, width=128, joints=17, stacks=2, depth=4):
        super().__init__()
        self.first = nn.Sequential(
            nn.Conv2d(3, 64, 7, 2, 3), nn.BatchNorm2d(64), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(64, width, 1)
        )
        self.depth = depth
        part = lambda: nn.Sequential(
            nn.BatchNorm2d(width),
            nn.ReLU(),
            nn.Conv2d(width, width // 2, 1),
            nn.BatchNorm2d(width // 2),
            nn.ReLU(),
            nn.Conv2d(width // 2, width // 2, 3, padding=1),
            nn.BatchNorm2d(width // 2),
            nn.ReLU(),
            nn.Conv2d(width // 2, width, 1),
        )
        self.down, self.side, self.up = (
            nn.ModuleList(nn.ModuleList(part() for _ in range(depth)) for _ in range(stacks)) for _ in range(3)
        )
        self.heat = nn.ModuleList(nn.Conv2d(width, joints, 1) for _ in range(stacks))
        self.again = nn.ModuleList(nn.Conv2d(joints, width, 1) for _ in range(stacks))

    def one(self, s, x, level):
        kept = x + self.side[s][level](x)
        y = F.max_pool2d(x, 2)
        y = y + self.down[s][level](y)
        if level + 1 < self.depth:
            y = self.one(s, y, level + 1)
        y = y + self.up[s][level](y)
        return kept + F.interpolate(y, scale_factor=2, mode="nearest")

    def forward(self, image, target):
        x, found = self.first(image), []
        for s in range(len(self.heat)):
            y = self.one(s, x, 0)
            found.append(self.heat[s](y))
            x = x + y + self.again[s](found[-1])
        return torch.stack(found, 1)


def hourglass(batch):
    loss = lambda out, inputs: (out - inputs[-1][:, None]).square().mean()
    return Hourglass(), (torch.randn(batch, 3, 256, 256), torch.randn(batch, 17, 64, 64)), loss


class Tagger(nn.Module):
    """Names of words: letters through a convolution, an LSTM of both directions, a chain summed word by word."""

    def __init__(self, words=20000, letters=100, width=100, hidden=256, tags=17):
        super().__init__()
        self.words, self.letters = nn.Embedding(words, width), nn.Embedding(letters, 32)
        self.near = nn.Conv1d(32, 64, 3, padding=1)
        self.memory = nn.LSTM(width + 64, hidden, 2, batch_first=True, bidirectional=True, dropout=0.3)
        self.last, self.next = nn.Linear(2 * hidden, tags), nn.Parameter(torch.randn(tags, tags) * 0.1)

    def forward(self, words, letters, tags):
        b, n, m = letters.shape
        y = self.near(self.letters(letters).flatten(0, 1).transpose(1, 2)).amax(2).view(b, n, -1)
        x = self.last(self.memory(torch.cat([self.words(words), y.to(self.words.weight.dtype)], -1))[0]).float()
        total = x[:, 0]
        for i in range(1, n):
            total = torch.logsumexp(total[:, :, None] + self.next, 1) + x[:, i]
        given = x.gather(2, tags[..., None]).sum((1, 2)) + self.next[tags[:, :-1], tags[:, 1:]].sum(1)
        return torch.logsumexp(total, 1) - given


def tagger(batch):
    inputs = (
        torch.randint(0, 20000, (batch, 40)),
        torch.randint(0, 100, (batch, 40, 12)),
        torch.randint(0, 17, (batch, 40)),
    )
    return Tagger(), inputs, lambda out, inputs: out.mean()


class Twins(nn.Module):
    """Two views of each image through one network; its features against each other over the batch."""

    def __init__(self, widths=(32, 64, 128, 256), wide=1024):
        super().__init__()
        layers, last = [], 3
        for w in widths:
            layers += [nn.Conv2d(last, w, 3, 2, 1, bias=False), nn.GroupNorm(8, w), nn.Mish()]
            layers += [nn.Conv2d(w, w, 3, 1, 1, bias=False), nn.GroupNorm(8, w), nn.Mish()]
            last = w
        self.look = nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten())
        self.wide = nn.Sequential(
            nn.Linear(last, wide, bias=False),
            nn.BatchNorm1d(wide),
            nn.ReLU(True),
            nn.Linear(wide, wide, bias=False),
            nn.BatchNorm1d(wide),
            nn.ReLU(True),
            nn.Linear(wide, wide, bias=False),
        )
        self.norm = nn.BatchNorm1d(wide, affine=False)

    def forward(self, one, two):
        a, b = self.norm(self.wide(self.look(one))), self.norm(self.wide(self.look(two)))
        return a.t() @ b / one.shape[0]


def apart(out, inputs):
    right = torch.diagonal(out).add(-1).square().sum()
    return right + 0.005 * (out.square().sum() - torch.diagonal(out).square().sum())


def twins(batch):
    return Twins(), (torch.randn(batch, 3, 96, 96), torch.randn(batch, 3, 96, 96)), apart


class Plays(nn.Module):
    """Frames of games: small convolutions, a GRU over time, values and choices by a clipped loss."""

    def __init__(self, actions=18, hidden=512):
        super().__init__()
        self.look = nn.Sequential(
            nn.Conv2d(4, 32, 8, 4),
            nn.ReLU(),
            nn.Conv2d(32, 64, 4, 2),
            nn.ReLU(),
            nn.Conv2d(64, 64, 3),
            nn.ReLU(),
            nn.Flatten(),
        )
        self.into, self.memory = nn.Linear(64 * 49, hidden), nn.GRU(hidden, hidden, batch_first=True)
        self.choice, self.value = nn.Linear(hidden, actions), nn.Linear(hidden, 1)

    def forward(self, frames, chosen, before, reward):
        b, t = frames.shape[:2]
        x = F.relu(self.into(self.look(frames.flatten(0, 1).float() / 255))).view(b, t, -1)
        x = self.memory(x)[0]
        return self.choice(x), self.value(x).squeeze(-1)


def clipped(out, inputs):
    _, chosen, before, reward = inputs
    shares = F.log_softmax(out[0].float(), -1)
    ratio = torch.exp(shares.gather(-1, chosen[..., None]).squeeze(-1) - before)
    gain = reward - out[1].detach().float()
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    policy = -torch.min(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean()
    return policy + 0.5 * F.smooth_l1_loss(out[1].float(), reward) + 0.01 * (shares.exp() * shares).sum(-1).mean()


def plays(batch):
    n = (batch, 16)
    frames = torch.randint(0, 255, (*n, 4, 84, 84)).to(torch.uint8)
    return Plays(), (frames, torch.randint(0, 18, n), -torch.rand(*n) - 2, torch.randn(*n)), clipped


class Spectra(nn.Module):
    """Sequences through filters as long as themselves, by Fourier transforms, between gated layers."""

    def __init__(self, vocabulary=8000, width=384, length=1024, depth=5):
        super().__init__()
        self.tokens = nn.Embedding(vocabulary, width)
        self.filters = nn.ParameterList(nn.Parameter(torch.randn(width, length) * 0.02) for _ in range(depth))
        self.into = nn.ModuleList(nn.Linear(width, 3 * width) for _ in range(depth))
        self.short = nn.ModuleList(
            nn.Conv1d(3 * width, 3 * width, 3, padding=2, groups=3 * width) for _ in range(depth)
        )
        self.out = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(depth + 1))
        self.head = nn.Linear(width, vocabulary, bias=False)

    def forward(self, tokens):
        x, n = self.tokens(tokens), tokens.shape[1]
        for norm, into, short, filters, out in zip(self.norms, self.into, self.short, self.filters, self.out):
            a, b, v = short(into(norm(x)).transpose(1, 2))[..., :n].chunk(3, 1)
            y = (b * v).float()
            y = torch.fft.irfft(torch.fft.rfft(y, 2 * n) * torch.fft.rfft(filters, 2 * n), 2 * n)[..., :n]
            x = x + out((a * y).transpose(1, 2))
        return self.head(self.norms[-1](x)).flatten(0, 1)


def spectra(batch):
    return Spectra(), (torch.randint(0, 8000, (batch, 1024)),), next_word


class MaskedPictures(nn.Module):
    """A quarter of an image's patches, drawn by sorted noise, through a transformer; the rest is painted."""

    def __init__(self, width=384, inner=256, heads=6, depth=8, less=4, patch=16, side=14, keep=49):
        super().__init__()
        self.keep, self.heads, self.patch, self.side = keep, heads, patch, side
        self.patches = nn.Conv2d(3, width, patch, patch)
        self.places = nn.Parameter(torch.randn(1, side * side, width) * 0.02)
        layer = lambda w, h: nn.TransformerEncoderLayer(w, h, 4 * w, 0.0, "gelu", batch_first=True, norm_first=True)
        self.encode = nn.ModuleList(layer(width, heads) for _ in range(depth))
        self.decode = nn.ModuleList(layer(inner, 8) for _ in range(less))
        self.narrow, self.mask = nn.Linear(width, inner), nn.Parameter(torch.zeros(1, 1, inner))
        self.again = nn.Parameter(torch.randn(1, side * side, inner) * 0.02)
        self.norm, self.last = nn.LayerNorm(inner), nn.Linear(inner, 3 * patch * patch)

    def forward(self, image, noise):
        x = self.patches(image).flatten(2).transpose(1, 2) + self.places
        b, n, c = x.shape
        order = noise.argsort(1)
        back, kept = order.argsort(1), order[:, : self.keep]
        x = x.gather(1, kept[..., None].expand(-1, -1, c))
        for layer in self.encode:
            x = layer(x)
        x = self.narrow(x)
        x = torch.cat([x, self.mask.to(x.dtype).expand(b, n - self.keep, -1)], 1)
        x = x.gather(1, back[..., None].expand(-1, -1, x.shape[2])) + self.again
        for layer in self.decode:
            x = layer(x)
        return self.last(self.norm(x))


def painted(out, inputs):
    image, s = inputs[0], 16
    b, _, h, w = image.shape
    wanted = image.view(b, 3, h // s, s, w // s, s).permute(0, 2, 4, 3, 5, 1).reshape(b, out.shape[1], -1)
    wanted = (wanted - wanted.mean(-1, keepdim=True)) / (wanted.var(-1, keepdim=True) + 1e-6).sqrt()
    return (out - wanted).square().mean(-1).mean()


def masked_pictures(batch):
    return MaskedPictures(), (torch.randn(batch, 3, 224, 224), torch.rand(batch, 196)), painted


class Stereo(nn.Module):
    """Two pictures compared at many shifts, the costs through 3-D convolutions, a mean of shifts by their softmax."""

    def __init__(self, width=24, shifts=24):
        super().__init__()
        self.shifts, w = shifts, width
        unit = lambda a, b, s=1: nn.Sequential(nn.Conv2d(a, b, 3, s, 1, bias=False), nn.BatchNorm2d(b), nn.ReLU(True))
        self.look = nn.Sequential(
            unit(3, w, 2), unit(w, w), unit(w, 2 * w, 2), unit(2 * w, 2 * w), nn.Conv2d(2 * w, w, 1)
        )
        deep = lambda a, b, s=1: nn.Sequential(nn.Conv3d(a, b, 3, s, 1, bias=False), nn.BatchNorm3d(b), nn.ReLU(True))
        self.one, self.down, self.middle = deep(2 * w, w), deep(w, 2 * w, 2), deep(2 * w, 2 * w)
        self.up = nn.ConvTranspose3d(2 * w, w, 4, 2, 1)
        self.last = nn.Conv3d(w, 1, 3, padding=1)

    def forward(self, left, right, wanted):
        a, b = self.look(left), self.look(right)
        moved = [torch.cat([a, F.pad(b, (i, 0))[..., : b.shape[-1]]], 1) for i in range(self.shifts)]
        x = self.one(torch.stack(moved, 2))
        x = self.last(F.relu(x + self.up(self.middle(self.down(x))))).squeeze(1)
        share = torch.softmax(-x.float(), 1)
        far = (share * torch.arange(self.shifts, device=x.device)[:, None, None]).sum(1, keepdim=True)
        return F.interpolate(far, scale_factor=4, mode="bilinear", align_corners=False) * 4


def stereo(batch):
    image = torch.randn(batch, 3, 128, 256)
    loss = lambda out, inputs: F.smooth_l1_loss(out, inputs[-1])
    return Stereo(), (image, image.roll(4, 3), torch.rand(batch, 1, 128, 256) * 90), loss


def wide_language(batch):
    import transformers

    settings = transformers.T5Config(vocab_size=16000, d_model=512, d_kv=64, d_ff=1024, num_layers=6, num_heads=8)

    class Pairs(nn.Module):
        def __init__(self):
            super().__init__()
            settings.feed_forward_proj = "gated-gelu"
            self.network = transformers.T5ForConditionalGeneration(settings)
            self.network.config.use_cache = False

        def forward(self, tokens, labels):
            return self.network(input_ids=tokens, labels=labels, use_cache=False)

    return Pairs(), (torch.randint(2, 15000, (batch, 256)), torch.randint(2, 15000, (batch, 96))), own_loss


# name -> (how to build, batches: a small and a large one)
NETWORKS = {
    "clicks": (clicks, (2048, 12288)),
    "codec": (codec, (4, 16)),
    "decoder": (decoder, (4, 12)),
    "hourglass": (hourglass, (8, 24)),
    "meshes": (meshes, (4, 16)),
    "columns": (columns, (512, 2048)),
    "organs": (organs, (2, 6)),
    "tagger": (tagger, (32, 128)),
    "registers": (registers, (16, 48)),
    "involved": (involved, (8, 24)),
    "speakers": (speakers, (16, 64)),
    "radiance": (radiance, (1024, 4096)),
    "adversaries": (adversaries, (32, 128)),
    "edgenext_small": (timm_images("edgenext_small", 256), (16, 48)),
    "t5": (wide_language, (8, 24)),
    "tracker": (tracker, (8, 32)),
    "perceives": (perceives, (8, 32)),
    "plays": (plays, (16, 64)),
    "twins": (twins, (64, 256)),
    "masked_pictures": (masked_pictures, (32, 96)),
    "stereo": (stereo, (2, 8)),
    "spectra": (spectra, (4, 16)),
    "mambaout_femto": (timm_images("mambaout_femto"), (24, 80)),
    "olmo2": (language("Olmo2Config", "Olmo2ForCausalLM", 384, vocab_size=16000, **blocks(6, 640, 10)), (4, 16)),
}
