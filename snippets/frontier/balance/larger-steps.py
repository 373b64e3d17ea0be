import torch
from attention import DeepSeekRouter, balanced_bias, expert_load

torch.manual_seed(123)
x = torch.randn(512, 16) + 0.3 * torch.randn(16)
for size in (0.0001, 0.001, 0.1):
    torch.manual_seed(1)
    router = DeepSeekRouter(16, 8, top_k=2)
    for _ in range(301):
        load = expert_load(router(x)[0], 8)
        router.bias.data = balanced_bias(router.bias, load, size)
    print(f"steps of {size}: max/mean {load.max() / 128:.2f}")
