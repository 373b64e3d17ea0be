import torch
from attention import CrossAttention, Transformer

source = torch.tensor([[1, 2, 3, 4, 5, 6]])
target = torch.tensor([[0, 1, 2, 3]])
other = torch.tensor([[0, 1, 2, 6]])
torch.manual_seed(123)
model = Transformer(7, 8, 8, 16, 2, 2)


def changed_rows():
    change = model(source, other) - model(source, target)
    return int((change.abs().amax(-1) > 1e-5).sum())


with_mask = changed_rows()
for block in model.decoder:
    block.attention = CrossAttention(16, 16, 0.0, 2)  # not causal
print("answer:", changed_rows())

print("with the mask, its own row alone:", with_mask)
print("the rows before it, without its own:", changed_rows() - with_mask)
