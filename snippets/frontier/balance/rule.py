import torch
from attention import DeepSeekRouter, balanced_bias, expert_load

torch.manual_seed(123)
x = torch.randn(512, 16) + 0.3 * torch.randn(16)
router = DeepSeekRouter(16, 8, top_k=2)
for step in range(301):
    load = expert_load(router(x)[0], 8)
    if step % 100 == 0:
        print(f"step {step:3}  max/mean {load.max() / 128:.2f}")
    router.bias.data = balanced_bias(router.bias, load, step=0.001)
