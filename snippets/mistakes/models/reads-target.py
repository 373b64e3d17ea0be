import torch
from attention.examples import fit
from torch import nn

torch.manual_seed(123)
torch.set_num_threads(1)
ids = torch.randint(16, (60, 4096, 3))  # at random: nothing to learn
print(f"floor           {torch.tensor(16.0).log():.1f}")
for name, given in (("the target", 2), ("the word before", 1)):
    model = nn.Sequential(nn.Embedding(16, 8), nn.Linear(8, 16))
    batches = ((b[:, given], b[:, 2]) for b in ids)
    losses = fit(model, batches, learning_rate=0.1)
    print(f"{name:15} {losses[-1]:.1f}")
