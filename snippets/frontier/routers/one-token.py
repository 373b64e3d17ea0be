import torch
from attention import DeepSeekRouter, Router, SigmoidRouter

scores = torch.tensor([[1.2, 0.3, 2.0, -0.5, 1.6, 0.9, 1.8, -1.0]])
unbiased = DeepSeekRouter(8, 8, 3)
biased = DeepSeekRouter(8, 8, 3)
grouped = DeepSeekRouter(8, 8, 3, num_groups=4, top_groups=2, scale=2.5)
for router in (biased, grouped):
    router.bias.data = torch.tensor([0, 0, -0.2, 0, 0, 0.2, 0, 0])
rules = {
    "top 3, softmax": Router(8, 8, 3),
    "top 3, sigmoid": SigmoidRouter(8, 8, 3),
    "sigmoid, top 3, ÷ sum": unbiased,
    "the same with a bias": biased,
    "and groups, × 2.5": grouped,
}

kept, chosen = torch.softmax(scores, dim=-1).topk(3)
found = {
    "softmax, top 3": (chosen, kept),
    "softmax, top 3, ÷ sum": (chosen, kept / kept.sum()),
}
for name, router in rules.items():
    router.W_router.weight.data = torch.eye(8)  # the scores are its input
    found[name] = router(scores)
print("                       experts  weights            sum")
for name, (chosen, weights) in found.items():
    numbers = " ".join(f"{w:.3f}" for w in weights[0])
    print(f"{name:22}", *chosen[0].tolist(), f"  {numbers}", end="")
    print(f"  {weights.sum():.3f}")
