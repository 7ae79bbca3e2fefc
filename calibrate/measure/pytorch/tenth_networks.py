"""A tenth list of networks that the planner has no name for, and recipes of their steps that chance has put together.

They judge. Networks written by hand as their users write them, of kinds that the first nine lack: experts that take
sorted words in one grouped product, four bits of weights in groups, gates of each channel in chunks, rewards against
what adapters leave out, gradients of far more pairs than fit at once, two rates of pictures, filters of fixed length,
tokens that merge, spikes, cells that grow, splines that bend, pillars over a street, vectors of atoms, planes of a
scene, magnitudes and phases of sound, series by pools, an equation solved. Names: random.Random(10).sample of each of
POOLS in turn, so many as stands beside it.

    NETWORKS[name](batch) -> (module, inputs, loss of (output, inputs))
    RECIPES[name]            how it is trained and run: random.Random("tenth NAME") draws it (recipes.py)
    KINDS[name]              its two (mode, precision)

`python3 tenth_networks.py` prints the recipes.
"""
import math
import random

import torch
import torch.nn as nn
import torch.nn.functional as F
from eighth_networks import Gates, Rms, turned, turns
from ninth_networks import Behind
from recipes import INFERENCE, TRAINING, Fits, Recipe
from seventh_networks import next_words
from sixth_networks import graphs
from unnamed_networks import WithLabels, blocks, classes, language, own_loss, timm_images, torchvision_images

# what none of the earlier lists has; (names, how many are drawn)
POOLS = (
    (
        """bat_resnext26ts botnet26t_256 caformer_s18 coat_lite_mini convformer_s18 convit_tiny convnext_femto
        cspresnext50 dla34 efficientvit_b1 ese_vovnet19b_dw eva02_tiny_patch14_224 gcvit_xtiny hgnetv2_b1 hiera_tiny_224
        inception_resnet_v2 lcnet_100 legacy_seresnext26_32x4d maxxvit_rmlp_nano_rw_256 mobileone_s1
        mobilenetv3_large_100 pit_s_224 regnety_016 regnetz_b16 repghostnet_100 repvit_m1 resnet50d resnetblur50
        resnetrs50 resnetv2_50 rexnet_100 selecsls42b semnasnet_100 skresnet18 spnasnet_100 swinv2_cr_tiny_224
        tf_efficientnet_lite0 tiny_vit_11m_224 tresnet_m vit_small_patch16_224 vitamin_small_224""".split(),
        4,
    ),
    (
        """biogpt blenderbot canine codegen ctrl ernie flaubert funnel gemma glm glm4 helium ibert led mamba mamba2
        megatron_bert mpt mra mvp olmo olmo3 phi3 plbart prophetnet qwen2_moe qwen3 qwen3_moe recurrent_gemma reformer
        rembert rwkv smollm3 umt5 xlm xmod yoso zamba2""".split(),
        3,
    ),
    (
        """conformer conv_tasnet deepspeech emformer hdemucs hubert_pretrain rnnt squim_objective tacotron2 wav2letter
        wav2vec2 wavernn""".split(),
        3,
    ),
    (
        """convnext_small efficientnet_b3 fcn_resnet50 mc3_18 mvit_v1_b regnet_x_800mf regnet_y_800mf
        shufflenet_v2_x2_0 swin_s vgg16 vit_b_32 wide_resnet50_2""".split(),
        1,
    ),
    (
        """AGNNConv CGConv ClusterGCNConv FAConv FeaStConv FiLMConv GENConv GeneralConv LEConv MFConv NNConv
        ResGatedGraphConv SGConv TransformerConv""".split(),
        1,
    ),
)


def drawn():
    chance = random.Random(10)
    return [name for names, count in POOLS for name in chance.sample(names, count)]


# --- words ---


class Shared(nn.Module):
    """Attention whose queries share keys and values, normed and turned by their places."""

    def __init__(self, width, heads, shared):
        super().__init__()
        self.heads, self.shared, self.size = heads, shared, width // heads
        self.q, self.o = nn.Linear(width, width, bias=False), nn.Linear(width, width, bias=False)
        self.kv = nn.Linear(width, 2 * shared * self.size, bias=False)
        self.of_q, self.of_k = Rms(self.size), Rms(self.size)

    def forward(self, x, cos, sin):
        b, n, w = x.shape
        q = self.q(x).view(b, n, self.heads, self.size).transpose(1, 2)
        k, v = self.kv(x).view(b, n, 2, self.shared, self.size).permute(2, 0, 3, 1, 4).unbind(0)
        q, k = turned(self.of_q(q), cos, sin), turned(self.of_k(k), cos, sin)
        q, k = q.to(v.dtype), k.to(v.dtype)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
        return self.o(y.transpose(1, 2).reshape(b, n, w))


class Dropless(nn.Module):
    """Words sorted by their four of sixteen experts, who work in one grouped product of BF16; one expert for all."""

    class Experts(nn.Module):
        def __init__(self, width, inner, count=16, best=4):
            super().__init__()
            self.count, self.best = count, best
            self.gate, self.all = nn.Linear(width, count, bias=False), Gates(width, inner)
            self.up = nn.Parameter(torch.randn(count, 2 * inner, width) * 0.02)
            self.down = nn.Parameter(torch.randn(count, width, inner) * 0.02)
            self.register_buffer("lift", torch.zeros(count))

        def grouped(self, x, weights, ends):
            product = getattr(F, "grouped_mm", None) or torch._grouped_mm
            return product(x.bfloat16(), weights.bfloat16().transpose(-2, -1), offs=ends)

        def forward(self, x):
            words = x.reshape(-1, x.shape[-1])
            score = torch.sigmoid(self.gate(words).float())
            index = (score.detach() + self.lift.float()).topk(self.best, -1).indices
            share = score.gather(1, index)
            share = share / share.sum(-1, keepdim=True)
            order = index.flatten().argsort(stable=True)
            counts = torch.histc(index.flatten().float(), self.count, 0, self.count - 1)
            ends = counts.cumsum(0).to(torch.int32)
            who = torch.div(order, self.best, rounding_mode="floor")
            a, c = self.grouped(words[who], self.up, ends).chunk(2, -1)
            y = self.grouped(F.silu(a) * c, self.down, ends)
            y = (y * share.flatten()[order].to(y.dtype)[:, None]).to(words.dtype)
            out = torch.zeros_like(words).index_add(0, who, y)
            return (out + self.all(words)).view_as(x)

    class Block(nn.Module):
        def __init__(self, width, heads, shared, inner):
            super().__init__()
            self.one, self.two = Rms(width), Rms(width)
            self.look, self.experts = Shared(width, heads, shared), Dropless.Experts(width, inner)

        def forward(self, x, cos, sin):
            x = x + self.look(self.one(x), cos, sin)
            return x + self.experts(self.two(x))

    def __init__(self, vocabulary=16000, width=512, heads=8, shared=2, depth=4, inner=384):
        super().__init__()
        self.size = width // heads
        self.tokens = nn.Embedding(vocabulary, width)
        self.blocks = nn.ModuleList(self.Block(width, heads, shared, inner) for _ in range(depth))
        self.norm, self.head = Rms(width), nn.Linear(width, vocabulary, bias=False)

    def forward(self, tokens):
        x = self.tokens(tokens)
        cos, sin = turns(tokens.shape[1], self.size, x.device)
        for block in self.blocks:
            x = block(x, cos, sin)
        return self.head(self.norm(x))


def dropless(batch):
    return Dropless(), (torch.randint(0, 16000, (batch, 512)),), next_words


class FourBits(nn.Module):
    """Weights in four bits by groups of 32 and inputs in eight by word, both learned through; capped scores, every
    second layer near-sighted, norms before and after."""

    class Layer(nn.Linear):
        def forward(self, x):
            w = self.weight.view(self.out_features, -1, 32)
            scale = w.detach().abs().amax(-1, keepdim=True).clamp(min=1e-6) / 7.5
            w = w + ((w / scale).round().clamp(-8, 7) * scale - w).detach()
            step = x.detach().abs().amax(-1, keepdim=True).clamp(min=1e-6) / 127
            x = x + ((x / step).round().clamp(-128, 127) * step - x).detach()
            return F.linear(x, w.view_as(self.weight), self.bias)

    class Block(nn.Module):
        def __init__(self, width, heads, inner):
            super().__init__()
            layer, self.heads = FourBits.Layer, heads
            self.qkv, self.o = layer(width, 3 * width, bias=False), layer(width, width, bias=False)
            self.up, self.down = layer(width, 2 * inner, bias=False), layer(inner, width, bias=False)
            self.norms = nn.ModuleList(Rms(width) for _ in range(4))

        def forward(self, x, hidden, cos, sin):
            b, n, w = x.shape
            q, k, v = self.qkv(self.norms[0](x)).view(b, n, 3, self.heads, -1).permute(2, 0, 3, 1, 4).unbind(0)
            q, k = turned(q, cos, sin), turned(k, cos, sin)
            scores = q @ k.transpose(-1, -2) * q.shape[-1] ** -0.5
            scores = 50 * torch.tanh(scores / 50)
            share = scores.masked_fill(hidden, float("-inf")).softmax(-1, dtype=torch.float32).to(v.dtype)
            y = (share @ v).transpose(1, 2).reshape(b, n, w)
            x = x + self.norms[1](self.o(y))
            a, c = self.up(self.norms[2](x)).chunk(2, -1)
            return x + self.norms[3](self.down(F.gelu(a, approximate="tanh") * c))

    def __init__(self, vocabulary=16000, width=512, heads=8, depth=4, inner=1536, near=128):
        super().__init__()
        self.size, self.near = width // heads, near
        self.tokens = nn.Embedding(vocabulary, width)
        self.blocks = nn.ModuleList(self.Block(width, heads, inner) for _ in range(depth))
        self.norm = Rms(width)

    def forward(self, tokens):
        x = self.tokens(tokens)
        x = x * x.shape[-1] ** 0.5
        n = tokens.shape[1]
        cos, sin = turns(n, self.size, x.device)
        at = torch.arange(n, device=x.device)
        gap = at[:, None] - at
        far = (gap < 0, (gap < 0) | (gap >= self.near))
        for i, block in enumerate(self.blocks):
            x = block(x, far[i % 2], cos, sin)
        logits = F.linear(self.norm(x), self.tokens.weight)
        return 30 * torch.tanh(logits / 30)


def four_bits(batch):
    return FourBits(), (torch.randint(0, 16000, (batch, 512)),), next_words


class Foretells(nn.Module):
    """A memory that each channel forgets at a rate of its own, in chunks of 64; four heads foretell four words."""

    class Look(nn.Module):
        def __init__(self, width, heads, chunk=64, rank=16):
            super().__init__()
            self.heads, self.chunk = heads, chunk
            self.q, self.k = (nn.Linear(width, width // 2, bias=False) for _ in range(2))
            self.v, self.open, self.o = (nn.Linear(width, width, bias=False) for _ in range(3))
            self.fade = nn.Sequential(nn.Linear(width, rank, bias=False), nn.Linear(rank, width // 2))
            self.norm = Rms(width // heads)

        def forward(self, x):
            b, n, w = x.shape
            split = lambda z: z.float().view(b, n // self.chunk, self.chunk, self.heads, -1).permute(0, 3, 1, 2, 4)
            q, k, v = split(self.q(x)), split(self.k(x)), split(self.v(x))
            with torch.autocast("cuda", enabled=False):
                fade = (F.logsigmoid(split(self.fade(x.to(self.fade[1].bias.dtype)))) / 16).cumsum(3)
                last = fade[:, :, :, -1:]
                q = q * fade.exp() * q.shape[-1] ** -0.5
                near = torch.tril(q @ (k * (-fade).exp()).transpose(-1, -2)) @ v
                more = (k * (last - fade).exp()).transpose(-1, -2) @ v
                less = last.exp().transpose(-1, -2)
                state, states = torch.zeros_like(more[:, :, 0]), []
                for i in range(n // self.chunk):
                    states.append(state)
                    state = state * less[:, :, i] + more[:, :, i]
                y = near + q @ torch.stack(states, 2)
            y = self.norm(y).permute(0, 2, 3, 1, 4).reshape(b, n, w).to(x.dtype)
            return self.o(y * F.silu(self.open(x)))

    class Block(nn.Module):
        def __init__(self, width, heads, inner):
            super().__init__()
            self.one, self.two = Rms(width), Rms(width)
            self.look, self.layers = Foretells.Look(width, heads), Gates(width, inner)

        def forward(self, x):
            x = x + self.look(self.one(x))
            return x + self.layers(self.two(x))

    def __init__(self, vocabulary=12000, width=512, heads=4, depth=5, inner=1408, ahead=4):
        super().__init__()
        self.tokens = nn.Embedding(vocabulary, width)
        self.blocks = nn.ModuleList(self.Block(width, heads, inner) for _ in range(depth))
        self.heads = nn.ModuleList(self.Block(width, heads, inner) for _ in range(ahead))
        self.norm, self.last = Rms(width), nn.Linear(width, vocabulary, bias=False)

    def forward(self, tokens):
        x = self.tokens(tokens)
        for block in self.blocks:
            x = block(x)
        heads = self.heads if self.training else self.heads[:1]
        return [self.last(self.norm(head(x))) for head in heads]


def foretells(batch):
    def loss(out, inputs):
        words, total = inputs[0], 0
        for i, logits in enumerate(out):
            total = total + F.cross_entropy(logits[:, : -1 - i].float().flatten(0, 1), words[:, 1 + i :].flatten())
        return total / len(out)

    return Foretells(), (torch.randint(0, 12000, (batch, 512)),), loss


class Rewarded(nn.Module):
    """Answers in groups of four by what they were rewarded with; what the network said without its adapters is near.
    Adapters are peft's, with magnitudes of their own."""

    def __init__(self, vocabulary=16000):
        super().__init__()
        import peft
        import transformers

        more = {"vocab_size": vocabulary, "num_key_value_heads": 4, "head_dim": 64, **blocks(6, 512, 8)}
        network = transformers.Qwen3ForCausalLM(transformers.Qwen3Config(**{**more, "intermediate_size": 1536}))
        network.config.use_cache = False
        how = {"r": 16, "lora_alpha": 32, "lora_dropout": 0.05, "target_modules": "all-linear", "use_dora": True}
        self.network = peft.get_peft_model(network, peft.LoraConfig(task_type="CAUSAL_LM", **how))

    def said(self, tokens):
        logits = self.network(input_ids=tokens, use_cache=False).logits[:, :-1].float() / 0.9
        return logits.log_softmax(-1).gather(2, tokens[:, 1:, None]).squeeze(2)

    def forward(self, tokens, *_):
        if not self.training:
            return self.network(input_ids=tokens, use_cache=False).logits
        with torch.no_grad(), self.network.disable_adapter():
            before = self.said(tokens)
        return self.said(tokens), before


def rewarded(batch):
    def loss(out, inputs):
        (logs, before), (_, old, rewards, kept) = out, inputs
        groups = rewards.float().view(-1, 4)
        better = (groups - groups.mean(1, keepdim=True)) / (groups.std(1, keepdim=True) + 1e-4)
        better, kept = better.flatten()[:, None], kept.float()
        ratio = torch.exp(logs - old.float())
        gain = torch.min(ratio * better, ratio.clamp(0.8, 1.2) * better)
        apart = torch.exp(before - logs) - (before - logs) - 1
        return (((0.04 * apart - gain) * kept).sum(1) / kept.sum(1).clamp(min=1)).mean()

    tokens = torch.randint(0, 16000, (batch, 320))
    old, kept = -torch.rand(batch, 319) * 9, torch.ones(batch, 319)
    return Rewarded(), (tokens, old, torch.randn(batch), kept), loss


class Cached(nn.Module):
    """Sentences and what answers them, all pairs of a large batch: seen once without gradients, the loss of several
    lengths of what was found, then part by part again with the gradients that the loss has sent."""

    def __init__(self, vocabulary=20000, width=384, heads=6, depth=6, length=128, parts=4):
        super().__init__()
        self.tokens, self.places = nn.Embedding(vocabulary, width), nn.Parameter(torch.randn(length, width) * 0.02)
        layer = lambda: nn.TransformerEncoderLayer(
            width, heads, 4 * width, 0.0, "gelu", batch_first=True, norm_first=True
        )
        self.layers = nn.ModuleList(layer() for _ in range(depth))
        self.norm, self.parts = nn.LayerNorm(width), parts

    def found(self, words):
        x = self.tokens(words) + self.places
        for layer in self.layers:
            x = layer(x)
        return F.normalize(self.norm(x).mean(1).float(), dim=-1)

    def forward(self, asked, _):
        return self.found(asked)

    def own_loop(self, cast, backward, finish):
        network = self

        def pairs(one, two):
            right, total = torch.arange(one.shape[0], device=one.device), 0
            for size in (64, 128, 384):
                scores = F.normalize(one[:, :size], dim=1) @ F.normalize(two[:, :size], dim=1).T * 20
                total = total + F.cross_entropy(scores, right)
            return total

        def step(*sides):
            leaves = []
            for side in sides:
                with torch.no_grad(), cast():
                    leaves.append(torch.cat([network.found(part) for part in side.chunk(network.parts)]))
                leaves[-1].requires_grad_()
            with cast():
                loss = pairs(*leaves)
            backward(loss)
            for side, leaf in zip(sides, leaves):
                for part, slope in zip(side.chunk(network.parts), leaf.grad.chunk(network.parts)):
                    with cast():
                        out = network.found(part)
                    torch.autograd.backward(out, slope)
            finish()

        return step


def cached(batch):
    return Cached(), (torch.randint(0, 20000, (batch, 128)), torch.randint(0, 20000, (batch, 128))), None


# --- pictures ---


class SlowFast(nn.Module):
    """Four pictures through wide layers, thirty-two through narrow ones, which tell the others what moves."""

    class Part(nn.Module):
        def __init__(self, a, inner, b, taps, stride):
            super().__init__()
            unit = lambda i, o, k, s=1: nn.Sequential(
                nn.Conv3d(i, o, k, (1, s, s), tuple(n // 2 for n in k), bias=False), nn.BatchNorm3d(o)
            )
            self.one, self.two = unit(a, inner, (taps, 1, 1)), unit(inner, inner, (1, 3, 3), stride)
            self.three = unit(inner, b, (1, 1, 1))
            self.skip = unit(a, b, (1, 1, 1), stride) if a != b or stride != 1 else nn.Identity()

        def forward(self, x):
            return F.relu(self.three(F.relu(self.two(F.relu(self.one(x))))) + self.skip(x))

    def __init__(self, width=32, thin=8, depths=(2, 2, 2, 2), kinds=400):
        super().__init__()

        def first(out, taps):
            filters = nn.Conv3d(3, out, (taps, 7, 7), (1, 2, 2), (taps // 2, 3, 3), bias=False)
            return nn.Sequential(filters, nn.BatchNorm3d(out), nn.ReLU(), nn.MaxPool3d((1, 3, 3), (1, 2, 2), (0, 1, 1)))

        self.slow, self.fast = nn.ModuleList([first(2 * width, 1)]), nn.ModuleList([first(thin, 5)])
        self.tell, a, c = nn.ModuleList(), 2 * width, thin
        for i, depth in enumerate(depths):
            more = 2 * c
            tell = nn.Conv3d(c, more, (5, 1, 1), (8, 1, 1), (2, 0, 0), bias=False)
            self.tell.append(nn.Sequential(tell, nn.BatchNorm3d(more), nn.ReLU()))
            slow, fast = [], []
            for j in range(depth):
                stride, taps = 2 if i > 0 and j == 0 else 1, 1 if i < 2 else 3
                inner, small = width * 2**i, thin * 2**i
                slow.append(self.Part(a + more if j == 0 else 4 * inner, inner, 4 * inner, taps, stride))
                fast.append(self.Part(c if j == 0 else 4 * small, small, 4 * small, 3, stride))
            a, c = 4 * inner, 4 * small
            self.slow.append(nn.Sequential(*slow))
            self.fast.append(nn.Sequential(*fast))
        self.drop, self.last = nn.Dropout(0.5), nn.Linear(a + c, kinds)

    def forward(self, film):
        x, y = self.slow[0](film[:, :, ::8]), self.fast[0](film)
        for slow, fast, tell in zip(self.slow[1:], self.fast[1:], self.tell):
            x = slow(torch.cat([x, tell(y)], 1))
            y = fast(y)
        return self.last(self.drop(torch.cat([x.mean((2, 3, 4)), y.mean((2, 3, 4))], 1)))


def slow_fast(batch):
    return WithLabels(SlowFast()), (torch.randn(batch, 3, 32, 112, 112), torch.randint(0, 400, (batch,))), classes


class Magnitudes(nn.Module):
    """Noise to pictures in one step: filters of fixed length, which are set so each time, sums that keep the size of
    what goes through; at two neighbouring noises the network must say the same."""

    class Filters(nn.Module):
        def __init__(self, a, b, size=1, flat=False):
            super().__init__()
            self.weight = nn.Parameter(torch.randn(b, a, *(() if flat else (size, size))))

        @staticmethod
        def even(w):
            dims = list(range(1, w.ndim))
            norm = torch.linalg.vector_norm(w, dim=dims, keepdim=True, dtype=torch.float32)
            norm = torch.add(1e-4, norm, alpha=math.sqrt(norm.numel() / w.numel()))
            return w / norm.to(w.dtype)

        def forward(self, x, gain=1.0):
            w = self.weight.to(torch.float32)
            if self.training:
                with torch.no_grad():
                    self.weight.copy_(self.even(w))
            w = self.even(w) * (gain / math.sqrt(w[0].numel()))
            w = w.to(x.dtype)
            return x @ w.t() if w.ndim == 2 else F.conv2d(x, w, padding=w.shape[-1] // 2)

    class Part(nn.Module):
        def __init__(self, a, b, told, way="", look=False):
            super().__init__()
            filters = Magnitudes.Filters
            self.way, self.one, self.two = way, filters(b if way != "up" else a, b, 3), filters(b, b, 3)
            self.told, self.gain = filters(told, b, flat=True), nn.Parameter(torch.zeros(()))
            self.skip = filters(a, b) if a != b else None
            self.qkv, self.out = (filters(b, 3 * b), filters(b, b)) if look else (None, None)

        def resized(self, x):
            c = x.shape[1]
            box = torch.full((c, 1, 2, 2), 0.25 if self.way == "down" else 1.0, dtype=x.dtype, device=x.device)
            if self.way == "down":
                return F.conv2d(x, box, stride=2, groups=c)
            return F.conv_transpose2d(x, box, stride=2, groups=c) if self.way == "up" else x

        @staticmethod
        def sized(x):
            norm = torch.linalg.vector_norm(x, dim=1, keepdim=True, dtype=torch.float32)
            return x / torch.add(1e-4, norm, alpha=x.shape[1] ** -0.5).to(x.dtype)

        def forward(self, x, told):
            x = self.resized(x)
            if self.way != "up":
                x = self.sized(self.skip(x) if self.skip is not None else x)
            y = self.one(quiet(x))
            told = self.told(told, self.gain) + 1
            y = self.two(quiet(y * told[:, :, None, None].to(y.dtype)))
            if self.way == "up" and self.skip is not None:
                x = self.skip(x)
            x = together(x, y)
            if self.qkv is not None:
                b, c, h, w = x.shape
                qkv = self.qkv(x).view(b, c // 64, 64, 3, h * w)
                norm = torch.linalg.vector_norm(qkv, dim=2, keepdim=True, dtype=torch.float32)
                q, k, v = (qkv / torch.add(1e-4, norm, alpha=0.125).to(qkv.dtype)).unbind(3)
                share = torch.einsum("nhcq,nhck->nhqk", q, k / 8).softmax(3)
                y = torch.einsum("nhqk,nhck->nhcq", share, v).reshape(b, c, h, w)
                x = together(x, self.out(y.to(x.dtype)))
            return x.clamp(-256, 256)

    def __init__(self, widths=(128, 192, 256), told=256):
        super().__init__()
        w, part, filters = widths, self.Part, self.Filters
        self.register_buffer("rates", torch.randn(w[0]) * 2 * math.pi)
        self.register_buffer("phases", torch.rand(w[0]) * 2 * math.pi)
        self.time, self.into = filters(w[0], told, flat=True), filters(4, w[0], 3)
        self.down = nn.ModuleList([part(w[0], w[0], told)])
        for i, (a, b) in enumerate(zip(w, w[1:])):
            self.down += [part(a, a, told, "down"), part(a, b, told, look=i > 0)]
        self.middle = nn.ModuleList([part(w[-1], w[-1], told, "flat", True)])
        self.up, kept = nn.ModuleList(), [w[0]] + [c for a, b in zip(w, w[1:]) for c in (a, b)]
        last = w[-1]
        for i in reversed(range(len(w))):
            for j in range(2 if i else 1):
                self.up.append(part(last + kept.pop(), w[i], told, "none"))
                last = w[i]
            if i:
                self.up.append(part(last, w[i - 1], told, "up"))
                last = w[i - 1]
        self.out, self.gain = filters(w[0], 3, 3), nn.Parameter(torch.zeros(()))

    def shown(self, x, time):
        """What the network makes of noisy pictures; time: how noisy."""
        dtype, time = self.out.weight.dtype, time.float().view(-1, 1, 1, 1)
        given = (x.float() / (0.25 + time**2).sqrt()).to(dtype)
        waves = torch.outer(time.flatten().log() / 4, self.rates.float()) + self.phases.float()
        told = quiet(self.time((waves.cos() * math.sqrt(2)).to(dtype)))
        y, kept = self.into(torch.cat([given, torch.ones_like(given[:, :1])], 1)), []
        for part in self.down:
            y = part(y, told)
            kept.append(y)
        for part in self.middle:
            y = part(y, told)
        for part in self.up:
            if part.way == "none":
                other = kept.pop()
                y = torch.cat([y, other.to(y.dtype)], 1)
            y = part(y, told)
        y = self.out(y, self.gain).float()
        return 0.25 / (0.25 + time**2) * x.float() + 0.5 * time / (0.25 + time**2).sqrt() * y

    def forward(self, pictures, noise, more, less):
        if not self.training:
            return self.shown(pictures, more)
        at = lambda time: pictures + time.view(-1, 1, 1, 1) * noise
        with torch.no_grad():
            wanted = self.shown(at(less), less)
        return self.shown(at(more), more) - wanted


def quiet(x):
    return F.silu(x) / 0.596


def together(x, y, share=0.3):
    return (x + (y.to(x.dtype) - x) * share) / math.sqrt((1 - share) ** 2 + share**2)


def magnitudes(batch):
    more = torch.rand(batch) + 0.5
    loss = lambda out, inputs: ((out.square().flatten(1).sum(1) + 0.01).sqrt() - 0.1).mean()
    return Magnitudes(), (torch.randn(batch, 3, 32, 32), torch.randn(batch, 3, 32, 32), more, more * 0.9), loss


class Merges(nn.Module):
    """Patches of a picture; in each layer the thirteen that are most like another are added to it."""

    class Block(nn.Module):
        def __init__(self, width, heads):
            super().__init__()
            self.heads, self.one, self.two = heads, nn.LayerNorm(width), nn.LayerNorm(width)
            self.qkv, self.o = nn.Linear(width, 3 * width), nn.Linear(width, width)
            self.layers = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

        def forward(self, x, size, gone):
            b, n, w = x.shape
            q, k, v = self.qkv(self.one(x)).view(b, n, 3, self.heads, -1).permute(2, 0, 3, 1, 4).unbind(0)
            many = size.float().log().to(q.dtype)[:, None, None, :, 0]
            y = F.scaled_dot_product_attention(q, k, v, attn_mask=many.expand(b, self.heads, n, n))
            x = x + self.o(y.transpose(1, 2).reshape(b, n, w))
            x, size = self.merged(x, size, k.mean(1), gone)
            return x + self.layers(self.two(x)), size

        @staticmethod
        def merged(x, size, what, gone):
            with torch.no_grad():
                what = what.float()
                what = what / what.norm(dim=-1, keepdim=True)
                one, two = what[:, ::2], what[:, 1::2]
                scores = one @ two.transpose(-1, -2)
                scores[:, 0] = -math.inf
                best, where = scores.max(-1)
                order = best.argsort(-1, descending=True)[..., None]
                left, leaves = order[:, gone:].sort(1)[0], order[:, :gone]
                to = where[..., None].gather(1, leaves)

            def added(z):
                one, two = z[:, ::2], z[:, 1::2]
                wide = lambda index: index.expand(-1, -1, z.shape[-1])
                two = two.scatter_reduce(1, wide(to), one.gather(1, wide(leaves)), "sum")
                return torch.cat([one.gather(1, wide(left)), two], 1)

            total = added(size)
            return added(x * size) / total, total

    def __init__(self, width=384, heads=6, depth=8, patch=16, side=14, kinds=1000, gone=13):
        super().__init__()
        self.gone, self.into = gone, nn.Conv2d(3, width, patch, patch)
        self.first = nn.Parameter(torch.randn(1, 1, width) * 0.02)
        self.places = nn.Parameter(torch.randn(1, side * side + 1, width) * 0.02)
        self.layers = nn.ModuleList(self.Block(width, heads) for _ in range(depth))
        self.norm, self.last = nn.LayerNorm(width), nn.Linear(width, kinds)

    def forward(self, picture):
        x = self.into(picture).flatten(2).transpose(1, 2)
        x = torch.cat([self.first.expand(x.shape[0], -1, -1).to(x.dtype), x], 1) + self.places
        size = torch.ones_like(x[..., :1])
        for layer in self.layers:
            x, size = layer(x, size, self.gone)
        return self.last(self.norm(x)[:, 0])


def merges(batch):
    return WithLabels(Merges()), (torch.randn(batch, 3, 224, 224), torch.randint(0, 1000, (batch,))), classes


class Fires(torch.autograd.Function):
    """One where a neuron is over its threshold; its slope is taken to be that of an arc tangent."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return (x >= 0).to(x.dtype)

    @staticmethod
    def backward(ctx, slope):
        (x,) = ctx.saved_tensors
        return slope / (1 + (math.pi * x).square())


class Spikes(nn.Module):
    """What a camera of changes saw, time by time: convolutions of all times at once, neurons that leak and fire."""

    class Neurons(nn.Module):
        def __init__(self, times):
            super().__init__()
            self.times, self.leak = times, nn.Parameter(torch.zeros(()))

        def forward(self, x):
            x = x.unflatten(0, (-1, self.times))
            held, out, keep = torch.zeros_like(x[:, 0]), [], torch.sigmoid(self.leak)
            for i in range(self.times):
                held = held + (x[:, i] - held) * keep
                fired = Fires.apply(held - 1.0)
                held = held * (1 - fired.detach())
                out.append(fired)
            return torch.stack(out, 1).flatten(0, 1)

    def __init__(self, times=8, widths=(64, 64, 128, 128, 256), kinds=11):
        super().__init__()
        layers, a = [], 2
        for b in widths:
            layers += [nn.Conv2d(a, b, 3, padding=1, bias=False), nn.BatchNorm2d(b), self.Neurons(times)]
            layers, a = [*layers, nn.MaxPool2d(2)], b
        self.times, self.layers = times, nn.Sequential(*layers, nn.Flatten(), nn.Dropout(0.5))
        self.last = nn.Sequential(nn.Linear(4 * a, 512), self.Neurons(times), nn.Linear(512, 10 * kinds))

    def forward(self, seen):
        x = self.last(self.layers(seen.flatten(0, 1)))
        return F.avg_pool1d(x[:, None], 10, 10).squeeze(1).unflatten(0, (-1, self.times)).mean(1)


def spikes(batch):
    return WithLabels(Spikes()), (torch.rand(batch, 8, 2, 64, 64).round(), torch.randint(0, 11, (batch,))), classes


class Grows(nn.Module):
    """Cells of a picture that look at their neighbours by fixed filters and change a little, some of them, 24 times."""

    def __init__(self, channels=16, inner=128, times=24):
        super().__init__()
        self.times, slope = times, torch.tensor([[-1.0, 0, 1], [-2, 0, 2], [-1, 0, 1]]) / 8
        own = torch.zeros(3, 3)
        own[1, 1] = 1
        self.register_buffer("filters", torch.stack([own, slope, slope.T]).repeat(channels, 1, 1)[:, None])
        self.one, self.two = nn.Conv2d(3 * channels, inner, 1), nn.Conv2d(inner, channels, 1, bias=False)

    @staticmethod
    def alive(x):
        return F.max_pool2d(x[:, 3:4], 3, 1, 1) > 0.1

    def forward(self, cells):
        x = cells
        for _ in range(self.times):
            before = self.alive(x)
            y = F.conv2d(x, self.filters, padding=1, groups=x.shape[1])
            y = self.two(F.relu(self.one(y)))
            some = (torch.rand_like(x[:, :1]) <= 0.5).to(x.dtype)
            x = x + y * some
            x = x * (before & self.alive(x)).to(x.dtype)
        return x


def grows(batch):
    loss = lambda out, inputs: F.mse_loss(out[:, :4].float(), inputs[-1].float())
    return WithLabels(Grows()), (torch.rand(batch, 16, 64, 64), torch.rand(batch, 4, 64, 64)), loss


# --- points, atoms, scenes ---


class Pillars(nn.Module):
    """A street from above: points of each pillar to one row, rows to their places of an empty map, a pyramid, boxes."""

    def __init__(self, width=64, side=128, anchors=2):
        super().__init__()
        self.side, self.points = side, nn.Linear(9, width, bias=False)
        self.norm, self.width = nn.BatchNorm1d(width, eps=1e-3, momentum=0.01), width
        self.down, self.up, a = nn.ModuleList(), nn.ModuleList(), width
        for i, (b, depth) in enumerate(((64, 3), (128, 5), (256, 5))):
            layers = []
            for j in range(depth):
                layers += [nn.Conv2d(a, b, 3, 2 if j == 0 else 1, 1, bias=False), nn.BatchNorm2d(b), nn.ReLU()]
                a = b
            self.down.append(nn.Sequential(*layers))
            up = nn.ConvTranspose2d(b, 128, 2**i, 2**i, bias=False)
            self.up.append(nn.Sequential(up, nn.BatchNorm2d(128), nn.ReLU()))
        self.heads = nn.ModuleList(nn.Conv2d(384, anchors * n, 1) for n in (3, 7, 2))

    def forward(self, points, place):
        b, pillars, many, _ = points.shape
        x = self.points(points.flatten(0, 2))
        x = F.relu(self.norm(x)).view(b, pillars, many, -1).max(2).values
        canvas = torch.zeros(b, self.width, self.side * self.side, dtype=x.dtype, device=x.device)
        canvas = canvas.scatter(2, place[:, None].expand(-1, self.width, -1), x.transpose(1, 2))
        x, found = canvas.view(b, self.width, self.side, self.side), []
        for down, up in zip(self.down, self.up):
            x = down(x)
            found.append(up(x))
        x = torch.cat(found, 1)
        return [head(x) for head in self.heads]


def pillars(batch):
    def loss(out, inputs):
        kinds, boxes, way = (t.float() for t in out)
        wanted, sides, turn = inputs[2].float(), inputs[3].float(), inputs[4]
        share = torch.sigmoid(kinds)
        cost = F.binary_cross_entropy_with_logits(kinds, wanted, reduction="none")
        miss = wanted * (1 - share) + (1 - wanted) * share
        focal = ((0.25 * wanted + 0.75 * (1 - wanted)) * miss.square() * cost).sum() / wanted.sum().clamp(min=1)
        near = F.smooth_l1_loss(boxes, sides, beta=1 / 9)
        return focal + 2 * near + 0.2 * F.cross_entropy(way.unflatten(1, (2, 2)).transpose(1, 2), turn)

    place = torch.stack([torch.randperm(128 * 128)[:4096] for _ in range(batch)])
    wanted = (torch.rand(batch, 6, 64, 64) > 0.99).float()
    aims = (wanted, torch.randn(batch, 14, 64, 64), torch.randint(0, 2, (batch, 2, 64, 64)))
    return Behind(Pillars(), 3), (torch.randn(batch, 4096, 20, 9), place, *aims), loss


class Vectors(nn.Module):
    """Atoms with numbers and arrows: messages along bonds turn with the molecule, arrows tell by their lengths."""

    class Block(nn.Module):
        def __init__(self, width, waves):
            super().__init__()
            self.width = width
            self.say = nn.Sequential(nn.Linear(width, width), nn.SiLU(), nn.Linear(width, 3 * width))
            self.far = nn.Linear(waves, 3 * width)
            self.both = nn.Linear(width, 2 * width, bias=False)
            self.mix = nn.Sequential(nn.Linear(2 * width, width), nn.SiLU(), nn.Linear(width, 3 * width))

        def forward(self, x, arrows, edges, waves, ways):
            source, target = edges
            say = self.say(x)[source] * self.far(waves)
            a, c, more = say.split(self.width, 1)
            moved = arrows[source] * a[:, None] + ways[:, :, None] * c[:, None]
            x = x.index_add(0, target, more.to(x.dtype))
            arrows = arrows.index_add(0, target, moved.to(arrows.dtype))
            one, two = self.both(arrows).split(self.width, 2)
            length = (two.float().square().sum(1) + 1e-8).sqrt().to(x.dtype)
            a, c, more = self.mix(torch.cat([x, length], 1)).split(self.width, 1)
            arrows = arrows + (a[:, None] * one).to(arrows.dtype)
            return x + (c * (one * two).sum(1) + more).to(x.dtype), arrows

    def __init__(self, atoms=100, width=128, waves=20, depth=4, near=5.0):
        super().__init__()
        self.near, self.atoms = near, nn.Embedding(atoms, width)
        nn.init.normal_(self.atoms.weight, std=0.1)
        self.register_buffer("rates", torch.arange(1, waves + 1) * math.pi / near)
        self.blocks = nn.ModuleList(self.Block(width, waves) for _ in range(depth))
        self.last = nn.Sequential(nn.Linear(width, width // 2), nn.SiLU(), nn.Linear(width // 2, 1))
        self.way = nn.Linear(width, 1, bias=False)

    def forward(self, atoms, places, edges):
        gap = (places[edges[1]] - places[edges[0]]).float()
        far = gap.norm(dim=1, keepdim=True) + 1e-6
        x = self.atoms(atoms)
        fade = 0.5 * (torch.cos(far * math.pi / self.near) + 1) * (far < self.near)
        waves = (torch.sin(far * self.rates.float()) / far * fade).to(x.dtype)
        arrows, ways = torch.zeros(x.shape[0], 3, x.shape[1], dtype=x.dtype, device=x.device), (gap / far).to(x.dtype)
        for block in self.blocks:
            x, arrows = block(x, arrows, edges, waves, ways)
        return self.last(x), self.way(arrows).squeeze(2)


def vectors(batch):
    loss = lambda out, inputs: F.mse_loss(out[0].float(), inputs[3].float()) + F.mse_loss(
        out[1].float(), inputs[4].float()
    )
    atoms, places = torch.randint(0, 100, (batch,)), torch.rand(batch, 3) * 4
    inputs = (atoms, places, torch.randint(0, batch, (2, 16 * batch)), torch.randn(batch, 1), torch.randn(batch, 3))
    return Behind(Vectors(), 2), inputs, loss


class Planes(nn.Module):
    """Rays through a scene of planes: where something is is first guessed from small ones, then seen from large ones
    at places drawn from the guess."""

    class Field(nn.Module):
        def __init__(self, sides, width, out):
            super().__init__()
            shape = lambda side: torch.rand(3, width, side, side) * 0.4 + 0.1
            self.planes = nn.ParameterList(nn.Parameter(shape(side)) for side in sides)
            self.layers = nn.Sequential(nn.Linear(width * len(sides), 64), nn.ReLU(), nn.Linear(64, out))

        def forward(self, places):
            pairs = torch.stack([places[:, :2], places[:, 1:], places[:, ::2]])[:, None]
            seen = [F.grid_sample(p, pairs, align_corners=True, padding_mode="border") for p in self.planes]
            return self.layers(torch.cat([s.prod(0).squeeze(1).t() for s in seen], 1))

    def __init__(self, first=96, second=48):
        super().__init__()
        self.guess, self.scene = self.Field((64,), 8, 1), self.Field((64, 128, 256), 32, 16)
        self.colour = nn.Sequential(nn.Linear(18, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 3))
        self.first, self.second = first, second

    @staticmethod
    def shares(density, edges):
        thick = F.softplus(density.float() - 1) * edges.diff(dim=1)
        through = torch.exp(-torch.cat([torch.zeros_like(thick[:, :1]), thick[:, :-1].cumsum(1)], 1))
        return (1 - torch.exp(-thick)) * through

    def at(self, start, way, edges):
        middle = (edges[:, 1:] + edges[:, :-1]) / 2
        places = start[:, None] + way[:, None] * middle[..., None]
        return torch.tanh(places.flatten(0, 1))

    def drawn(self, edges, share):
        share = share.detach() + 0.01
        sums = F.pad((share / share.sum(1, keepdim=True)).cumsum(1), (1, 0))
        step = torch.linspace(0.005, 0.995, self.second + 1, device=share.device)
        noise = torch.rand(share.shape[0], self.second + 1, device=share.device) / (self.second + 2)
        wanted = (step + noise).clamp(max=0.9999)
        index = torch.searchsorted(sums, wanted, right=True)
        low, high = (index - 1).clamp(min=0), index.clamp(max=sums.shape[1] - 1)
        a, b = sums.gather(1, low), sums.gather(1, high)
        p, q = edges.gather(1, low), edges.gather(1, high)
        return p + (wanted - a) / (b - a).clamp(min=1e-5) * (q - p)

    def forward(self, start, way):
        b = start.shape[0]
        edges = torch.linspace(0.1, 4, self.first + 1, device=start.device).expand(b, -1)
        guess = self.shares(self.guess(self.at(start, way, edges)).view(b, -1), edges)
        near = self.drawn(edges, guess)
        x = self.scene(self.at(start, way, near)).view(b, self.second, -1)
        share = self.shares(x[..., 0], near)
        seen = torch.cat([x[..., 1:], way[:, None].expand(-1, self.second, -1).to(x.dtype)], 2)
        colour = (torch.sigmoid(self.colour(seen)).float() * share[..., None]).sum(1)
        return colour, share, near, guess, edges


def planes(batch):
    def loss(out, inputs):
        colour, share, near, guess, edges = out
        found = F.mse_loss(colour, inputs[-1])
        middle, wide = (near[:, 1:] + near[:, :-1]) / 2, near.diff(dim=1)
        apart = (middle[:, :, None] - middle[:, None]).abs()
        spread = (share[:, :, None] * share[:, None] * apart).sum((1, 2)) + (share.square() * wide).sum(1) / 3
        sums = F.pad(guess.cumsum(1), (1, 0))
        top = torch.searchsorted(edges.contiguous(), near[:, 1:].contiguous()).clamp(max=edges.shape[1] - 1)
        low = (torch.searchsorted(edges.contiguous(), near[:, :-1].contiguous(), right=True) - 1).clamp(min=0)
        over = (share.detach() - (sums.gather(1, top) - sums.gather(1, low))).clamp(min=0)
        return found + 0.01 * spread.mean() + (over.square() / (share.detach() + 1e-5)).sum(1).mean()

    way = F.normalize(torch.randn(batch, 3), dim=1)
    return WithLabels(Planes()), (torch.rand(batch, 3) - 0.5, way, torch.rand(batch, 3)), loss


# --- numbers and signals ---


class Bends(nn.Module):
    """How likely rows are: half of each row bent by splines of ratios that the other half sets, eight times."""

    class Layer(nn.Module):
        def __init__(self, size, width, bins, even):
            super().__init__()
            self.size, self.bins = size // 2, bins
            order = torch.arange(size)
            kept, bent = (order[order % 2 == i] for i in ((0, 1) if even else (1, 0)))
            self.register_buffer("kept", kept)
            self.register_buffer("bent", bent)
            part = lambda: nn.Sequential(nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, width))
            self.into, self.parts = nn.Linear(self.size, width), nn.ModuleList([part(), part()])
            self.last = nn.Linear(width, self.size * (3 * bins - 1))

        @staticmethod
        def knots(x, reach=3.0, least=1e-3):
            share = least + (1 - least * x.shape[-1]) * x.softmax(-1)
            places = F.pad(share.cumsum(-1), (1, 0)) * 2 * reach - reach
            return places, places.diff(dim=-1)

        def forward(self, x, logs):
            y = self.into(x[:, self.kept])
            for part in self.parts:
                y = y + part(y)
            says = self.last(y).float().view(-1, self.size, 3 * self.bins - 1)
            x, z = x.float(), x[:, self.bent].float()
            width, height, slope = says.split([self.bins, self.bins, self.bins - 1], -1)
            (left, wide), (low, high) = self.knots(width), self.knots(height)
            slope = F.pad(F.softplus(slope) + 1e-3, (1, 1), value=1.0)
            inside = (z > -3) & (z < 3)
            at = z.clamp(-2.999, 2.999)
            index = ((at[..., None] >= left).sum(-1, keepdim=True) - 1).clamp(0, self.bins - 1)
            take = lambda table: table.gather(-1, index).squeeze(-1)
            w, h, a, c = take(wide), take(high), take(slope[..., :-1]), take(slope[..., 1:])
            t, rise = (at - take(left)) / w, h / w
            turn = t * (1 - t)
            down = rise + (a + c - 2 * rise) * turn
            out = take(low) + h * (rise * t.square() + a * turn) / down
            more = rise.square() * (c * t.square() + 2 * rise * turn + a * (1 - t).square()) / down.square()
            x = x.index_copy(1, self.bent, torch.where(inside, out, z))
            return x.to(y.dtype), logs + torch.where(inside, more.log(), torch.zeros_like(more)).sum(1)

    def __init__(self, size=64, width=256, bins=8, depth=8):
        super().__init__()
        self.layers = nn.ModuleList(self.Layer(size, width, bins, i % 2 == 0) for i in range(depth))

    def forward(self, x):
        logs = torch.zeros(x.shape[0], device=x.device)
        for layer in self.layers:
            x, logs = layer(x, logs)
        return logs - 0.5 * (x.float().square() + math.log(2 * math.pi)).sum(1)


def bends(batch):
    return Bends(), (torch.randn(batch, 64),), lambda out, inputs: -out.mean()


class Enhances(nn.Module):
    """A noisy voice by its magnitudes and phases: dilated layers that keep all before them, attention over time and
    over bands in turn, a mask of the one and an angle of the other, and back to sound."""

    class Dense(nn.Module):
        def __init__(self, width, depth=4):
            super().__init__()
            part = lambda i: nn.Sequential(
                nn.Conv2d(width * (i + 1), width, (3, 3), padding=(2**i, 1), dilation=(2**i, 1)),
                nn.InstanceNorm2d(width, affine=True),
                nn.PReLU(width),
            )
            self.parts = nn.ModuleList(part(i) for i in range(depth))

        def forward(self, x):
            kept = x
            for part in self.parts:
                x = part(kept)
                kept = torch.cat([x, kept], 1)
            return x

    class Look(nn.Module):
        def __init__(self, width, heads=4):
            super().__init__()
            self.look = nn.MultiheadAttention(width, heads, batch_first=True)
            self.one, self.two = nn.LayerNorm(width), nn.LayerNorm(width)
            self.layers = nn.Sequential(nn.Linear(width, 4 * width), nn.LeakyReLU(), nn.Linear(4 * width, width))

        def forward(self, x):
            y = self.one(x)
            x = x + self.look(y, y, y, need_weights=False)[0]
            return x + self.layers(self.two(x))

    def __init__(self, points=400, hop=100, width=64, depth=2):
        super().__init__()
        self.points, self.hop = points, hop
        self.register_buffer("window", torch.hann_window(points))
        unit = lambda a, b, k, s: nn.Sequential(nn.Conv2d(a, b, k, s), nn.InstanceNorm2d(b, affine=True), nn.PReLU(b))
        self.into = nn.Sequential(unit(2, width, (1, 1), 1), self.Dense(width), unit(width, width, (1, 3), (1, 2)))
        self.times = nn.ModuleList(self.Look(width) for _ in range(depth))
        self.bands = nn.ModuleList(self.Look(width) for _ in range(depth))
        up = lambda: nn.Sequential(self.Dense(width), nn.ConvTranspose2d(width, width, (1, 3), (1, 2)))
        self.loud, self.angle = up(), up()
        self.mask, self.steep = nn.Conv2d(width, 1, 1), nn.Parameter(torch.ones(points // 2 + 1))
        self.real, self.imaginary = nn.Conv2d(width, 1, 1), nn.Conv2d(width, 1, 1)

    def forward(self, sound):
        how = {"n_fft": self.points, "hop_length": self.hop, "window": self.window}
        wave = torch.stft(sound, **how, return_complex=True)
        loud, angle = (wave.abs() + 1e-9).pow(0.3), wave.angle()
        x = self.into(torch.stack([loud, angle], 1).transpose(2, 3))
        b, c, n, m = x.shape
        x = x.permute(0, 3, 2, 1)
        for times, bands in zip(self.times, self.bands):
            x = times(x.reshape(b * m, n, c)).view(b, m, n, c).transpose(1, 2)
            x = bands(x.reshape(b * n, m, c)).view(b, n, m, c).transpose(1, 2)
        x = x.permute(0, 3, 2, 1)
        mask = self.mask(self.loud(x)).squeeze(1).float()
        mask = 2 * torch.sigmoid(self.steep * mask).transpose(1, 2)
        y = self.angle(x)
        angle = torch.atan2(self.imaginary(y).float(), self.real(y).float()).squeeze(1).transpose(1, 2)
        loud = loud * mask
        wave = torch.polar(loud.pow(1 / 0.3).contiguous(), angle.contiguous())
        return torch.istft(wave, **how, length=sound.shape[1]), loud, angle


def enhances(batch):
    def loss(out, inputs):
        sound, loud, angle = out
        window = torch.hann_window(400, device=sound.device)
        wanted = torch.stft(inputs[1], 400, 100, window=window, return_complex=True)
        near = F.mse_loss(loud, (wanted.abs() + 1e-9).pow(0.3))
        gap = angle - wanted.angle()
        wrapped = (gap - (gap / (2 * math.pi)).round() * 2 * math.pi).abs()
        return 0.2 * F.l1_loss(sound, inputs[1]) + 0.9 * near + 0.3 * wrapped.mean()

    return WithLabels(Enhances()), (torch.randn(batch, 16000), torch.randn(batch, 16000)), loss


class Stacks(nn.Module):
    """Series by stacks that see them through wide, middling and no pools, each taking away what it has explained."""

    class Block(nn.Module):
        def __init__(self, past, ahead, pool, few, width=1024):
            super().__init__()
            self.past, self.ahead, self.pool = past, ahead, nn.MaxPool1d(pool, pool, ceil_mode=True)
            self.few, inputs = few, -(-past // pool)
            layers = [nn.Linear(inputs, width), nn.ReLU(), nn.Dropout(0.1), nn.Linear(width, width), nn.ReLU()]
            self.layers = nn.Sequential(*layers, nn.Linear(width, past + few))

        def forward(self, x):
            y = self.layers(self.pool(x[:, None]).squeeze(1))
            back, ahead = y.split([self.past, self.few], 1)
            return back, F.interpolate(ahead[:, None], self.ahead, mode="linear").squeeze(1)

    def __init__(self, past=480, ahead=96):
        super().__init__()
        how = ((16, 6), (16, 6), (8, 12), (8, 12), (1, 96), (1, 96))
        self.blocks = nn.ModuleList(self.Block(past, ahead, *two) for two in how)

    def forward(self, x):
        total = x[:, -1:]
        for block in self.blocks:
            back, ahead = block(x)
            x, total = x - back, total + ahead
        return total


def stacks(batch):
    loss = lambda out, inputs: F.l1_loss(out.float(), inputs[-1].float())
    return WithLabels(Stacks()), (torch.randn(batch, 480), torch.randn(batch, 96)), loss


class Solves(nn.Module):
    """Rows that flow as an equation says, by torchdiffeq; how much they spread out is guessed by one random row."""

    class Speed(nn.Module):
        def __init__(self, size, width):
            super().__init__()
            sizes = (size, width, width, size)
            self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in zip(sizes, sizes[1:]))
            self.gates = nn.ModuleList(nn.Linear(1, b) for b in sizes[1:])
            self.shifts = nn.ModuleList(nn.Linear(1, b, bias=False) for b in sizes[1:])
            self.probe = None

        def moved(self, time, x):
            time = time.view(1, 1).to(x.dtype)
            for i, (layer, gate, shift) in enumerate(zip(self.layers, self.gates, self.shifts)):
                x = layer(x) * torch.sigmoid(gate(time)) + shift(time)
                x = torch.tanh(x) if i + 1 < len(self.layers) else x
            return x

        def forward(self, time, state):
            x = state[0]
            if not self.training:
                return self.moved(time, x), torch.zeros_like(state[1])
            with torch.enable_grad():
                x = x if x.requires_grad else x.requires_grad_()
                y = self.moved(time, x)
                slope = torch.autograd.grad(y, x, self.probe.to(y.dtype), create_graph=True)[0]
            return y.to(state[0].dtype), -(slope * self.probe).sum(1).to(state[1].dtype)

    def __init__(self, size=64, width=512, times=5):
        super().__init__()
        self.speed, self.times = self.Speed(size, width), times

    def forward(self, x):
        from torchdiffeq import odeint

        times = torch.arange(self.times, device=x.device, dtype=torch.float32) / (self.times - 1)
        self.speed.probe = torch.randn_like(x)
        start = (x, torch.zeros(x.shape[0], dtype=x.dtype, device=x.device))
        y, logs = odeint(self.speed, start, times, method="rk4")
        self.speed.probe = None
        return y[-1], logs[-1]


def solves(batch):
    import torchdiffeq  # noqa: F401  its tables are made once, and by no step

    def loss(out, inputs):
        x, logs = out
        return (logs + 0.5 * (x.square() + math.log(2 * math.pi)).sum(1)).mean()

    return Solves(), (torch.randn(batch, 64),), loss


# --- from transformers, torchaudio ---


def led(batch):
    """Long texts to short ones: attention of 128 neighbours."""
    import transformers

    class Summaries(nn.Module):
        def __init__(self):
            super().__init__()
            heads = {"encoder_attention_heads": 8, "decoder_attention_heads": 8}
            sizes = {"d_model": 512, "encoder_layers": 4, "decoder_layers": 4, "vocab_size": 16000, **heads}
            sizes = {**sizes, "encoder_ffn_dim": 2048, "decoder_ffn_dim": 2048, "attention_window": 128}
            sizes = {**sizes, "max_encoder_position_embeddings": 1024, "max_decoder_position_embeddings": 256}
            self.network = transformers.LEDForConditionalGeneration(transformers.LEDConfig(**sizes))
            self.network.config.use_cache = False

        def forward(self, words, summary):
            return self.network(input_ids=words, labels=summary, use_cache=False)

    return Summaries(), (torch.randint(3, 16000, (batch, 768)), torch.randint(3, 16000, (batch, 96))), own_loss


def squim_objective(batch):
    """How good a voice sounds, three numbers."""
    import torchaudio

    loss = lambda out, inputs: F.l1_loss(torch.stack(list(out), 1).float(), inputs[-1])
    network = torchaudio.models.squim_objective_base()
    return WithLabels(network), (torch.randn(batch, 32000), torch.rand(batch, 3)), loss


def wavernn(batch):
    """Sound, sample by sample, from bands."""
    import torchaudio

    network = torchaudio.models.WaveRNN([5, 5, 8], n_classes=256, hop_length=200, n_freq=80)
    loss = lambda out, inputs: F.cross_entropy(out.squeeze(1).transpose(1, 2).float(), inputs[-1])
    inputs = (torch.rand(batch, 1, 1000) * 2 - 1, torch.randn(batch, 1, 80, 9), torch.randint(0, 256, (batch, 1000)))
    return WithLabels(network), inputs, loss


def hdemucs(batch):
    """Four instruments out of one recording."""
    import torchaudio

    network = torchaudio.models.hdemucs_low(["drums", "bass", "other", "vocals"])
    loss = lambda out, inputs: F.l1_loss(out.float(), inputs[-1])
    return WithLabels(network), (torch.randn(batch, 2, 65536), torch.randn(batch, 4, 2, 65536)), loss


BIOGPT = language("BioGptConfig", "BioGptForCausalLM", 384, vocab_size=24000, **blocks(6, 640, 10))
YOSO = language("YosoConfig", "YosoForMaskedLM", 512, vocab_size=16000, conv_window=33, **blocks(6, 512, 8))

# precisions of networks whose parts, or whose library, are not written for weights of 16 bits; for FP16
MIXED = {"train": TRAINING[:4], "infer": INFERENCE[:4]}
WHOLE = {"train": ("tf32", "fp32"), "infer": INFERENCE[:4]}  # YOSO's own gradient takes one format alone
SIXTEEN = {"train": ("amp_bf16", "tf32", "bf16"), "infer": ("amp_bf16", "tf32", "bf16")}

# name -> (how to build, batches: a small and a large one, what it takes)
LIST = {
    "dropless": (dropless, (4, 16), Fits(**SIXTEEN, blocks="blocks")),
    "four_bits": (four_bits, (4, 12), Fits(blocks="blocks")),
    "foretells": (foretells, (4, 12), Fits(blocks="blocks")),
    "rewarded": (rewarded, (8, 16), Fits()),
    "cached": (cached, (64, 512), Fits(parts=False, blocks="layers")),
    "slow_fast": (slow_fast, (4, 12), Fits()),
    "magnitudes": (magnitudes, (16, 64), Fits(pictures=True)),
    "merges": (merges, (16, 64), Fits(pictures=True)),
    "spikes": (spikes, (8, 32), Fits(pictures=True)),
    "grows": (grows, (8, 32), Fits(pictures=True)),
    "pillars": (pillars, (4, 8), Fits(pictures=True)),
    "vectors": (vectors, (1024, 4096), Fits(parts=False, blocks="network.blocks")),
    "planes": (planes, (1024, 4096), Fits(**MIXED)),
    "bends": (bends, (2048, 8192), Fits(blocks="layers")),
    "enhances": (enhances, (2, 6), Fits(**MIXED)),
    "stacks": (stacks, (1024, 16384), Fits(blocks="network.blocks")),
    "solves": (solves, (1024, 8192), Fits(**MIXED)),
    "tf_efficientnet_lite0": (timm_images("tf_efficientnet_lite0"), (32, 128), Fits(pictures=True)),
    "caformer_s18": (timm_images("caformer_s18"), (8, 32), Fits(pictures=True)),
    "resnetblur50": (timm_images("resnetblur50"), (16, 64), Fits(pictures=True)),
    "rexnet_100": (timm_images("rexnet_100"), (32, 96), Fits(pictures=True)),
    "yoso": (YOSO, (4, 16), Fits(**WHOLE)),
    "biogpt": (BIOGPT, (4, 16), Fits(blocks="network.biogpt.layers")),
    "led": (led, (4, 12), Fits()),
    "squim_objective": (squim_objective, (4, 12), Fits(**MIXED)),
    "wavernn": (wavernn, (16, 64), Fits(**MIXED)),
    "hdemucs": (hdemucs, (4, 8), Fits(**MIXED)),
    "vit_b_32": (torchvision_images("vit_b_32"), (32, 128), Fits(blocks="network.encoder.layers")),
    "SGConv": (graphs("SGConv", 192, 3, 8, K=3, add_self_loops=False), (4096, 16384), Fits(parts=False)),
}
RECIPES = {name: Recipe.drawn(f"tenth {name}", fits) for name, (_, _, fits) in LIST.items()}
KINDS = {name: [("train", recipe.train), ("infer", recipe.infer)] for name, recipe in RECIPES.items()}


def with_recipe(name, make):
    """The builder of a network that brings its recipe."""

    def build(batch):
        network, *rest = make(batch)
        network.recipe, network.optimizer_word = RECIPES[name], RECIPES[name].optimizer
        return (network, *rest)

    return build


NETWORKS = {name: (with_recipe(name, make), batches) for name, (make, batches, _) in LIST.items()}


def compiled():
    """Ten of those whose training steps are forward pass, loss and backward: measured under torch.compile as well."""
    return random.Random("tenth compiled").sample([name for name in NETWORKS if name != "cached"], 10)


def visible():
    """Eight that are recorded a second time where the card is seen."""
    return random.Random("tenth visible").sample(list(NETWORKS), 8)


assert set(drawn()) <= set(NETWORKS)

if __name__ == "__main__":
    for one, recipe in RECIPES.items():
        print(f"{one}: {recipe.text()}")
    print("compiled:", ",".join(compiled()))
    print("visible:", ",".join(visible()))
