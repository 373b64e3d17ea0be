import torch
from attention import DeepSeekRouter

torch.manual_seed(123)
router = DeepSeekRouter(24, 16, top_k=4, num_groups=4, top_groups=2)
x = torch.randn(1000, 24)
chosen, weights = router(x)
for change in (torch.full((16,), 0.3), 0.3 * torch.rand(16)):
    router.bias.data = change
    moved = router(x)[0].sort(dim=-1)[0] != chosen.sort(dim=-1)[0]
    print(f"{moved.any(dim=-1).sum()} of 1,000 tokens have other experts")
