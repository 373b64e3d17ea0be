import torch
from attention import decayed_attention

torch.manual_seed(0)
x, B, C = torch.randn(3, 20, 4)  # 20 tokens, 4 features, a state of 4 x 4
delta, A = torch.rand(20), torch.tensor(-0.5)
h = torch.zeros(4, 4)
for t in range(20):
    h = torch.exp(delta[t] * A) * h + delta[t] * torch.outer(B[t], x[t])
    y = C[t] @ h
print("Mamba-2:", y)

steps = delta[:, None] * x
contexts, _ = decayed_attention(C, B, steps, log_decays=delta * A)
print("masked: ", contexts[-1])
