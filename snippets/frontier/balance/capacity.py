import torch
from attention import (
    DeepSeekRouter,
    balanced_bias,
    expert_load,
    within_capacity,
)

torch.manual_seed(123)
x = torch.randn(512, 16) + 0.3 * torch.randn(16)
router = DeepSeekRouter(16, 8, top_k=2)
for step in range(301):
    chosen, _ = router(x)
    if step in (0, 300):
        for capacity in (128, 160):  # 1 and 1.25 times the mean load
            dropped = ~within_capacity(chosen, 8, capacity)
            print(f"step {step:3}, capacity {capacity}: ", end="")
            print(f"{dropped.sum()} of 1024 choices dropped")
    router.bias.data = balanced_bias(router.bias, expert_load(chosen, 8))
