# pip install attention-verified
import torch

torch.manual_seed(123)
queries = torch.randn(6, 512, requires_grad=True)
keys, values = torch.randn(6, 512), torch.randn(6, 4)
wanted = values.roll(1, dims=0)  # each word shall read the one before

for step in range(101):
    weights = torch.softmax(queries @ keys.T, dim=-1)  # no scale
    loss = (weights @ values - wanted).square().mean()
    (slopes,) = torch.autograd.grad(loss, queries)
    queries = (queries - slopes).detach().requires_grad_()
    if step % 50 == 0:
        print(f"step {step:3}: loss {loss:.2f}")
print("first row:", weights[0].detach().round(decimals=4))
