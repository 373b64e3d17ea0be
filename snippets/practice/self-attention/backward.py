import torch
from attention import SelfAttentionV1
from attention.examples import seeded_projections

Q, K, V = (
    m.double().requires_grad_()
    for m in seeded_projections(SelfAttentionV1, 123)
)
A = torch.softmax(Q @ K.T / 2**0.5, dim=-1)
Z = A @ V
by_autograd = torch.autograd.grad((Z**2).sum() / 2, (Q, K, V))

dZ = Z  # since the loss is half the sum of squares
dV = A.T @ dZ
dA = dZ @ V.T
dS = A * (dA - (A * dA).sum(dim=-1, keepdim=True))
dQ = dS @ K / 2**0.5
dK = dS.T @ Q / 2**0.5

for mine, torchs in zip((dQ, dK, dV), by_autograd, strict=True):
    assert torch.allclose(mine, torchs, atol=1e-12)
    print(mine[1].detach())
