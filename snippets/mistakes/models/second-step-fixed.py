import torch

torch.manual_seed(123)
x, latent = torch.randn(6, 4), torch.randn(6, 3)
W_query = torch.randn(4, 2, requires_grad=True)
W_up = torch.randn(3, 2, requires_grad=True)

for step in (1, 2):
    absorbed = W_query @ W_up.T  # in each step
    loss = (x @ absorbed @ latent.T).square().mean()
    loss.backward()
    print("step", step, "done")

with torch.no_grad():
    kept = W_query @ W_up.T  # once, when training is over
print("kept with a graph:", kept.requires_grad)
