import torch
from attention import MixtureOfExperts, Router, SwiGLU
from attention.examples import inputs

torch.manual_seed(123)
experts = [SwiGLU(3, 8) for _ in range(4)]
router, always = Router(3, 4, top_k=2), SwiGLU(3, 8)
without = MixtureOfExperts(router, experts)
layer = MixtureOfExperts(router, experts, shared=always)
difference = layer(inputs) - without(inputs)
print("difference", difference[1].detach())
print("shared    ", always(inputs)[1].detach())
