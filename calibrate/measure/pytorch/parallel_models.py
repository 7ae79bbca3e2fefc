"""Networks that parallel_steps.py spreads over GPUs: fully connected ones, and a Llama in plain PyTorch. Their
operations are those of perfmodel's `fcnn:` and of transformers' Llama without a cache.

Tensor parallelism is either PyTorch's own (torch.distributed.tensor.parallel, `cut_by_dtensor`) or written out as
Megatron-LM's (Shoeybi et al. 2019, arXiv:1909.08053) among the ranks of a `group`. A Llama whose config names experts
has those of parallel_experts.py; one of `part` is a stage of a pipeline.
"""
import contextlib

import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint

from parallel_experts import Experts


# --- exchanges of tensor-parallel ranks, by hand ---


class CopyIn(torch.autograd.Function):
    """Forward: nothing; backward: gradients are summed."""

    @staticmethod
    def forward(ctx, x, group):
        ctx.group = group
        return x.view_as(x)

    @staticmethod
    def backward(ctx, g):
        g = g.contiguous()
        dist.all_reduce(g, group=ctx.group)
        return g, None


class SumUp(torch.autograd.Function):
    """Forward: partial sums are summed in place; backward: nothing."""

    @staticmethod
    def forward(ctx, x, group):
        dist.all_reduce(x, group=group)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, g):
        return g, None


class Exchange:
    """What a layer's rank does before its column-parallel and after its row-parallel products."""

    def __init__(self, group=None):
        self.group, self.ranks = group, 1 if group is None else dist.get_world_size(group)
        self.rank = 0 if group is None else dist.get_rank(group)

    def enter(self, x):
        return x if self.group is None else CopyIn.apply(x, self.group)

    def leave(self, x):
        return x if self.group is None else SumUp.apply(x, self.group)


# --- fully connected ---


class Fcnn(nn.Module):
    """perfmodel's `fcnn`: hidden layers with ReLU, and an output layer. In a group: pairs cut by columns and rows."""

    def __init__(self, layers, hidden, inputs, outputs, group=None):
        super().__init__()
        self.exchange = Exchange(group)
        widths = [inputs] + [hidden] * layers + [outputs]
        self.by_row = [i % 2 == 1 for i in range(layers + 1)]
        whole = layers % 2 == 0  # the output layer then has nobody to share with
        ranks = self.exchange.ranks
        self.hidden_layers = nn.ModuleList()
        for i, (a, b) in enumerate(zip(widths, widths[1:])):
            cut = not (whole and i == layers)
            row, column = self.by_row[i] and cut, not self.by_row[i] and cut
            layer = nn.Linear(a // ranks if row else a, b // ranks if column else b)
            if i == layers:
                self.output = layer
            else:
                self.hidden_layers.append(layer)
        self.whole = whole

    def forward(self, x):
        for i, layer in enumerate(self.hidden_layers):
            x = self.step(i, layer, x)
            x = F.relu(x)
        return self.output(x) if self.whole else self.step(len(self.hidden_layers), self.output, x)

    def step(self, i, layer, x):
        if self.exchange.ranks == 1:
            return layer(x)
        return self.exchange.leave(layer(x)) if self.by_row[i] else layer(self.exchange.enter(x))

    def blocks(self):
        return list(self.hidden_layers)


# --- Llama ---


class RmsNorm(nn.Module):
    """transformers' LlamaRMSNorm."""

    def __init__(self, width, epsilon=1e-6):
        super().__init__()
        self.weight, self.epsilon = nn.Parameter(torch.ones(width)), epsilon

    def forward(self, x):
        kind = x.dtype
        x = x.to(torch.float32)
        x = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.epsilon)
        return self.weight * x.to(kind)


def turned(x, cos, sin):
    half = x.shape[-1] // 2
    return x * cos + torch.cat((-x[..., half:], x[..., :half]), -1) * sin


class Attention(nn.Module):
    def __init__(self, hidden, heads, key_heads, exchange):
        super().__init__()
        self.width, ranks = hidden // heads, exchange.ranks
        self.exchange, self.grouped = exchange, heads != key_heads
        self.q_proj = nn.Linear(hidden, hidden // ranks, bias=False)
        self.k_proj = nn.Linear(hidden, key_heads * self.width // ranks, bias=False)
        self.v_proj = nn.Linear(hidden, key_heads * self.width // ranks, bias=False)
        self.o_proj = nn.Linear(hidden // ranks, hidden, bias=False)

    def forward(self, x, cos, sin):
        x = self.exchange.enter(x)
        heads = lambda y: y.view(*y.shape[:2], -1, self.width).transpose(1, 2)
        q, k, v = heads(self.q_proj(x)), heads(self.k_proj(x)), heads(self.v_proj(x))
        q, k = turned(q, cos, sin), turned(k, cos, sin)
        grouped = {"enable_gqa": True} if self.grouped else {}
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True, **grouped)
        y = y.transpose(1, 2).reshape(y.size(0), y.size(2), -1)
        return self.exchange.leave(self.o_proj(y))


class Mlp(nn.Module):
    def __init__(self, hidden, inner, exchange):
        super().__init__()
        self.exchange, part = exchange, inner // exchange.ranks
        self.gate_proj = nn.Linear(hidden, part, bias=False)
        self.up_proj = nn.Linear(hidden, part, bias=False)
        self.down_proj = nn.Linear(part, hidden, bias=False)

    def forward(self, x):
        x = self.exchange.enter(x)
        return self.exchange.leave(self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x)))


class Block(nn.Module):
    def __init__(self, config, exchange, expert_group, even):
        super().__init__()
        hidden, inner = config["hidden_size"], config["intermediate_size"]
        heads, key_heads = config["num_attention_heads"], config["num_key_value_heads"]
        self.input_layernorm, self.post_attention_layernorm = RmsNorm(hidden), RmsNorm(hidden)
        self.self_attn = Attention(hidden, heads, key_heads, exchange)
        if "num_local_experts" in config:
            sizes = hidden, inner, config["num_local_experts"], config["num_experts_per_tok"]
            self.mlp = Experts(*sizes, expert_group, even)
        else:
            self.mlp = Mlp(hidden, inner, exchange)

    def forward(self, x, cos, sin):
        x = x + self.self_attn(self.input_layernorm(x), cos, sin)
        return x + self.mlp(self.post_attention_layernorm(x))


class VocabularyTable(nn.Module):
    """Rows of the token table that this rank holds."""

    def __init__(self, rows, width, exchange):
        super().__init__()
        self.exchange, self.rows = exchange, rows // exchange.ranks
        self.first = self.rows * exchange.rank
        self.weight = nn.Parameter(0.02 * torch.randn(self.rows, width))

    def forward(self, tokens):
        own = tokens - self.first
        other = (own < 0) | (own >= self.rows)
        x = F.embedding(own.masked_fill(other, 0), self.weight)
        return self.exchange.leave(x.masked_fill(other.unsqueeze(-1), 0.0))


class VocabularyLoss(torch.autograd.Function):
    """Cross entropy whose columns lie on several ranks (Megatron-LM, tensor_parallel/cross_entropy.py)."""

    @staticmethod
    def forward(ctx, logits, labels, group):
        logits = logits.float()
        most = logits.amax(-1)
        dist.all_reduce(most, dist.ReduceOp.MAX, group)
        logits = logits - most.unsqueeze(-1)
        own = labels - logits.size(-1) * dist.get_rank(group)
        other = (own < 0) | (own >= logits.size(-1))
        own = own.masked_fill(other, 0)
        wanted = logits.gather(-1, own.unsqueeze(-1)).squeeze(-1).masked_fill(other, 0.0)
        dist.all_reduce(wanted, group=group)
        shares = logits.exp()
        total = shares.sum(-1)
        dist.all_reduce(total, group=group)
        shares = shares.div_(total.unsqueeze(-1))
        ctx.save_for_backward(shares, own, other)
        return (total.log() - wanted).mean()

    @staticmethod
    def backward(ctx, g):
        shares, own, other = ctx.saved_tensors
        hit = torch.where(other, 0.0, 1.0).unsqueeze(-1)
        shares.scatter_add_(-1, own.unsqueeze(-1), -hit)
        return shares.mul_(g / own.numel()), None, None


def share_of(blocks, part, parts):
    """First and last block of a stage: as evenly as they go, the first ones get one more."""
    first = part * (blocks // parts) + min(part, blocks % parts)
    return first, first + blocks // parts + (1 if part < blocks % parts else 0)


def in_turn(blocks, x, cos, sin):
    for block in blocks:
        x = block(x, cos, sin)
    return x


class Llama(nn.Module):
    """Stage `part` of `parts`: only the first one has the token table, only the last one norm and head."""

    def __init__(self, config, group=None, part=0, parts=1, expert_group=None, even=True):
        super().__init__()
        hidden, vocabulary = config["hidden_size"], config["vocab_size"]
        exchange = Exchange(group)
        self.exchange, self.is_first, self.is_last = exchange, part == 0, part == parts - 1
        if self.is_first:
            self.embed_tokens = (
                nn.Embedding(vocabulary, hidden) if group is None else VocabularyTable(vocabulary, hidden, exchange)
            )
        first, last = share_of(config["num_hidden_layers"], part, parts)
        self.layers = nn.ModuleList(Block(config, exchange, expert_group, even) for _ in range(first, last))
        if self.is_last:
            self.norm = RmsNorm(hidden)
            self.lm_head = nn.Linear(hidden, vocabulary // exchange.ranks, bias=False)
        width = hidden // config["num_attention_heads"]
        self.register_buffer("frequencies", 10000.0 ** (-torch.arange(0, width, 2).float() / width), persistent=False)
        self.blocks_at_once = 0  # in a checkpoint; 0: none
        self.amp = False  # for stages, whose backward pass runs where forward is called

    def forward(self, x):
        with torch.autocast(x.device.type, dtype=torch.bfloat16) if self.amp else contextlib.nullcontext():
            return self.run(x)

    def run(self, x):
        length = x.size(1)  # of the whole sequence; tensor ranks may hold parts of what follows
        x = self.embed_tokens(x) if self.is_first else x
        with torch.no_grad(), torch.autocast(x.device.type, enabled=False):
            angles = torch.arange(length, device=x.device).float().outer(self.frequencies.float())
            angles = torch.cat((angles, angles), -1)
            cos, sin = angles.cos()[None, None].to(x.dtype), angles.sin()[None, None].to(x.dtype)
        step = self.blocks_at_once or len(self.layers)
        for first in range(0, len(self.layers), max(1, step)):
            through = lambda x, blocks=self.layers[first : first + step]: in_turn(blocks, x, cos, sin)
            x = checkpoint(through, x, use_reentrant=False) if self.blocks_at_once else through(x)
        return self.lm_head(self.exchange.enter(self.norm(x))) if self.is_last else x

    def blocks(self):
        return list(self.layers)


# --- PyTorch's own tensor parallelism ---


def cut_by_dtensor(model, mesh, sequence=False):
    """Columns, then rows, in pairs; the vocabulary of table and head; with `sequence`, norms along the sequence."""
    from torch.distributed.tensor import Replicate, Shard
    from torch.distributed.tensor.parallel import (
        ColwiseParallel,
        PrepareModuleInput,
        RowwiseParallel,
        SequenceParallel,
        parallelize_module,
    )

    if isinstance(model, Fcnn):
        layers = len(model.hidden_layers)
        kind = lambda i: RowwiseParallel() if model.by_row[i] else ColwiseParallel()
        plan = {f"hidden_layers.{i}": kind(i) for i in range(layers)}
        if not model.whole:
            plan["output"] = kind(layers)
        return parallelize_module(model, mesh, plan)
    between = Shard(1) if sequence else Replicate()
    plan = {
        "embed_tokens": RowwiseParallel(input_layouts=Replicate(), output_layouts=between),
        "lm_head": ColwiseParallel(input_layouts=between, output_layouts=Shard(-1), use_local_output=False),
    }
    if sequence:
        plan["norm"] = SequenceParallel()
    for i in range(len(model.layers)):
        at = f"layers.{i}."
        if sequence:
            plan[at + "input_layernorm"] = plan[at + "post_attention_layernorm"] = SequenceParallel()
        plan[at + "self_attn"] = PrepareModuleInput(
            input_layouts=(between, None, None), desired_input_layouts=(Replicate(), None, None)
        )
        plan[at + "mlp"] = PrepareModuleInput(input_layouts=(between,), desired_input_layouts=(Replicate(),))
        for name in ("self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "mlp.gate_proj", "mlp.up_proj"):
            plan[at + name] = ColwiseParallel()
        for name in ("self_attn.o_proj", "mlp.down_proj"):
            plan[at + name] = RowwiseParallel(output_layouts=between)
    return parallelize_module(model, mesh, plan)
