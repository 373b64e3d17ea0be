import torch
from attention import masked_attention_weights

mask = torch.tensor([[True, False], [False, False]])
scores = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
hidden = scores.masked_fill(~mask, -torch.inf)

for name, weights in {
    "by hand": torch.softmax(hidden, dim=-1),
    "here": masked_attention_weights(scores, mask),
}.items():
    values = torch.ones(2, 2, requires_grad=True)
    contexts = weights @ values
    contexts[0].sum().backward()  # the loss does not use row [1]
    print(f"{name:8}", values.grad.tolist())
