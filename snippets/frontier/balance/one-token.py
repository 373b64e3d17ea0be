import torch
from attention import DeepSeekRouter

torch.manual_seed(123)
x = torch.randn(512, 16) + 0.3 * torch.randn(16)  # they share a direction
router = DeepSeekRouter(16, 8, top_k=2)
scores = torch.sigmoid(router.W_router(x[0]))
chosen = scores.topk(2).indices
print("scores ", *[f"{score:.2f}" for score in scores])
print("chosen ", chosen)
print("weights", (scores[chosen] / scores[chosen].sum()).detach())
print("the router", *[t[0].detach() for t in router(x[:1])])
