import torch
from attention import DeepSeekRouter

torch.manual_seed(123)
router = DeepSeekRouter(1, 256, top_k=8, num_groups=8, top_groups=4)
for tokens in (1, 8, 64, 512):
    needed = [
        router.choose(torch.rand(tokens, 256)).unique().numel()
        for _ in range(50)
    ]
    expected = 256 * (1 - (1 - 8 / 256) ** tokens)
    mean = sum(needed) / 50
    print(f"{tokens:3} tokens: {mean:.1f}, expected {expected:.1f}")
