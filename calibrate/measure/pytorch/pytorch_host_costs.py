"""Host cost of single operations of PyTorch eager, on a device with nothing to do."""
import statistics
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

from pytorch_step import DEVICE, autocast, make_optimizer, set_precision


class Call(nn.Module):
    """A module around a function: the chain pays the same module call as a network does."""

    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, x):
        return self.function(x)


def chains():
    image, row = (2, 16, 8, 8), (32, 64)
    heads = (2, 4, 16, 16)
    return {
        "linear": (lambda: nn.Linear(64, 64), row),
        "linear_no_bias": (lambda: nn.Linear(64, 64, bias=False), row),
        "linear_3d": (lambda: nn.Linear(64, 64), (2, 16, 64)),
        "conv2d": (lambda: nn.Conv2d(16, 16, 3, padding=1, bias=False), image),
        "conv2d_bias": (lambda: nn.Conv2d(16, 16, 3, padding=1), image),
        "conv2d_depthwise": (lambda: nn.Conv2d(16, 16, 3, padding=1, groups=16, bias=False), image),
        "batch_norm": (lambda: nn.BatchNorm2d(16), image),
        "layer_norm": (lambda: nn.LayerNorm(64), row),
        "group_norm": (lambda: nn.GroupNorm(4, 16), image),
        "rms_norm": (lambda: nn.RMSNorm(64), row),
        "relu": (lambda: nn.ReLU(), row),
        "relu_inplace": (lambda: nn.ReLU(inplace=True), row),
        "relu6_inplace": (lambda: nn.ReLU6(inplace=True), row),
        "gelu": (lambda: nn.GELU(), row),
        "silu": (lambda: nn.SiLU(), row),
        "tanh": (lambda: nn.Tanh(), row),
        "sigmoid": (lambda: nn.Sigmoid(), row),
        "dropout": (lambda: nn.Dropout(0.1), row),
        "softmax": (lambda: nn.Softmax(-1), row),
        "max_pool": (lambda: nn.MaxPool2d(3, 1, 1), image),
        "avg_pool": (lambda: nn.AvgPool2d(3, 1, 1), image),
        "add": (lambda: Call(lambda x: x + x), row),
        "add_inplace": (lambda: Call(lambda x: (x + 0.0).add_(x)), row),
        "mul": (lambda: Call(lambda x: x * x), row),
        "mul_scalar": (lambda: Call(lambda x: x * 1.5), row),
        "view": (lambda: Call(lambda x: x.view(64, 32).view(32, 64)), row),
        "transpose": (lambda: Call(lambda x: x.transpose(0, 1).transpose(0, 1)), row),
        "contiguous": (lambda: Call(lambda x: x.transpose(0, 1).contiguous().view(32, 64)), row),
        "cat": (lambda: Call(lambda x: torch.cat([x, x], 1)[:, :64]), row),
        "split": (lambda: Call(lambda x: x.split(32, 1)[0].repeat(1, 2)), row),
        "cast": (lambda: Call(lambda x: x.to(torch.float64).to(x.dtype)), row),
        "matmul": (lambda: Call(lambda x: torch.matmul(x, x)), (64, 64)),
        "bmm": (lambda: Call(lambda x: torch.matmul(x, x)), heads),
        "sdpa": (lambda: Call(lambda x: F.scaled_dot_product_attention(x, x, x)), heads),
        "sdpa_causal": (lambda: Call(lambda x: F.scaled_dot_product_attention(x, x, x, is_causal=True)), heads),
    }


def per_call(function, reps=5):
    best = []
    function()
    for _ in range(reps):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        function()
        best.append(time.perf_counter() - begin)
    torch.cuda.synchronize()
    return 1e6 * statistics.median(best)


def host_costs(table, deadline):
    n = 40
    for precision in ("fp32", "amp_bf16", "bf16"):
        set_precision(precision)
        for name, (make, shape) in chains().items():
            if time.perf_counter() > deadline:
                return
            try:
                with torch.device(DEVICE):
                    modules = [make() for _ in range(n)]
                    x = torch.randn(shape, requires_grad=True)
                chain = nn.ModuleList(modules)
                if precision == "bf16":
                    chain = chain.to(torch.bfloat16)
                    x = x.detach().to(torch.bfloat16).requires_grad_()

                def forward(count=n):
                    y = x * 1.0
                    with autocast(precision):
                        for m in modules[:count]:
                            y = m(y)
                    return y

                def no_grad():
                    with torch.no_grad():
                        forward()

                def backward_times(count, reps=5):
                    found = []
                    for _ in range(reps):
                        y = forward(count)
                        g = torch.ones_like(y)
                        for p in chain.parameters():
                            p.grad = None
                        torch.cuda.synchronize()
                        begin = time.perf_counter()
                        torch.autograd.backward(y, g)
                        found.append(time.perf_counter() - begin)
                    return 1e6 * statistics.median(found)

                base = per_call(lambda: forward(0))
                inference, training = (per_call(no_grad) - base) / n, (per_call(forward) - base) / n
                backward_times(n, 2)
                many, one = backward_times(n), backward_times(1)
                table.row(precision, name, "forward_no_grad", 1, round(inference, 3))
                table.row(precision, name, "forward", 1, round(training, 3))
                table.row(precision, name, "backward", 1, round((many - one) / (n - 1), 3))
                table.row(precision, name, "backward_start", 1, round(one, 3))
            except Exception as error:
                table.row(precision, name, "error", 1, repr(error)[:120])
    set_precision("fp32")
    with torch.device(DEVICE):
        ids = torch.randint(0, 100, (2, 16))
        embedding = nn.Embedding(100, 64)
        logits = torch.randn(32, 100, requires_grad=True)
        labels = torch.randint(0, 100, (32,))
        image = torch.randn(2, 16, 8, 8, requires_grad=True)
    singles = {
        "embedding": lambda: embedding(ids),
        "cross_entropy": lambda: F.cross_entropy(logits, labels),
        "adaptive_avg_pool": lambda: F.adaptive_avg_pool2d(image, 1),
        "flatten": lambda: torch.flatten(image, 1),
    }
    for name, call in singles.items():

        def many():
            return [call() for _ in range(n)]

        def backward():
            found = []
            for _ in range(5):
                outs = [o.sum() if o.dim() else o for o in many()]
                torch.cuda.synchronize()
                begin = time.perf_counter()
                for o in outs:
                    o.backward()
                found.append(time.perf_counter() - begin)
            return 1e6 * statistics.median(found) / n

        with torch.no_grad():
            table.row("fp32", name, "forward_no_grad", 1, round(per_call(many) / n, 3))
        table.row("fp32", name, "forward", 1, round(per_call(many) / n, 3))
        table.row("fp32", name, "backward_of_sum_with_start", 1, round(backward(), 3))
    for name in ("sgd", "momentum", "adam", "adamw", "rmsprop"):
        for tensors in (1, 4, 16, 64, 160, 400):
            with torch.device(DEVICE):
                parameters = [nn.Parameter(torch.randn(64)) for _ in range(tensors)]
            optimizer = make_optimizer(name, parameters)

            def set_gradients():
                for p in parameters:
                    p.grad = torch.ones_like(p)

            steps, zeros = [], []
            for _ in range(7):
                set_gradients()
                torch.cuda.synchronize()
                a = time.perf_counter()
                optimizer.step()
                b = time.perf_counter()
                optimizer.zero_grad(set_to_none=True)
                c = time.perf_counter()
                steps.append(b - a)
                zeros.append(c - b)
            table.row("fp32", "optimizer_" + name, "step", tensors, round(1e6 * statistics.median(steps), 2))
            table.row("fp32", "optimizer_" + name, "zero_grad", tensors, round(1e6 * statistics.median(zeros), 2))
