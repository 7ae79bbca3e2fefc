"""The step behind tests/recording/fully_connected_step.json: the planner's fcnn, trained with momentum over lists."""
import torch

layers = [torch.nn.Linear(400, 1024), torch.nn.ReLU()]
for _ in range(3):
    layers += [torch.nn.Linear(1024, 1024), torch.nn.ReLU()]
network = torch.nn.Sequential(*layers, torch.nn.Linear(1024, 60))
optimizer = torch.optim.SGD(network.parameters(), lr=0.1, momentum=0.9, foreach=True)


def step(x, labels):
    optimizer.zero_grad(set_to_none=True)
    loss = torch.nn.functional.cross_entropy(network(x), labels)
    loss.backward()
    optimizer.step()


def inputs(batch):
    return torch.zeros(batch, 400), torch.zeros(batch, dtype=torch.int64)


batches = [inputs(64), inputs(128)]
