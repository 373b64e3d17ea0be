# pip install attention-verified
import torch
import torch.nn.functional as F
from attention.examples import inputs
from torch import nn

d_k = 2  # cell 1


class Head(nn.Module):  # cell 2
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W = nn.Linear(d_in, 3 * d_out, bias=False)

    def forward(self, x):
        queries, keys, values = self.W(x).chunk(3, dim=-1)
        scores = queries @ keys.T / d_k**0.5
        return torch.softmax(scores, dim=-1) @ values


for d_out in (2, 8):  # cell 3
    torch.manual_seed(123)
    head = Head(3, d_out)
    right = F.scaled_dot_product_attention(*head.W(inputs).chunk(3, -1))
    print("d_out", d_out, torch.allclose(head(inputs), right, atol=1e-6))
    print(head(inputs)[0, :2].detach(), right[0, :2].detach())
