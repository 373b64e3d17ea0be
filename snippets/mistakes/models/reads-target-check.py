import torch
from attention.examples import fit
from torch import nn

torch.manual_seed(123)
torch.set_num_threads(1)
ids = torch.randint(16, (60, 4096))
model = nn.Sequential(nn.Embedding(16, 8), nn.Linear(8, 16))
losses = fit(model, ((b, b) for b in ids), learning_rate=0.1)
floor = torch.tensor(16.0).log()
low = losses[-1] < floor - 0.1
assert not low, (
    "it is given its target"
)  # raises AssertionError: it is given
