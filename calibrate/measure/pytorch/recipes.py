"""Steps put together by chance, as users put theirs together: what a list may bring beside its networks.

A network that has `recipe` (step_loops.py looks for it) is trained and run as that says. Recipe.drawn(word, fits) draws
one by random.Random(word), and fits says what the network takes. A network may also have own_loop(cast, backward,
finish), which returns a training step of inputs: backward(loss) adds gradients, finish() is all that follows them.
"""
import dataclasses
import functools
import random

import torch
from step_loops import cast_of

NARROW = {"bf16": torch.bfloat16, "fp16": torch.float16}  # of weights
TRAINING = ("amp_bf16", "amp_fp16", "tf32", "fp32", "bf16")
INFERENCE = ("amp_bf16", "amp_fp16", "tf32", "fp32", "bf16", "fp16")
OPTIMIZERS = """adamw:foreach adamw:fused adamw:loop adam:fused momentum rmsprop adagrad adafactor nadam radam muon
lion""".split()
CLIPPED, FOLLOWED = 1.0, 0.001  # the longest gradient; how much of the weights a mean takes each step
SCALE = 1024.0  # of losses in FP16: no step of a measurement is left out for a gradient that is too large
LARGEST_MATRIX = 8192  # rows or columns; tables of words are not Muon's


@dataclasses.dataclass(frozen=True)
class Fits:
    """What a network takes: precisions; whether its inputs can be cut into parts; images; blocks called in turn."""

    train: tuple = TRAINING
    infer: tuple = INFERENCE
    parts: bool = True
    pictures: bool = False
    blocks: str = ""


class Lion(torch.optim.Optimizer):
    """As its users write it, weight by weight."""

    def __init__(self, params, lr=1e-4, betas=(0.9, 0.99), weight_decay=0.01):
        super().__init__(params, {"lr": lr, "betas": betas, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            (one, two), rate = group["betas"], group["lr"]
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if len(state) == 0:
                    state["exp_avg"] = torch.zeros_like(p)
                p.mul_(1 - rate * group["weight_decay"])
                change = state["exp_avg"].clone().mul_(one).add_(p.grad, alpha=1 - one).sign_()
                p.add_(change, alpha=-rate)
                state["exp_avg"].mul_(two).add_(p.grad, alpha=1 - two)


def made(word, weights):
    """-> the optimizers of the word."""
    optim, (kind, _, how) = torch.optim, word.partition(":")
    more = {"fused": {"fused": True}, "loop": {"foreach": False}}.get(how, {})
    if kind in ("adam", "adamw"):
        return [{"adam": optim.Adam, "adamw": optim.AdamW}[kind](weights, lr=1e-4, betas=(0.9, 0.95), **more)]
    if kind == "momentum":
        return [optim.SGD(weights, lr=1e-3, momentum=0.9, weight_decay=1e-4, nesterov=True)]
    if kind == "muon":
        fits = lambda p: p.ndim == 2 and max(p.shape) <= LARGEST_MATRIX
        matrices, rest = [p for p in weights if fits(p)], [p for p in weights if not fits(p)]
        first = [optim.Muon(matrices, lr=1e-3, weight_decay=0.1, momentum=0.95)] if matrices else []
        return first + ([optim.AdamW(rest, lr=1e-4)] if rest else [])
    plain = {"rmsprop": optim.RMSprop, "adagrad": optim.Adagrad, "nadam": optim.NAdam, "radam": optim.RAdam}
    plain = {**plain, "adafactor": getattr(optim, "Adafactor", None), "lion": Lion}
    return [plain[kind](weights, lr=1e-4)]


def again(forward, *given, **more):
    """A block whose activations are computed again in the backward pass."""
    from torch.utils.checkpoint import checkpoint

    return checkpoint(forward, *given, use_reentrant=False, **more)


@dataclasses.dataclass(frozen=True)
class Recipe:
    train: str  # precisions
    infer: str
    optimizer: str
    clip: bool
    parts: int  # a step's batch in so many
    checkpoint: str  # where the blocks are whose activations are computed again
    channels_last: bool
    mean: bool  # one of the weights follows them
    zeros: bool  # gradients are set to zero, not to None
    inference_mode: bool

    @classmethod
    def drawn(cls, word, fits):
        chance = random.Random(word)
        often = lambda share: chance.random() < share
        train, infer, optimizer = chance.choice(fits.train), chance.choice(fits.infer), chance.choice(OPTIMIZERS)
        clip, parts, checkpoint, last = often(0.5), often(0.4), often(0.6), often(0.6)
        return cls(
            train=train,
            infer=infer,
            optimizer=optimizer,
            clip=clip,
            parts=2 if parts and fits.parts else 1,
            checkpoint=fits.blocks if checkpoint else "",
            channels_last=last and fits.pictures,
            mean=often(0.4),
            zeros=often(0.25),
            inference_mode=often(0.6),
        )

    def text(self):
        words = [self.train, self.optimizer]
        words += ["clipped"] if self.clip else []
        words += [f"{self.parts} parts"] if self.parts > 1 else []
        words += ["blocks again"] if self.checkpoint else []
        words += ["channels last"] if self.channels_last else []
        words += ["mean"] if self.mean else []
        words += ["zeros"] if self.zeros else []
        return ", ".join(words) + f"; {self.infer}, " + ("inference_mode" if self.inference_mode else "no_grad")

    def prepared(self, network, precision, training):
        network.train(training)
        if precision in NARROW:
            network.to(NARROW[precision])
        if self.channels_last:
            network.to(memory_format=torch.channels_last)
        if self.checkpoint and training:
            blocks = functools.reduce(getattr, self.checkpoint.split("."), network)
            for block in blocks:
                if not isinstance(block.forward, functools.partial):
                    block.forward = functools.partial(again, block.forward)
        return network

    def fitted(self, precision):
        """-> a function of inputs, which come as a loader hands them out."""
        dtype, last = NARROW.get(precision), self.channels_last

        def fit(inputs):
            if dtype is not None:
                inputs = [t.to(dtype) if t.is_floating_point() else t for t in inputs]
            if last:
                wide = torch.channels_last
                images = lambda t: t.dim() == 4 and t.is_floating_point()
                inputs = [t.contiguous(memory_format=wide) if images(t) else t for t in inputs]
            return inputs

        return fit

    def inference(self, network, precision):
        cast, fit = cast_of(precision), self.fitted(precision)
        self.prepared(network, precision, False)
        guard = torch.inference_mode if self.inference_mode else torch.no_grad

        def step(*inputs):
            with guard(), cast():
                return network(*fit(inputs))

        return step

    def ended(self, network, precision):
        """-> backward(loss), finish()"""
        weights = [p for p in network.parameters() if p.requires_grad]
        optimizers = made(self.optimizer, weights)
        scaler = torch.amp.GradScaler("cuda", init_scale=SCALE) if precision == "amp_fp16" else None
        means = [p.detach().clone() for p in weights] if self.mean else None
        clip, none = self.clip, not self.zeros

        def backward(loss):
            (loss if scaler is None else scaler.scale(loss)).backward()

        def finish():
            if clip:
                for optimizer in optimizers if scaler is not None else ():
                    scaler.unscale_(optimizer)
                torch.nn.utils.clip_grad_norm_(weights, CLIPPED)
            for optimizer in optimizers:
                optimizer.step() if scaler is None else scaler.step(optimizer)
            if scaler is not None:
                scaler.update()
            for optimizer in optimizers:
                optimizer.zero_grad(set_to_none=none)
            if means is not None:
                with torch.no_grad():
                    torch._foreach_lerp_(means, weights, FOLLOWED)

        return backward, finish

    def training(self, network, loss_of, precision, wrap=None):
        """A training step; wrap: what compiles the forward pass and the loss."""
        cast, fit, parts = cast_of(precision), self.fitted(precision), self.parts
        self.prepared(network, precision, True)
        backward, finish = self.ended(network, precision)
        if hasattr(network, "own_loop"):
            inner = network.own_loop(cast, backward, finish)
            return lambda *inputs: inner(*fit(inputs))

        def forward(*inputs):
            with cast():
                return loss_of(network(*inputs), inputs)

        forward = wrap(forward) if wrap is not None else forward

        def step(*inputs):
            inputs = fit(inputs)
            for part in zip(*(t.chunk(parts) for t in inputs)) if parts > 1 else (inputs,):
                loss = forward(*part)
                backward(loss / parts if parts > 1 else loss)
            finish()

        return step

    def step(self, network, loss_of, mode, precision):
        if mode == "infer":
            return self.inference(network, precision)
        return self.training(network, loss_of, precision)
