"""A small language model of two LSTM layers, one training step: python/perfmodel_record.py recurrent_step.py:step"""
import torch

VOCABULARY, WIDTH, LENGTH = 300, 64, 12


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.words = torch.nn.Embedding(VOCABULARY, WIDTH)
        self.cells = torch.nn.LSTM(WIDTH, WIDTH, 2, batch_first=True)
        self.head = torch.nn.Linear(WIDTH, VOCABULARY)

    def forward(self, words):
        return self.head(self.cells(self.words(words))[0])


model = Model()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def step(words, labels):
    optimizer.zero_grad(set_to_none=True)
    # classes in the second dimension: softmax over one that is not the innermost
    loss = torch.nn.functional.cross_entropy(model(words).transpose(1, 2), labels)
    loss.backward()
    optimizer.step()


def inputs(batch):
    return torch.zeros(batch, LENGTH, dtype=torch.int64), torch.zeros(batch, LENGTH, dtype=torch.int64)


batches = [inputs(4), inputs(8)]
