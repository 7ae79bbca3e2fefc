"""The step behind tests/recording/small_step.json: a convolution network with a linear head, trained with momentum."""
import torch

network = torch.nn.Sequential(
    torch.nn.Conv2d(3, 16, 3, padding=1),
    torch.nn.BatchNorm2d(16),
    torch.nn.ReLU(),
    torch.nn.AdaptiveAvgPool2d(1),
    torch.nn.Flatten(),
    torch.nn.Linear(16, 32),
    torch.nn.GELU(),
    torch.nn.Linear(32, 10),
)
optimizer = torch.optim.AdamW(network.parameters(), foreach=True)


def step(images, labels):
    optimizer.zero_grad(set_to_none=True)
    loss = torch.nn.functional.cross_entropy(network(images), labels)
    loss.backward()
    optimizer.step()


def inputs(batch):
    return torch.zeros(batch, 3, 16, 16), torch.zeros(batch, dtype=torch.int64)


batches = [inputs(8), inputs(16)]
