"""A seventh list of networks that the planner has no name for: kinds that the first six lack, and drawn names.

They judge. Written by hand as their users write them; some bring a step of their own (two optimizers, a penalty on
gradients, a copy that follows). Names: random.Random(7).sample of each of POOLS in turn, so many as stands beside it.

    NETWORKS[name](batch) -> (module, inputs, loss of (output, inputs))

A module may have an optimizer or a training step of its own, as step_loops.py says.
"""
import math
import random

import torch
import torch.nn as nn
import torch.nn.functional as F
from held_out_networks import picture_model
from step_loops import learn, with_optimizer
from unnamed_networks import WithLabels, blocks, classes, language, likeness, timm_images, torchvision_images

# what none of the earlier lists has; (names, how many are drawn)
POOLS = (
    (
        """bat_resnext26ts botnet26t_256 convit_tiny crossvit_9_240 cs3darknet_m deit3_small_patch16_224 dla34
        ecaresnet26t efficientvit_b1 efficientvit_m3 ese_vovnet19b_dw eva02_tiny_patch14_224 gcresnet33ts gcvit_xtiny
        ghostnetv2_100 hgnetv2_b1 hiera_tiny_224 inception_resnet_v2 lcnet_100 maxxvit_rmlp_nano_rw_256
        mobilenetv4_conv_small mobileone_s1 mvitv2_tiny nest_tiny nextvit_small nf_regnet_b1 pit_s_224 regnetz_b16
        repghostnet_100 repvit_m1 resnetv2_50 rexnet_100 selecsls42b semnasnet_100 skresnet18 tf_efficientnet_lite0
        tiny_vit_11m_224 tresnet_m vitamin_small_224 swinv2_cr_tiny_224""".split(),
        5,
    ),
    (
        """biogpt camembert codegen data2vec_text deberta ernie fnet funnel gemma gemma3 glm gpt_neo granite ibert led
        mamba marian modernbert mpt mra olmo pegasus phi3 qwen3 reformer rembert roberta rwkv xglm yoso""".split(),
        4,
    ),
    (
        """beit cvt dpt efficientformer glpn hubert pvt sew swin2 timesformer vit_msn videomae vivit wavlm yolos
        wav2vec2_conformer informer time_series_transformer""".split(),
        2,
    ),
    (
        """efficientnet_b2 fcn_resnet50 mc3_18 mobilenet_v3_small regnet_x_800mf shufflenet_v2_x2_0 swin_s vgg13_bn
        wide_resnet50_2 convnext_small""".split(),
        1,
    ),
)


def drawn():
    chance = random.Random(7)
    return [name for names, count in POOLS for name in chance.sample(names, count)]


# --- pictures ---


class Cells(nn.Module):
    """A U-Net over microscope pictures: pairs of 3 x 3 convolutions, transposed ones up, skips beside them."""

    def __init__(self, widths=(32, 64, 128, 256, 512)):
        super().__init__()

        def pair(a, b):
            layers = []
            for i, o in ((a, b), (b, b)):
                layers += [nn.Conv2d(i, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True)]
            return nn.Sequential(*layers)

        self.down = nn.ModuleList(pair(a, b) for a, b in zip((1, *widths), widths))
        self.up = nn.ModuleList(nn.ConvTranspose2d(b, a, 2, 2) for a, b in zip(widths, widths[1:]))
        self.merge = nn.ModuleList(pair(2 * a, a) for a in widths[:-1])
        self.drop, self.last = nn.Dropout2d(0.2), nn.Conv2d(widths[0], 1, 1)

    def forward(self, x):
        kept = []
        for i, part in enumerate(self.down):
            x = part(x if i == 0 else F.max_pool2d(x, 2))
            kept.append(x)
        x = self.drop(x)
        for i in reversed(range(len(self.up))):
            x = self.merge[i](torch.cat([kept[i], self.up[i](x)], 1))
        return self.last(x)


def overlap(out, inputs):
    """Cross entropy of each pixel, and one minus the share of both areas that overlaps."""
    wanted = inputs[-1]
    share = torch.sigmoid(out.float())
    both = (share * wanted).sum((1, 2, 3))
    dice = (2 * both + 1) / (share.sum((1, 2, 3)) + wanted.sum((1, 2, 3)) + 1)
    return F.binary_cross_entropy_with_logits(out, wanted) + 1 - dice.mean()


def cells(batch):
    network = with_optimizer(WithLabels(Cells()), "momentum", lr=0.01, momentum=0.99, nesterov=True)
    return network, (torch.randn(batch, 1, 192, 192), torch.rand(batch, 1, 192, 192).round()), overlap


class Faces(nn.Module):
    """Faces to points on a sphere: bottlenecks with depthwise convolutions and PReLU, one of them over all places."""

    class Part(nn.Module):
        def __init__(self, a, b, stride, wide):
            super().__init__()
            unit = lambda i, o, k, s, g: [nn.Conv2d(i, o, k, s, k // 2, groups=g, bias=False), nn.BatchNorm2d(o)]
            inner = wide * a
            layers = [*unit(a, inner, 1, 1, 1), nn.PReLU(inner), *unit(inner, inner, 3, stride, inner), nn.PReLU(inner)]
            self.layers, self.same = nn.Sequential(*layers, *unit(inner, b, 1, 1, 1)), stride == 1 and a == b

        def forward(self, x):
            return x + self.layers(x) if self.same else self.layers(x)

    def __init__(self, size=128):
        super().__init__()
        first = [nn.Conv2d(3, 64, 3, 2, 1, bias=False), nn.BatchNorm2d(64), nn.PReLU(64)]
        parts, last = [], 64
        for b, count, stride, wide in ((64, 5, 2, 2), (128, 1, 2, 4), (128, 6, 1, 2), (128, 1, 2, 4), (128, 2, 1, 2)):
            for i in range(count):
                parts.append(self.Part(last, b, stride if i == 0 else 1, wide))
                last = b
        end = [nn.Conv2d(128, 512, 1, bias=False), nn.BatchNorm2d(512), nn.PReLU(512)]
        end += [nn.Conv2d(512, 512, 7, groups=512, bias=False), nn.BatchNorm2d(512), nn.Flatten()]
        self.layers = nn.Sequential(*first, *parts, *end, nn.Linear(512, size, bias=False), nn.BatchNorm1d(size))

    def forward(self, x):
        return F.normalize(self.layers(x))


def hardest_three(out, inputs):
    """For each face: the farthest of the same person must be nearer than the nearest of another."""
    labels = inputs[-1]
    gaps = torch.cdist(out.float(), out.float())
    same = labels[:, None] == labels
    far = gaps.masked_fill(~same, 0).max(1).values
    near = gaps.masked_fill(same, math.inf).min(1).values
    return F.relu(far - near + 0.3).mean()


def faces(batch):
    network = with_optimizer(WithLabels(Faces()), "momentum", lr=0.01, momentum=0.9, weight_decay=5e-4)
    return network, (torch.randn(batch, 3, 112, 112), torch.arange(batch) // 4), hardest_three


class Follows(nn.Module):
    """Two views of a picture: one network foretells what its slow copy says of the other; the copy then follows."""

    class Look(nn.Module):
        def __init__(self, wide, size):
            super().__init__()
            import torchvision.models as models

            self.look = models.resnet34(weights=None)
            self.look.fc = nn.Identity()
            self.project = nn.Sequential(
                nn.Linear(512, wide), nn.BatchNorm1d(wide), nn.ReLU(inplace=True), nn.Linear(wide, size)
            )

        def forward(self, x):
            return self.project(self.look(x))

    def __init__(self, wide=2048, size=256):
        super().__init__()
        self.online, self.slow = self.Look(wide, size), self.Look(wide, size)
        self.foretell = nn.Sequential(
            nn.Linear(size, wide), nn.BatchNorm1d(wide), nn.ReLU(inplace=True), nn.Linear(wide, size)
        )
        self.slow.load_state_dict(self.online.state_dict())
        self.slow.requires_grad_(False)

    def forward(self, one, two):
        return self.online.look(one)

    def loss(self, one, two):
        a, b = self.foretell(self.online(one)), self.foretell(self.online(two))
        with torch.no_grad():
            c, d = self.slow(one), self.slow(two)
        near = lambda x, y: 2 - 2 * (F.normalize(x, dim=-1) * F.normalize(y, dim=-1)).sum(-1)
        return (near(a, d) + near(b, c)).mean()

    def own_step(self, cast):
        network = self
        trained = [p for p in network.parameters() if p.requires_grad]
        optimizer = torch.optim.AdamW(trained, lr=1e-4)

        def step(one, two):
            optimizer.zero_grad()
            with cast():
                loss = network.loss(one, two)
            loss.backward()
            optimizer.step()
            with torch.no_grad():
                for slow, online in zip(network.slow.parameters(), network.online.parameters()):
                    slow.mul_(0.99).add_(online, alpha=0.01)

        return step


def follows(batch):
    return Follows(), (torch.randn(batch, 3, 128, 128), torch.randn(batch, 3, 128, 128)), None


class Taught(nn.Module):
    """A small network that learns what a large one, whose weights stay, says at a high temperature."""

    def __init__(self):
        super().__init__()
        import torchvision.models as models

        self.teacher, self.pupil = models.resnext50_32x4d(weights=None), models.shufflenet_v2_x0_5(weights=None)
        self.teacher.requires_grad_(False)

    def train(self, mode=True):
        super().train(mode)
        self.teacher.eval()
        return self

    def forward(self, x, labels):
        if not self.training:
            return self.pupil(x)
        with torch.no_grad():
            told = self.teacher(x)
        return self.pupil(x), told


def taught_loss(out, inputs, heat=4.0):
    own, told = out
    share = F.kl_div(
        F.log_softmax(own / heat, 1), F.log_softmax(told / heat, 1), log_target=True, reduction="batchmean"
    )
    return 0.7 * heat**2 * share + 0.3 * F.cross_entropy(own, inputs[-1])


def taught(batch):
    network = with_optimizer(Taught(), "momentum", lr=0.1, momentum=0.9, weight_decay=1e-4)
    return network, (torch.randn(batch, 3, 160, 160), torch.randint(0, 1000, (batch,))), taught_loss


class Seen(nn.Module):
    """Boxes of things: split and joined bottlenecks with SiLU, pooled thrice, a pyramid down and up, sides as bins."""

    class Unit(nn.Sequential):
        def __init__(self, a, b, k=1, s=1):
            super().__init__(nn.Conv2d(a, b, k, s, k // 2, bias=False), nn.BatchNorm2d(b), nn.SiLU(inplace=True))

    class Split(nn.Module):
        def __init__(self, a, b, count, add):
            super().__init__()
            unit, half = Seen.Unit, b // 2
            self.into, self.out, self.add = unit(a, b), unit((2 + count) * half, b), add
            self.parts = nn.ModuleList(nn.Sequential(unit(half, half, 3), unit(half, half, 3)) for _ in range(count))

        def forward(self, x):
            found = list(self.into(x).chunk(2, 1))
            for part in self.parts:
                y = part(found[-1])
                found.append(found[-1] + y if self.add else y)
            return self.out(torch.cat(found, 1))

    def __init__(self, widths=(32, 64, 128, 256, 512), kinds=80, bins=16):
        super().__init__()
        unit, split, w = self.Unit, self.Split, widths
        self.first = nn.Sequential(unit(3, w[0], 3, 2), unit(w[0], w[1], 3, 2), split(w[1], w[1], 1, True))
        self.down = nn.ModuleList(
            nn.Sequential(unit(a, b, 3, 2), split(b, b, n, True)) for a, b, n in zip(w[1:], w[2:], (2, 2, 1))
        )
        self.narrow, self.pooled = unit(w[4], w[4] // 2), unit(2 * w[4], w[4])
        self.merge = nn.ModuleList([split(w[4] + w[3], w[3], 1, False), split(w[3] + w[2], w[2], 1, False)])
        self.shrink = nn.ModuleList([unit(w[2], w[2], 3, 2), unit(w[3], w[3], 3, 2)])
        self.again = nn.ModuleList([split(w[2] + w[3], w[3], 1, False), split(w[3] + w[4], w[4], 1, False)])
        head = lambda a, b, out: nn.Sequential(unit(a, b, 3), unit(b, b, 3), nn.Conv2d(b, out, 1))
        self.sides = nn.ModuleList(head(a, 64, 4 * bins) for a in w[2:])
        self.kinds = nn.ModuleList(head(a, w[2], kinds) for a in w[2:])

    def forward(self, image):
        x, kept = self.first(image), []
        for part in self.down:
            x = part(x)
            kept.append(x)
        y = [self.narrow(x)]
        for _ in range(3):
            y.append(F.max_pool2d(y[-1], 5, 1, 2))
        top = self.pooled(torch.cat(y, 1))
        grown = lambda x: F.interpolate(x, scale_factor=2, mode="nearest")
        middle = self.merge[0](torch.cat([grown(top), kept[1]], 1))
        low = self.merge[1](torch.cat([grown(middle), kept[0]], 1))
        middle = self.again[0](torch.cat([self.shrink[0](low), middle], 1))
        top = self.again[1](torch.cat([self.shrink[1](middle), top], 1))
        parts = [torch.cat([s(x), k(x)], 1).flatten(2) for s, k, x in zip(self.sides, self.kinds, (low, middle, top))]
        return torch.cat(parts, 2).transpose(1, 2)


def seen_loss(out, inputs, bins=16):
    sides, kinds = out.float().split([4 * bins, out.shape[2] - 4 * bins], 2)
    wanted_kinds, wanted = inputs[1:]
    sides = sides.unflatten(2, (4, bins))
    share = sides.softmax(3) @ torch.arange(bins, device=out.device).float()
    low = wanted.long()
    part, logs = wanted - low, F.log_softmax(sides, 3)
    near = -(
        logs.gather(3, low[..., None]).squeeze(3) * (1 - part) + logs.gather(3, low[..., None] + 1).squeeze(3) * part
    )
    (a, b), (c, d) = (share[..., :2], share[..., 2:]), (wanted[..., :2], wanted[..., 2:])
    wide = torch.minimum(a, c) + torch.minimum(b, d)
    both = wide[..., 0] * wide[..., 1]
    area = lambda p, q: (p + q)[..., 0] * (p + q)[..., 1]
    shared = both / (area(a, b) + area(c, d) - both + 1e-7)
    weight = wanted_kinds.sum(2)
    total = weight.sum().clamp(min=1)
    boxes = ((1 - shared) * weight).sum() / total
    bins_loss = (near.mean(2) * weight).sum() / total
    return F.binary_cross_entropy_with_logits(kinds, wanted_kinds, reduction="sum") / total + 7.5 * boxes + bins_loss


def seen(batch):
    places = 40 * 40 + 20 * 20 + 10 * 10
    wanted = torch.rand(batch, places, 80) * (torch.rand(batch, places, 80) > 0.999)
    network = with_optimizer(WithLabels(WithLabels(Seen())), "momentum", lr=0.01, momentum=0.937, nesterov=True)
    return network, (torch.rand(batch, 3, 320, 320), wanted, torch.rand(batch, places, 4) * 14), seen_loss


class Deformed(nn.Module):
    """Tokens of three sizes of a picture look at a few places of each that they choose themselves."""

    class Look(nn.Module):
        def __init__(self, width, heads, levels, points):
            super().__init__()
            self.heads, self.levels, self.points = heads, levels, points
            self.moves = nn.Linear(width, heads * levels * points * 2)
            self.weigh = nn.Linear(width, heads * levels * points)
            self.value, self.out = nn.Linear(width, width), nn.Linear(width, width)

        def forward(self, x, places, base, sizes):
            b, n, c = x.shape
            value = self.value(x).view(b, n, self.heads, -1)
            moves = self.moves(places).view(b, n, self.heads, self.levels, self.points, 2)
            share = self.weigh(places).view(b, n, self.heads, self.levels * self.points).softmax(-1)
            scale = torch.tensor([[w, h] for h, w in sizes], device=x.device, dtype=torch.float32)
            grid = 2 * (base[:, None, None, None] + moves / scale[:, None]) - 1
            found = []
            for level, (part, (h, w)) in enumerate(zip(value.split([h * w for h, w in sizes], 1), sizes)):
                part = part.flatten(2).transpose(1, 2).reshape(b * self.heads, -1, h, w)
                at = grid[:, :, :, level].transpose(1, 2).flatten(0, 1)
                found.append(F.grid_sample(part, at, mode="bilinear", align_corners=False))
            found = torch.stack(found, -2).flatten(-2)
            share = share.transpose(1, 2).reshape(b * self.heads, 1, n, -1)
            return self.out((found * share).sum(-1).view(b, c, n).transpose(1, 2))

    def __init__(self, width=256, heads=8, points=4, depth=4, kinds=91):
        super().__init__()
        unit = lambda a, b: nn.Sequential(nn.Conv2d(a, b, 3, 2, 1), nn.GroupNorm(16, b), nn.ReLU())
        self.first = nn.Sequential(unit(3, 64), unit(64, 128), unit(128, 256))
        self.down = nn.ModuleList([unit(256, 256), unit(256, 256)])
        self.levels = nn.Parameter(torch.randn(3, width) * 0.02)
        self.places = nn.ParameterList(nn.Parameter(torch.randn(s * s, width) * 0.02) for s in (32, 16, 8))
        self.looks = nn.ModuleList(self.Look(width, heads, 3, points) for _ in range(depth))
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2 * depth))
        self.feed = nn.ModuleList(
            nn.Sequential(nn.Linear(width, 4 * width), nn.ReLU(), nn.Dropout(0.1), nn.Linear(4 * width, width))
            for _ in range(depth)
        )
        self.kinds, self.boxes = nn.Linear(width, kinds), nn.Linear(width, 4)

    def forward(self, image):
        maps = [self.first(image)]
        for part in self.down:
            maps.append(part(maps[-1]))
        sizes = [tuple(m.shape[2:]) for m in maps]
        x = torch.cat([m.flatten(2).transpose(1, 2) for m in maps], 1)
        places = torch.cat([p + level for p, level in zip(self.places, self.levels)])
        grids = []
        for h, w in sizes:
            rows, columns = torch.arange(h, device=x.device) + 0.5, torch.arange(w, device=x.device) + 0.5
            y, z = torch.meshgrid(rows / h, columns / w, indexing="ij")
            grids.append(torch.stack([z.flatten(), y.flatten()], -1))
        base = torch.cat(grids)
        for i, (look, feed) in enumerate(zip(self.looks, self.feed)):
            x = self.norms[2 * i](x + look(x, x + places, base, sizes))
            x = self.norms[2 * i + 1](x + feed(x))
        return self.kinds(x), torch.sigmoid(self.boxes(x))


def deformed(batch):
    places = 32 * 32 + 16 * 16 + 8 * 8

    def loss(out, inputs):
        return F.cross_entropy(out[0].transpose(1, 2), inputs[1]) + 5 * F.l1_loss(out[1], inputs[2])

    inputs = (torch.randn(batch, 3, 256, 256), torch.randint(0, 91, (batch, places)), torch.rand(batch, places, 4))
    return WithLabels(WithLabels(Deformed())), inputs, loss


class Denoises(nn.Module):
    """A transformer over patches of latents; time and kind shift, scale and open every layer."""

    class Block(nn.Module):
        def __init__(self, width, heads):
            super().__init__()
            self.heads = heads
            self.one, self.two = (nn.LayerNorm(width, elementwise_affine=False, eps=1e-6) for _ in range(2))
            self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
            self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
            self.told = nn.Sequential(nn.SiLU(), nn.Linear(width, 6 * width))

        def forward(self, x, told):
            a, b, c, d, e, f = self.told(told)[:, None].chunk(6, -1)
            y = self.one(x) * (1 + b) + a
            q, k, v = self.qkv(y).unflatten(-1, (3, self.heads, -1)).permute(2, 0, 3, 1, 4).unbind(0)
            y = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2)
            x = x + c * self.out(y)
            y = self.two(x) * (1 + e) + d
            return x + f * self.down(F.gelu(self.up(y), approximate="tanh"))

    def __init__(self, width=384, heads=6, depth=10, channels=4, patch=2, side=32, kinds=1000):
        super().__init__()
        self.patch, self.side, self.width = patch, side // patch, width
        self.into = nn.Conv2d(channels, width, patch, patch)
        self.places = nn.Parameter(torch.randn(1, self.side**2, width) * 0.02)
        self.time = nn.Sequential(nn.Linear(256, width), nn.SiLU(), nn.Linear(width, width))
        self.kinds = nn.Embedding(kinds + 1, width)
        self.blocks = nn.ModuleList(self.Block(width, heads) for _ in range(depth))
        self.norm = nn.LayerNorm(width, elementwise_affine=False, eps=1e-6)
        self.told = nn.Sequential(nn.SiLU(), nn.Linear(width, 2 * width))
        self.last = nn.Linear(width, patch * patch * channels)
        self.register_buffer("kept", torch.cumprod(1 - torch.linspace(1e-4, 0.02, 1000), 0))

    def forward(self, latent, time, kind, noise):
        share = self.kept[time][:, None, None, None]
        x = share.sqrt() * latent + (1 - share).sqrt() * noise
        x = self.into(x).flatten(2).transpose(1, 2) + self.places
        rates = torch.exp(-math.log(10000) * torch.arange(128, device=x.device).float() / 128)
        angles = time[:, None].float() * rates
        if self.training:
            kind = kind.masked_fill(torch.rand(kind.shape, device=kind.device) < 0.1, 1000)
        told = self.time(torch.cat([angles.cos(), angles.sin()], -1)) + self.kinds(kind)
        for block in self.blocks:
            x = block(x, told)
        shift, scale = self.told(told)[:, None].chunk(2, -1)
        x = self.last(self.norm(x) * (1 + scale) + shift)
        b, s, p = x.shape[0], self.side, self.patch
        return torch.einsum("bhwpqc->bchpwq", x.view(b, s, s, p, p, -1)).reshape(b, -1, s * p, s * p)


def denoises(batch):
    latent = torch.randn(batch, 4, 32, 32)
    inputs = (latent, torch.randint(0, 1000, (batch,)), torch.randint(0, 1000, (batch,)), torch.randn_like(latent))
    return Denoises(), inputs, likeness


class Compressed(nn.Module):
    """Pictures to few whole numbers and back: 5 x 5 convolutions, each channel divided by all, likelihoods of bins."""

    class Divide(nn.Module):
        def __init__(self, width, inverse=False):
            super().__init__()
            self.inverse, self.beta = inverse, nn.Parameter(torch.ones(width))
            self.gamma = nn.Parameter(0.1 * torch.eye(width) + 1e-3)

        def forward(self, x):
            gamma = self.gamma.clamp(min=0)[:, :, None, None]
            norm = F.conv2d(x * x, gamma, self.beta.clamp(min=1e-6))
            return x * (torch.sqrt(norm) if self.inverse else torch.rsqrt(norm))

    def __init__(self, width=128, middle=192):
        super().__init__()
        down = lambda a, b: nn.Conv2d(a, b, 5, 2, 2)
        up = lambda a, b: nn.ConvTranspose2d(a, b, 5, 2, 2, 1)
        d, n, m = self.Divide, width, middle
        self.into = nn.Sequential(down(3, n), d(n), down(n, n), d(n), down(n, n), d(n), down(n, m))
        self.out = nn.Sequential(up(m, n), d(n, True), up(n, n), d(n, True), up(n, n), d(n, True), up(n, 3))
        leak = lambda: nn.LeakyReLU(inplace=True)
        self.more = nn.Sequential(nn.Conv2d(m, n, 3, 1, 1), leak(), down(n, n), leak(), down(n, n))
        self.less = nn.Sequential(up(n, m), leak(), up(m, m), leak(), nn.Conv2d(m, 2 * m, 3, 1, 1))
        self.centre, self.spread = nn.Parameter(torch.zeros(1, n, 1, 1)), nn.Parameter(torch.ones(1, n, 1, 1))

    def rounded(self, x):
        return x + torch.empty_like(x).uniform_(-0.5, 0.5) if self.training else torch.round(x)

    def forward(self, image):
        y = self.into(image)
        z = self.rounded(self.more(y))
        mean, spread = self.less(z).chunk(2, 1)
        wide = lambda x: 0.5 * torch.erfc(-(2**-0.5) * x)
        spread, y = F.softplus(spread.float()).clamp(min=0.11), self.rounded(y)
        gap = (y - mean).abs().float()
        of_y = (wide((0.5 - gap) / spread) - wide((-0.5 - gap) / spread)).clamp(min=1e-9)
        far, s = (z.float() - self.centre), F.softplus(self.spread)
        of_z = (torch.sigmoid((far + 0.5) / s) - torch.sigmoid((far - 0.5) / s)).clamp(min=1e-9)
        return self.out(y), of_y, of_z


def compressed(batch):
    def loss(out, inputs):
        image = inputs[0]
        bits = sum(torch.log(p).sum() for p in out[1:]) / (-math.log(2) * image.shape[0] * 128 * 128)
        return bits + 0.01 * 255**2 * F.mse_loss(out[0].float(), image)

    return with_optimizer(Compressed(), "adam", lr=1e-4), (torch.rand(batch, 3, 128, 128),), loss


class Critics(nn.Module):
    """Pictures of noise and a critic whose slope must be one between real and made: gradients of gradients."""

    def __init__(self, size=128, width=64):
        super().__init__()
        w, up = width, []
        for a, b in ((8 * w, 4 * w), (4 * w, 2 * w), (2 * w, w)):
            up += [nn.ConvTranspose2d(a, b, 4, 2, 1, bias=False), nn.BatchNorm2d(b), nn.ReLU(True)]
        first = [nn.ConvTranspose2d(size, 8 * w, 4, 1, 0, bias=False), nn.BatchNorm2d(8 * w), nn.ReLU(True)]
        self.maker = nn.Sequential(*first, *up, nn.ConvTranspose2d(w, 3, 4, 2, 1), nn.Tanh())
        down = [nn.Conv2d(3, w, 4, 2, 1), nn.LeakyReLU(0.2)]
        for a, b in ((w, 2 * w), (2 * w, 4 * w), (4 * w, 8 * w)):
            down += [nn.Conv2d(a, b, 4, 2, 1), nn.InstanceNorm2d(b, affine=True), nn.LeakyReLU(0.2)]
        self.critic = nn.Sequential(*down, nn.Conv2d(8 * w, 1, 4, 1, 0), nn.Flatten(0))

    def forward(self, noise, real):
        return self.maker(noise[:, :, None, None])

    def own_step(self, cast):
        network = self
        one = torch.optim.Adam(network.maker.parameters(), lr=1e-4, betas=(0.0, 0.9))
        two = torch.optim.Adam(network.critic.parameters(), lr=1e-4, betas=(0.0, 0.9))

        def step(noise, real):
            with cast():
                with torch.no_grad():
                    made = network.maker(noise[:, :, None, None])
                share = torch.rand(real.shape[0], 1, 1, 1, device=real.device)
                between = (share * real + (1 - share) * made).float().requires_grad_()
                said = network.critic(between).float()
                (slope,) = torch.autograd.grad(said, between, torch.ones_like(said), create_graph=True)
                penalty = (slope.flatten(1).norm(2, dim=1) - 1).square().mean()
                loss = network.critic(made).mean() - network.critic(real).mean() + 10 * penalty
            learn(two, loss)
            with cast():
                loss = -network.critic(network.maker(torch.randn_like(noise)[:, :, None, None])).mean()
            learn(one, loss)

        return step


def critics(batch):
    return Critics(), (torch.randn(batch, 128), torch.rand(batch, 3, 64, 64) * 2 - 1), None


# --- sequences ---


def weight_norm(layer):
    return getattr(nn.utils.parametrizations, "weight_norm", nn.utils.weight_norm)(layer)


class Temporal(nn.Module):
    """Causal dilated convolutions with weight norm over measurements that come place by place."""

    class Block(nn.Module):
        def __init__(self, a, b, kernel, dilation):
            super().__init__()
            self.cut = (kernel - 1) * dilation
            self.one = weight_norm(nn.Conv1d(a, b, kernel, padding=self.cut, dilation=dilation))
            self.two = weight_norm(nn.Conv1d(b, b, kernel, padding=self.cut, dilation=dilation))
            self.drop, self.skip = nn.Dropout(0.2), nn.Conv1d(a, b, 1) if a != b else None

        def forward(self, x):
            y = self.drop(F.relu(self.one(x)[:, :, : -self.cut].contiguous()))
            y = self.drop(F.relu(self.two(y)[:, :, : -self.cut].contiguous()))
            return F.relu(y + (x if self.skip is None else self.skip(x)))

    def __init__(self, channels=36, width=128, kernel=5, depth=7, kinds=12):
        super().__init__()
        self.blocks = nn.Sequential(
            *(self.Block(channels if i == 0 else width, width, kernel, 2**i) for i in range(depth))
        )
        self.last = nn.Linear(width, kinds)

    def forward(self, x):
        return self.last(self.blocks(x.transpose(1, 2))[:, :, -1])


def temporal(batch):
    network = with_optimizer(WithLabels(Temporal()), "adam", lr=1e-3)
    return network, (torch.randn(batch, 600, 36), torch.randint(0, 12, (batch,))), classes


class Selective(nn.Module):
    """A selective state space, all places at once by doubling: a state of 16 for each of the inner features."""

    class Block(nn.Module):
        def __init__(self, width, inner, state, rank):
            super().__init__()
            self.state, self.rank, self.norm = state, rank, nn.LayerNorm(width)
            self.into, self.out = nn.Linear(width, 2 * inner, bias=False), nn.Linear(inner, width, bias=False)
            self.near = nn.Conv1d(inner, inner, 4, padding=3, groups=inner)
            self.told, self.rate = nn.Linear(inner, rank + 2 * state, bias=False), nn.Linear(rank, inner)
            self.logs = nn.Parameter(torch.log(torch.arange(1, state + 1).float()).repeat(inner, 1))
            self.skip = nn.Parameter(torch.ones(inner))

        @staticmethod
        def scanned(decay, x):
            step, n = 1, x.shape[1]
            while step < n:
                x = x + decay * F.pad(x[:, :-step], (0, 0, 0, 0, step, 0))
                decay = decay * F.pad(decay[:, :-step], (0, 0, 0, 0, step, 0), value=1.0)
                step *= 2
            return x

        def forward(self, x):
            y, gate = self.into(self.norm(x)).chunk(2, -1)
            y = F.silu(self.near(y.transpose(1, 2))[..., : x.shape[1]]).transpose(1, 2)
            rate, b, c = self.told(y).split([self.rank, self.state, self.state], -1)
            rate = F.softplus(self.rate(rate)).float()
            decay = torch.exp(rate[..., None] * -torch.exp(self.logs))
            states = self.scanned(decay, (rate * y)[..., None] * b[:, :, None])
            z = torch.einsum("bldn,bln->bld", states, c.to(states.dtype)) + self.skip * y
            return x + self.out(z.to(gate.dtype) * F.silu(gate))

    def __init__(self, vocabulary=12000, width=256, inner=512, state=16, depth=4):
        super().__init__()
        self.tokens = nn.Embedding(vocabulary, width)
        self.blocks = nn.ModuleList(self.Block(width, inner, state, width // 16) for _ in range(depth))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, vocabulary, bias=False)

    def forward(self, tokens):
        x = self.tokens(tokens)
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


def next_words(out, inputs):
    return F.cross_entropy(out[:, :-1].flatten(0, 1), inputs[0][:, 1:].flatten())


def selective(batch):
    return Selective(), (torch.randint(0, 12000, (batch, 256)),), next_words


class Chooses(nn.Module):
    """Words through attention and experts, each of which takes the words that it is best at."""

    class Block(nn.Module):
        def __init__(self, width, heads, experts, inner):
            super().__init__()
            self.heads, self.experts = heads, experts
            self.one, self.two = nn.LayerNorm(width), nn.LayerNorm(width)
            self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
            self.gate = nn.Linear(width, experts, bias=False)
            self.up = nn.Parameter(torch.randn(experts, width, inner) * 0.02)
            self.down = nn.Parameter(torch.randn(experts, inner, width) * 0.02)

        def forward(self, x):
            b, n, w = x.shape
            q, k, v = self.qkv(self.one(x)).view(b, n, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
            y = F.scaled_dot_product_attention(q, k, v, dropout_p=0.1 if self.training else 0.0, is_causal=True)
            x = x + self.out(y.transpose(1, 2).reshape(b, n, w))
            words = self.two(x).view(b * n, w)
            share = torch.softmax(self.gate(words).float(), -1)
            best, index = torch.topk(share.t(), 2 * b * n // self.experts, dim=1)
            y = torch.bmm(F.gelu(torch.bmm(words[index], self.up)), self.down) * best[..., None].to(x.dtype)
            kept = torch.zeros_like(words).index_add_(0, index.flatten(), y.flatten(0, 1).to(words.dtype))
            return x + kept.view(b, n, w)

    def __init__(self, vocabulary=16000, width=512, heads=8, depth=4, experts=8, inner=1024, length=256):
        super().__init__()
        self.tokens, self.places = nn.Embedding(vocabulary, width), nn.Embedding(length, width)
        self.blocks = nn.ModuleList(self.Block(width, heads, experts, inner) for _ in range(depth))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, vocabulary, bias=False)
        self.head.weight = self.tokens.weight

    def forward(self, tokens):
        x = self.tokens(tokens) + self.places(torch.arange(tokens.shape[1], device=tokens.device))
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


def chooses(batch):
    return Chooses(), (torch.randint(0, 16000, (batch, 256)),), next_words


class Letters(nn.Module):
    """Speech to letters: convolutions in time, channel by channel and then across, residuals; all alignments summed."""

    class Block(nn.Module):
        def __init__(self, a, b, kernel, count):
            super().__init__()
            layers = []
            for i in range(count):
                c = a if i == 0 else b
                layers += [nn.Conv1d(c, c, kernel, padding=kernel // 2, groups=c, bias=False)]
                layers += [nn.Conv1d(c, b, 1, bias=False), nn.BatchNorm1d(b), nn.ReLU(), nn.Dropout(0.1)]
            self.layers, self.skip = nn.Sequential(*layers[:-2]), nn.Sequential(nn.Conv1d(a, b, 1), nn.BatchNorm1d(b))

        def forward(self, x):
            return F.dropout(F.relu(self.layers(x) + self.skip(x)), 0.1, self.training)

    def __init__(self, bands=64, width=256, letters=29):
        super().__init__()
        self.first = nn.Sequential(
            nn.Conv1d(bands, width, 33, 2, 16, bias=False), nn.BatchNorm1d(width), nn.ReLU(inplace=True)
        )
        self.blocks = nn.Sequential(*(self.Block(width, width, k, 3) for k in (33, 39, 51, 63, 75)))
        self.last = nn.Conv1d(width, letters, 1)

    def forward(self, bands):
        return F.log_softmax(self.last(self.blocks(self.first(bands))), 1)


def aligned(out, inputs):
    logs, wanted = out.permute(2, 0, 1), inputs[-1]
    count = wanted.shape[0]
    return F.ctc_loss(logs.float(), wanted, (logs.shape[0],) * count, (wanted.shape[1],) * count, zero_infinity=True)


def letters(batch):
    return WithLabels(Letters()), (torch.randn(batch, 64, 400), torch.randint(1, 29, (batch, 40))), aligned


# --- tables, fields, graphs, control ---


class ChosenColumns(nn.Module):
    """Columns of a table chosen in steps by weights that sum to one and are mostly zero; gated layers."""

    class Gated(nn.Module):
        def __init__(self, a, b):
            super().__init__()
            self.layer, self.norm = nn.Linear(a, 2 * b, bias=False), nn.BatchNorm1d(2 * b, momentum=0.02)

        def forward(self, x):
            return F.glu(self.norm(self.layer(x)), 1)

    def __init__(self, columns=120, width=64, steps=5, kinds=7):
        super().__init__()
        gated, w = self.Gated, 2 * width
        self.width, self.first = width, nn.BatchNorm1d(columns)
        self.shared = nn.ModuleList([gated(columns, w), gated(w, w)])
        self.own = nn.ModuleList(nn.ModuleList([gated(w, w), gated(w, w)]) for _ in range(steps + 1))
        self.weigh = nn.ModuleList(nn.Linear(width, columns, bias=False) for _ in range(steps))
        self.norms = nn.ModuleList(nn.BatchNorm1d(columns) for _ in range(steps))
        self.last = nn.Linear(width, kinds, bias=False)

    @staticmethod
    def sparse(x):
        x = (x - x.max(1, keepdim=True).values).float()
        ordered = torch.sort(x, 1, descending=True).values
        total, places = ordered.cumsum(1), torch.arange(1, x.shape[1] + 1, device=x.device)
        count = (1 + places * ordered > total).sum(1, keepdim=True)
        return F.relu(x - (total.gather(1, count - 1) - 1) / count)

    def told(self, i, x):
        x = self.shared[0](x)
        for part in (self.shared[1], *self.own[i]):
            x = (x + part(x)) * 0.5**0.5
        return x

    def forward(self, x):
        x = self.first(x)
        look, left, total, spread = self.told(0, x)[:, self.width :], torch.ones_like(x), 0, 0
        for i, (weigh, norm) in enumerate(zip(self.weigh, self.norms)):
            share = self.sparse(norm(weigh(look)) * left)
            left = left * (1.3 - share)
            spread = spread - (share * torch.log(share + 1e-10)).sum(1).mean()
            y = self.told(i + 1, share * x)
            total, look = total + F.relu(y[:, : self.width]), y[:, self.width :]
        return self.last(total), spread


def chosen_columns(batch):
    loss = lambda out, inputs: F.cross_entropy(out[0], inputs[-1]) + 1e-3 * out[1]
    network = with_optimizer(WithLabels(ChosenColumns()), "adam", lr=0.02)
    return network, (torch.randn(batch, 120), torch.randint(0, 7, (batch,))), loss


class FourierLayers(nn.Module):
    """Flows on a grid: low frequencies of a 2-D transform times complex weights, beside 1 x 1 convolutions."""

    class Spectral(nn.Module):
        def __init__(self, width, modes):
            super().__init__()
            self.modes = modes
            shape = (width, width, modes, modes)
            self.low, self.high = (nn.Parameter(torch.randn(shape, dtype=torch.cfloat) / width) for _ in range(2))

        def forward(self, x):
            b, c, h, w = x.shape
            m, waves = self.modes, torch.fft.rfft2(x.float())
            out = torch.zeros(b, c, h, w // 2 + 1, dtype=torch.cfloat, device=x.device)
            out[:, :, :m, :m] = torch.einsum("bixy,ioxy->boxy", waves[:, :, :m, :m], self.low)
            out[:, :, -m:, :m] = torch.einsum("bixy,ioxy->boxy", waves[:, :, -m:, :m], self.high)
            return torch.fft.irfft2(out, s=(h, w))

    def __init__(self, width=48, modes=16, depth=4, inputs=3):
        super().__init__()
        self.into, self.out = nn.Linear(inputs + 2, width), nn.Sequential(
            nn.Linear(width, 128), nn.GELU(), nn.Linear(128, 1)
        )
        self.waves = nn.ModuleList(self.Spectral(width, modes) for _ in range(depth))
        self.plain = nn.ModuleList(nn.Conv2d(width, width, 1) for _ in range(depth))

    def forward(self, x):
        b, h, w, _ = x.shape
        rows = torch.linspace(0, 1, h, device=x.device).view(1, h, 1, 1).expand(b, h, w, 1)
        columns = torch.linspace(0, 1, w, device=x.device).view(1, 1, w, 1).expand(b, h, w, 1)
        x = self.into(torch.cat([x, rows, columns], -1)).permute(0, 3, 1, 2)
        for i, (waves, plain) in enumerate(zip(self.waves, self.plain)):
            x = waves(x) + plain(x)
            x = F.gelu(x) if i + 1 < len(self.waves) else x
        return self.out(x.permute(0, 2, 3, 1))


def relative(out, inputs):
    """Mean over samples of the norm of what is wrong, relative to the norm of what was wanted."""
    gap, wanted = (out.float() - inputs[-1]).flatten(1), inputs[-1].flatten(1)
    return (gap.norm(dim=1) / wanted.norm(dim=1)).mean()


def fourier_layers(batch):
    network = with_optimizer(WithLabels(FourierLayers()), "adam", lr=1e-3, weight_decay=1e-4)
    return network, (torch.randn(batch, 96, 96, 3), torch.randn(batch, 96, 96, 1)), relative


class Physics(nn.Module):
    """Burgers' equation in two dimensions: what a network says, its first and second slopes, are trained to agree."""

    def __init__(self, width=128, depth=6, viscosity=0.01):
        super().__init__()
        sizes = [3] + [width] * depth
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in zip(sizes, sizes[1:]))
        self.last, self.viscosity = nn.Linear(width, 2), viscosity

    def told(self, x):
        for layer in self.layers:
            x = torch.tanh(layer(x))
        return self.last(x)

    def forward(self, places):
        if not self.training:
            return self.told(places)
        places = places.detach().requires_grad_()
        out = self.told(places).float()
        u, v = out[:, :1], out[:, 1:]
        slope = lambda y: torch.autograd.grad(y, places, torch.ones_like(y), create_graph=True)[0]
        left = []
        for one in (u, v):
            first = slope(one)
            x, y, t = first.split(1, 1)
            bent = slope(x)[:, :1] + slope(y)[:, 1:2]
            left.append(t + u * x + v * y - self.viscosity * bent)
        return torch.cat([out, *left], 1)


def physics(batch):
    def loss(out, inputs):
        return out[:, 2:].square().mean() + F.mse_loss(out[:, :2], inputs[-1])

    network = with_optimizer(WithLabels(Physics()), "adam", lr=1e-3)
    return network, (torch.rand(batch, 3), torch.randn(batch, 2)), loss


class Hashed(nn.Module):
    """A field of colours: the corners around a place on sixteen grids, found by hashing in one table; small layers."""

    def __init__(self, levels=16, size=2**18, features=2, width=64):
        super().__init__()
        self.size, grown = size, 1.45
        self.table = nn.Embedding(levels * size, features)
        nn.init.uniform_(self.table.weight, -1e-4, 1e-4)
        self.register_buffer("sides", torch.floor(16 * grown ** torch.arange(levels).float()))
        self.register_buffer("first", torch.arange(levels)[:, None] * size)
        self.register_buffer("primes", torch.tensor([1, 2654435761, 805459861]))
        corners = [[i >> 2 & 1, i >> 1 & 1, i & 1] for i in range(8)]
        self.register_buffer("corners", torch.tensor(corners))
        self.density = nn.Sequential(nn.Linear(levels * features, width), nn.ReLU(), nn.Linear(width, 16))
        self.colour = nn.Sequential(
            nn.Linear(32, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 3)
        )

    def seen_from(self, d):
        """Spherical harmonics of the first four degrees of a direction."""
        x, y, z = d.unbind(1)
        xx, yy, zz, xy, yz, xz = x * x, y * y, z * z, x * y, y * z, x * z
        parts = [torch.full_like(x, 0.28), 0.49 * y, 0.49 * z, 0.49 * x, 1.09 * xy, 1.09 * yz]
        parts += [0.95 * zz - 0.32, 1.09 * xz, 0.55 * (xx - yy), 0.59 * y * (3 * xx - yy), 2.89 * xy * z]
        parts += [0.46 * y * (5 * zz - 1), 0.37 * z * (5 * zz - 3), 0.46 * x * (5 * zz - 1)]
        parts += [1.45 * z * (xx - yy), 0.59 * x * (xx - 3 * yy)]
        return torch.stack(parts, 1)

    def forward(self, places, directions):
        at = places[:, None] * self.sides[:, None]
        low = torch.floor(at)
        part = (at - low)[:, :, None]
        corner = (low.long()[:, :, None] + self.corners) * self.primes
        index = (corner[..., 0] ^ corner[..., 1] ^ corner[..., 2]) % self.size + self.first
        weight = torch.where(self.corners > 0, part, 1 - part)
        weight = weight[..., 0] * weight[..., 1] * weight[..., 2]
        x = (self.table(index) * weight[..., None]).sum(2).flatten(1)
        y = self.density(x)
        colour = torch.sigmoid(self.colour(torch.cat([y, self.seen_from(directions).to(y.dtype)], 1)))
        return torch.cat([colour, torch.exp(y[:, :1].float().clamp(max=10)).to(colour.dtype)], 1)


def hashed(batch):
    directions = F.normalize(torch.randn(batch, 3), dim=1)
    network = with_optimizer(WithLabels(Hashed()), "adam", lr=1e-2, betas=(0.9, 0.99), eps=1e-15)
    loss = lambda out, inputs: F.smooth_l1_loss(out, inputs[-1], beta=0.1)
    return network, (torch.rand(batch, 3), directions, torch.rand(batch, 4)), loss


class Liked(nn.Module):
    """People and things as nodes: means of neighbours along all edges, three times; the liked ranks above a draw."""

    def __init__(self, people=30000, things=20000, edges=600000, width=64, depth=3):
        super().__init__()
        self.people, self.depth = people, depth
        self.rows = nn.Embedding(people + things, width)
        nn.init.normal_(self.rows.weight, std=0.1)
        chance = torch.Generator().manual_seed(0)
        a = torch.randint(0, people, (edges,), generator=chance, device="cpu")
        b = torch.randint(0, things, (edges,), generator=chance, device="cpu") + people
        source, target = torch.cat([a, b]), torch.cat([b, a])
        count = torch.bincount(target, minlength=people + things).float().clamp(min=1)
        self.register_buffer("source", source)
        self.register_buffer("target", target)
        self.register_buffer("weight", (count[source] * count[target]).rsqrt()[:, None])

    def forward(self, person, liked, other):
        x = total = self.rows.weight
        for _ in range(self.depth):
            x = torch.zeros_like(x).index_add(0, self.target, x[self.source] * self.weight)
            total = total + x
        total = total / (self.depth + 1)
        who, good, bad = total[person], total[liked + self.people], total[other + self.people]
        start = [self.rows(i) for i in (person, liked + self.people, other + self.people)]
        return (who * good).sum(1), (who * bad).sum(1), sum(r.square().sum() for r in start) / person.shape[0]


def liked(batch):
    loss = lambda out, inputs: F.softplus(out[1] - out[0]).mean() + 1e-4 * out[2]
    inputs = (torch.randint(0, 30000, (batch,)), *(torch.randint(0, 20000, (batch,)) for _ in range(2)))
    return with_optimizer(Liked(), "adam", lr=1e-3), inputs, loss


class Control(nn.Module):
    """Soft actor and critic: a policy, two judges with slow copies, a temperature; three optimizers in a step."""

    def __init__(self, state=64, action=12, width=512):
        super().__init__()
        layers = lambda a, b: nn.Sequential(
            nn.Linear(a, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, b)
        )
        self.policy = layers(state, 2 * action)
        self.judges = nn.ModuleList(layers(state + action, 1) for _ in range(2))
        self.slow = nn.ModuleList(layers(state + action, 1) for _ in range(2))
        self.slow.load_state_dict(self.judges.state_dict())
        self.slow.requires_grad_(False)
        self.heat, self.wanted = nn.Parameter(torch.zeros(())), -float(action)

    def acted(self, state):
        mean, spread = self.policy(state).float().chunk(2, 1)
        spread = spread.clamp(-20, 2)
        noise = torch.randn_like(mean)
        raw = mean + noise * spread.exp()
        log = (-0.5 * noise.square() - spread - 0.5 * math.log(2 * math.pi)).sum(1, keepdim=True)
        log = log - (2 * (math.log(2) - raw - F.softplus(-2 * raw))).sum(1, keepdim=True)
        return torch.tanh(raw), log

    @staticmethod
    def judged(judges, state, action):
        x = torch.cat([state, action], 1)
        return [judge(x) for judge in judges]

    def forward(self, state, action, reward, later, ended):
        return torch.tanh(self.policy(state).chunk(2, 1)[0])

    def own_step(self, cast):
        network = self
        of_judges = torch.optim.Adam(network.judges.parameters(), lr=3e-4)
        of_policy = torch.optim.Adam(network.policy.parameters(), lr=3e-4)
        of_heat = torch.optim.Adam([network.heat], lr=3e-4)

        def step(state, action, reward, later, ended):
            with torch.no_grad(), cast():
                then, log = network.acted(later)
                worth = torch.min(*network.judged(network.slow, later, then)) - network.heat.exp() * log
                wanted = reward + 0.99 * (1 - ended) * worth
            with cast():
                loss = sum(F.mse_loss(q, wanted) for q in network.judged(network.judges, state, action))
            learn(of_judges, loss)
            with cast():
                now, log = network.acted(state)
                worth = torch.min(*network.judged(network.judges, state, now))
                loss = (network.heat.exp().detach() * log - worth).mean()
            learn(of_policy, loss)
            loss = -(network.heat * (log + network.wanted).detach()).mean()
            learn(of_heat, loss)
            with torch.no_grad():
                for slow, own in zip(network.slow.parameters(), network.judges.parameters()):
                    slow.lerp_(own, 0.005)

        return step


def control(batch):
    state = lambda: torch.randn(batch, 64)
    inputs = (state(), torch.rand(batch, 12) * 2 - 1, torch.randn(batch, 1), state(), torch.zeros(batch, 1))
    return Control(), inputs, None


# --- from transformers ---


def foretold(batch):
    """Informer: attention of the few queries that say most, series halved by pooling, a distribution ahead."""
    import transformers

    settings = transformers.InformerConfig(
        prediction_length=24,
        context_length=168,
        input_size=7,
        lags_sequence=[1, 2, 3, 24],
        num_time_features=4,
        d_model=256,
        encoder_layers=3,
        decoder_layers=2,
        encoder_attention_heads=8,
        decoder_attention_heads=8,
        encoder_ffn_dim=1024,
        decoder_ffn_dim=1024,
    )

    class Series(nn.Module):
        def __init__(self):
            super().__init__()
            self.network = transformers.InformerForPrediction(settings)

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

    past = 168 + 24
    inputs = (torch.randn(batch, past, 7), torch.randn(batch, past, 4), torch.ones(batch, past, 7))
    return Series(), (*inputs, torch.randn(batch, 24, 7), torch.randn(batch, 24, 4)), lambda out, inputs: out


# name -> (how to build, batches: a small and a large one)
NETWORKS = {
    "cells": (cells, (4, 16)),
    "seen": (seen, (8, 24)),
    "critics": (critics, (32, 128)),
    "fourier_layers": (fourier_layers, (8, 32)),
    "physics": (physics, (4096, 32768)),
    "hashed": (hashed, (16384, 65536)),
    "denoises": (denoises, (16, 48)),
    "selective": (selective, (4, 12)),
    "chooses": (chooses, (8, 32)),
    "temporal": (temporal, (32, 128)),
    "letters": (letters, (8, 32)),
    "deformed": (deformed, (4, 12)),
    "faces": (faces, (64, 256)),
    "follows": (follows, (16, 48)),
    "chosen_columns": (chosen_columns, (2048, 16384)),
    "liked": (liked, (2048, 16384)),
    "control": (control, (256, 8192)),
    "compressed": (compressed, (8, 24)),
    "taught": (taught, (32, 96)),
    "mobilenetv4_conv_small": (timm_images("mobilenetv4_conv_small"), (32, 128)),
    "efficientvit_m3": (timm_images("efficientvit_m3"), (32, 128)),
    "nf_regnet_b1": (timm_images("nf_regnet_b1", 256), (16, 48)),
    "crossvit_9_240": (timm_images("crossvit_9_240", 240), (16, 64)),
    "cs3darknet_m": (timm_images("cs3darknet_m", 256), (16, 48)),
    "roberta": (
        language("RobertaConfig", "RobertaForMaskedLM", 256, vocab_size=30000, **blocks(8, 512, 8)),
        (8, 24),
    ),
    "modernbert": (
        language(
            "ModernBertConfig",
            "ModernBertForMaskedLM",
            512,
            vocab_size=24000,
            pad_token_id=0,
            bos_token_id=1,
            eos_token_id=2,
            cls_token_id=1,
            sep_token_id=2,
            **{**blocks(8, 512, 8), "intermediate_size": 768},
        ),
        (4, 16),
    ),
    "data2vec_text": (
        language("Data2VecTextConfig", "Data2VecTextForMaskedLM", 192, vocab_size=20000, **blocks(6, 640, 10)),
        (8, 32),
    ),
    "gpt_neo": (
        language(
            "GPTNeoConfig",
            "GPTNeoForCausalLM",
            512,
            vocab_size=32000,
            hidden_size=768,
            num_layers=6,
            num_heads=12,
            attention_types=[[["global", "local"], 3]],
            window_size=128,
        ),
        (4, 12),
    ),
    "cvt": (picture_model("CvtConfig", "CvtForImageClassification"), (16, 48)),
    "informer": (foretold, (32, 128)),
    "mobilenet_v3_small": (torchvision_images("mobilenet_v3_small"), (48, 160)),
}
assert set(drawn()) <= set(NETWORKS)
