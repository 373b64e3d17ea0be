import torch
from attention import attention_weights, scaled_attention_scores
from torch import nn


def linear(d_in, d_out):
    return nn.Linear(d_in, d_out, bias=False).weight.detach().T


torch.manual_seed(123)
x = torch.rand(4, 512)
for draw in (torch.rand, torch.randn, linear):
    Q, K = x @ draw(512, 64), x @ draw(512, 64)
    weights = attention_weights(scaled_attention_scores(Q, K))
    print(f"{draw.__name__:6}", weights.amax(dim=-1))
