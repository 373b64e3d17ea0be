import torch
from attention import CausalAttention
from attention.examples import inputs
from torch import nn

torch.manual_seed(123)
heads = nn.ModuleList(CausalAttention(3, 2, 6, 0.0) for _ in range(2))

print(sum(p.numel() for p in heads.parameters()), "numbers to train")
first, second = (head(inputs) for head in heads)
same = torch.allclose(first, second)
assert not same, "one head twice"
print(torch.cat([first, second], dim=-1)[0].detach())
