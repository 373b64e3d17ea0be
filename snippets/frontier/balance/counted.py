import torch
from attention import DeepSeekRouter, expert_load

torch.manual_seed(123)
x = torch.randn(512, 16) + 0.3 * torch.randn(16)  # they share a direction
router = DeepSeekRouter(16, 8, top_k=2)
chosen, weights = router(x)
load = expert_load(chosen, 8)
print("load    ", load.tolist(), " mean", load.sum().item() / 8)
print(f"max/mean {load.max() / 128:.2f}")
