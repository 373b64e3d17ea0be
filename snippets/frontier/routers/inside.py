import torch
from attention import SwiGLU

torch.manual_seed(123)
expert, x = SwiGLU(64, 128).double(), torch.randn(64).double()
g, u = expert.W_gate(x), expert.W_up(x)
print("  w   |w E(x)|  |E(w x)|  by hand")
for w in (1.0, 0.5, 0.1):
    by_hand = w**2 * expert.W_down(g * torch.sigmoid(w * g) * u)
    outside, inside = w * expert(x), expert(w * x)
    lengths = (each.norm() for each in (outside, inside, by_hand))
    print(f"{w:.1f}", *(f"{length:9.5f}" for length in lengths))
