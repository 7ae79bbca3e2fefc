"""The step behind transformer_step.json: a small causal transformer under autocast, with clipped gradients."""
import perfmodel_record
import torch

WIDTH, HEADS, LENGTH, WORDS = 128, 2, 32, 500


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = torch.nn.LayerNorm(WIDTH)
        self.qkv = torch.nn.Linear(WIDTH, 3 * WIDTH)
        self.project = torch.nn.Linear(WIDTH, WIDTH)
        self.wide = torch.nn.Linear(WIDTH, 4 * WIDTH)
        self.narrow = torch.nn.Linear(4 * WIDTH, WIDTH)
        self.drop = torch.nn.Dropout(0.1)

    def forward(self, x):
        batch, length, width = x.shape
        heads = [
            t.view(batch, length, HEADS, width // HEADS).transpose(1, 2) for t in self.qkv(self.norm(x)).split(width, 2)
        ]
        attend = getattr(torch.nn.functional, "scaled_dot_product_attention", perfmodel_record.attention_of_card)
        y = attend(*heads, is_causal=True).transpose(1, 2).reshape(batch, length, width)
        x = x + self.drop(self.project(y))
        return x + self.drop(self.narrow(torch.nn.functional.gelu(self.wide(x))))


class Transformer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.words = torch.nn.Embedding(WORDS, WIDTH)
        self.blocks = torch.nn.ModuleList([Block(), Block()])
        self.head = torch.nn.Linear(WIDTH, WORDS, bias=False)

    def forward(self, tokens):
        x = self.words(tokens)
        for block in self.blocks:
            x = block(x)
        return self.head(x)


network = Transformer()
optimizer = torch.optim.AdamW(network.parameters(), foreach=True)


def step(tokens, labels):
    optimizer.zero_grad(set_to_none=True)
    with torch.autocast("cuda", dtype=torch.bfloat16):
        logits = network(tokens)
        loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), labels.flatten())
    loss.backward()
    optimizer.step()


def inputs(batch):
    return torch.zeros(batch, LENGTH, dtype=torch.int64), torch.zeros(batch, LENGTH, dtype=torch.int64)


batches = [inputs(8), inputs(16)]
