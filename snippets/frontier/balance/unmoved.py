import torch
from attention import DeepSeekRouter, balanced_bias, expert_load

torch.manual_seed(123)
x = torch.randn(512, 16) + 0.3 * torch.randn(16)
router = DeepSeekRouter(16, 8, top_k=2)


def weights_of_all():
    chosen, weights = router(x)
    return torch.zeros(512, 8).scatter(1, chosen, weights).detach()


before = weights_of_all()
for _ in range(300):
    load = expert_load(router(x)[0], 8)
    router.bias.data = balanced_bias(router.bias, load)
after = weights_of_all()
stayed = ((before > 0) == (after > 0)).all(dim=1)
equal = (before == after).all(dim=1)
print("tokens with the same two experts:", stayed.sum().item(), "of 512")
print("of these, with equal weights:    ", (stayed & equal).sum().item())
