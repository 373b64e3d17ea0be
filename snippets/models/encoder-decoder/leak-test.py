import torch
from attention import Transformer

source = torch.tensor([[1, 2, 3, 4, 5, 6]])
target = torch.tensor([[0, 1, 2, 3]])
torch.manual_seed(123)
model = Transformer(7, 8, 8, 16, 2, 2)


def changed_rows(other_source, other_target):
    change = model(other_source, other_target) - model(source, target)
    return (change.abs().amax(-1)[0] > 1e-5).int().tolist()


for place in range(4):
    other = target.clone()
    other[0, place] = 6
    print("target", place, changed_rows(source, other))
for place in range(6):
    other = source.clone()
    other[0, place] = 0
    print("source", place, changed_rows(other, target))
