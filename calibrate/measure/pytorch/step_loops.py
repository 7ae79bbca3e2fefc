"""Training steps that the lists of networks share: plain loops, and the parts of steps that networks bring themselves.

A network may have: make_optimizer(parameters), for another optimizer than AdamW, and optimizer_word, its name
(with_optimizer() sets both); or own_step(cast), which returns a whole training step of inputs; or a recipe, which says
how it is trained and run (recipes.py).
"""
import contextlib

NARROW = {"amp_bf16": "bfloat16", "amp_fp16": "float16"}


def cast_of(precision):
    """-> a function that opens autocast as the precision wants it; TF32 is allowed or not from then on."""
    import torch

    torch.backends.cuda.matmul.allow_tf32 = precision == "tf32"
    torch.backends.cudnn.allow_tf32 = True
    if precision not in NARROW:
        return contextlib.nullcontext
    return lambda: torch.autocast("cuda", dtype=getattr(torch, NARROW[precision]))


def trained_by(word, **how):
    """-> the two attributes of a module that is trained by another optimizer than AdamW."""
    import torch

    kind = {"sgd": torch.optim.SGD, "momentum": torch.optim.SGD, "adam": torch.optim.Adam, "adamw": torch.optim.AdamW}
    kind = {**kind, "rmsprop": torch.optim.RMSprop}[word]
    return word, lambda parameters: kind(parameters, **how)


def with_optimizer(network, word, **how):
    network.optimizer_word, network.make_optimizer = trained_by(word, **how)
    return network


def optimizer_of(network, fused=False):
    """The network's own, or AdamW with its defaults (foreach)."""
    import torch

    if hasattr(network, "make_optimizer"):
        return network.make_optimizer([p for p in network.parameters() if p.requires_grad])
    return torch.optim.AdamW(network.parameters(), lr=1e-5, **({"fused": True} if fused else {}))


def plain_step(loss_of_inputs, optimizer):
    """Loss, backward pass, optimizer; gradients are set to None at the end."""

    def step(*inputs):
        loss = loss_of_inputs(*inputs)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)

    return step


def step_of(network, loss_of, mode, precision, fused=False):
    """A step of a network of a list: inference, its own training step, or the plain one."""
    import torch

    if hasattr(network, "recipe"):
        return network.recipe.step(network, loss_of, mode, precision)
    cast = cast_of(precision)
    network.train(mode == "train")
    if mode == "infer":

        def step(*inputs):
            with torch.inference_mode(), cast():
                return network(*inputs)

        return step
    if hasattr(network, "own_step"):
        return network.own_step(cast)

    def loss(*inputs):
        with cast():
            return loss_of(network(*inputs), inputs)

    return plain_step(loss, optimizer_of(network, fused))


def learn(optimizer, loss):
    """The old gradients go just before the new ones come."""
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
