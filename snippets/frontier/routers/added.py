import torch
from attention import DeepSeekRouter, Router

scores = torch.tensor([[1.2, 0.3, 2.0, -0.5, 1.6, 0.9, 1.8, -1.0]])
for router in (Router(8, 8, 3), DeepSeekRouter(8, 8, 3)):
    router.W_router.weight.data = torch.eye(8)
    for more in (0.0, 3.0, -9.0):
        weights = router(scores + more)[1][0]
        numbers = " ".join(f"{w:.3f}" for w in weights)
        print(f"{type(router).__name__:15}{more:5.1f}  {numbers}")
