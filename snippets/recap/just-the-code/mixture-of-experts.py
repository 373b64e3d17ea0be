# pip install torch
# MIT licence, Copyright (c) 2026 The Attention, verified developers.

import torch
import torch.nn.functional as F
from torch import nn


class MixtureOfExperts(nn.Module):
    """Networks of which each token of x (..., d_model) uses top_k."""

    def __init__(self, d_model, d_hidden, num_experts, top_k, d_shared=0):
        super().__init__()
        self.top_k = top_k
        self.router = nn.Linear(d_model, num_experts, bias=False)
        self.experts = nn.ModuleList(
            Expert(d_model, d_hidden) for _ in range(num_experts)
        )
        self.shared = Expert(d_model, d_shared) if d_shared else None

    def forward(self, x):
        tokens = x.reshape(-1, x.shape[-1])
        scores, chosen = self.router(tokens).topk(self.top_k, dim=-1)
        weights = scores.softmax(dim=-1)  # of the chosen alone
        out = torch.zeros_like(tokens)
        for number, expert in enumerate(self.experts):
            token, slot = torch.where(chosen == number)
            if len(token):  # run on the tokens that chose it
                said = weights[token, slot, None] * expert(tokens[token])
                out = out.index_add(0, token, said)
        if self.shared is not None:
            out = out + self.shared(tokens)
        return out.view(x.shape)


class Expert(nn.Module):
    """SwiGLU: one product decides how much of another passes."""

    def __init__(self, d_model, d_hidden):
        super().__init__()
        self.gate = nn.Linear(d_model, d_hidden, bias=False)
        self.up = nn.Linear(d_model, d_hidden, bias=False)
        self.down = nn.Linear(d_hidden, d_model, bias=False)

    def forward(self, x):
        return self.down(F.silu(self.gate(x)) * self.up(x))


if __name__ == "__main__":  # five tokens, each with two of eight experts
    torch.manual_seed(123)
    layer = MixtureOfExperts(64, 128, num_experts=8, top_k=2, d_shared=32)
    x = torch.randn(1, 5, 64)
    chosen = layer.router(x).topk(2, dim=-1).indices
    print(chosen[0].tolist())
    print(layer(x)[0, -1, :4].detach())
