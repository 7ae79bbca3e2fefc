"""A mixture of experts whose experts lie on several ranks: perfmodel's `mixture_of_experts`, that is transformers'
Mixtral with grouped products. Rows go to their experts and come back by all_to_all_single (Lepikhin et al. 2020,
arXiv:2006.16668).
"""
import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F


class Exchanged(torch.autograd.Function):
    """Rows sent to each rank's share: `sends` to them, `arrives` from them. Backward: the other way round."""

    @staticmethod
    def forward(ctx, x, arrives, sends, group):
        ctx.splits = arrives, sends, group
        y = x.new_empty(sum(arrives), x.size(1))
        dist.all_to_all_single(y, x.contiguous(), arrives, sends, group=group)
        return y

    @staticmethod
    def backward(ctx, g):
        arrives, sends, group = ctx.splits
        y = g.new_empty(sum(sends), g.size(1))
        dist.all_to_all_single(y, g.contiguous(), sends, arrives, group=group)
        return y, None, None, None


def grouped(x, weights, ends):
    """Rows up to each of `ends` times that expert's weights."""
    product = getattr(F, "grouped_mm", None) or torch._grouped_mm
    return product(x, weights.transpose(-2, -1), offs=ends)


class Experts(nn.Module):
    """Router and this rank's experts. `even`: the router's choice is worked out and replaced by one in turns."""

    def __init__(self, hidden, inner, experts, used, group=None, even=True):
        super().__init__()
        self.group, self.ranks = group, 1 if group is None else dist.get_world_size(group)
        self.experts, self.used, self.even = experts, used, even
        here = experts // self.ranks
        self.gate = nn.Linear(hidden, experts, bias=False)
        self.gate_up_proj = nn.Parameter(0.02 * torch.randn(here, 2 * inner, hidden))
        self.down_proj = nn.Parameter(0.02 * torch.randn(here, hidden, inner))

    def choice_of(self, rows):
        shares = F.softmax(self.gate(rows), -1, dtype=torch.float)
        weights, choice = torch.topk(shares, self.used, -1)
        weights = (weights / weights.sum(-1, keepdim=True)).to(rows.dtype)
        if self.even:
            choice = (torch.arange(choice.numel(), device=rows.device) % self.experts).view_as(choice)
        return weights.reshape(-1), choice.reshape(-1)

    def work(self, rows, counts):
        """This rank's experts on rows in the order of experts."""
        ends = torch.cumsum(counts, 0, dtype=torch.int32)
        gate, up = grouped(rows, self.gate_up_proj, ends).chunk(2, -1)
        return grouped(F.silu(gate) * up, self.down_proj, ends)

    def sent(self, rows, counts):
        """Rows sorted by expert -> results in the same order, worked out where the experts lie."""
        theirs = torch.empty_like(counts)
        dist.all_to_all_single(theirs, counts, group=self.group)
        sends, arrives = torch.stack((counts, theirs)).view(2, self.ranks, -1).sum(-1).tolist()
        rows = Exchanged.apply(rows, arrives, sends, self.group)
        here = self.experts // self.ranks
        expert = torch.arange(here, device=rows.device).repeat(self.ranks)
        order = torch.argsort(expert.repeat_interleave(theirs, output_size=rows.size(0)))
        back = torch.argsort(order)
        rows = self.work(rows[order], theirs.view(self.ranks, here).sum(0))[back]
        return Exchanged.apply(rows, sends, arrives, self.group)

    def forward(self, x):
        rows = x.reshape(-1, x.size(-1))
        weights, choice = self.choice_of(rows)
        order = torch.argsort(choice)
        back = torch.argsort(order)
        counts = torch.histc(choice[order].float(), self.experts, 0, self.experts - 1).long()
        sorted_rows = rows[torch.div(order, self.used, rounding_mode="floor")]
        y = (self.work if self.ranks == 1 else self.sent)(sorted_rows, counts)
        y = (y * weights[order].unsqueeze(-1))[back]
        return y.view(rows.size(0), self.used, -1).sum(1).view_as(x)
