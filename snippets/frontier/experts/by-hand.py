import torch
from attention import MixtureOfExperts, Router, SwiGLU
from attention.examples import inputs

torch.manual_seed(123)
experts = [SwiGLU(3, 8) for _ in range(4)]
layer = MixtureOfExperts(Router(3, 4, top_k=2), experts)

journey = inputs[1]
scores = layer.router.W_router(journey)
best, chosen = scores.topk(2)
weights = torch.softmax(best, dim=-1)
out = sum(
    w * experts[e](journey) for w, e in zip(weights, chosen, strict=True)
)

print("scores   ", scores.detach())
print("chosen   ", chosen, " weights", weights.detach())
print("by hand  ", out.detach())
print("the layer", layer(inputs)[1].detach())
