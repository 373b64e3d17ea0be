import torch
from attention import DeepSeekRouter, balance_loss, expert_load

torch.manual_seed(123)
x = torch.randn(512, 16) + 0.3 * torch.randn(16)
router = DeepSeekRouter(16, 8, top_k=2)
first, before = router(x)
optimiser = torch.optim.SGD([router.W_router.weight], lr=0.1)
for step in range(301):
    chosen, weights = router(x)
    scores = router.W_router(x)
    loss = balance_loss(torch.softmax(scores, dim=-1), chosen)
    if step in (0, 300):
        load = expert_load(chosen, 8)
        print(f"step {step:3}  loss {loss:.2f}  ", end="")
        print(f"max/mean {load.max() / 128:.1f}")
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()
stayed = (first == chosen).all(dim=1)
equal = (before == weights).all(dim=1)
many = "more" if stayed.sum() > 200 else "fewer"
print(f"tokens with the same two experts: {many} than 200 of 512")
print("of these, with equal weights:", (stayed & equal).sum().item())
