import torch

scale, w = torch.tensor(1.003), torch.tensor(0.003)
print(f"scale in bfloat16: {scale.bfloat16().item():.4f}")
print(f"1 + w:             {1 + w.bfloat16().item():.4f}")

for name, start in (("scale", 1.0), ("w", 0.0)):
    parameter = torch.full((1,), start, requires_grad=True)
    parameter.grad = torch.zeros(1)  # nothing is learned
    optimiser = torch.optim.AdamW([parameter], lr=0.01, weight_decay=0.1)
    for _ in range(1000):
        optimiser.step()
    multiplies = parameter.item() + (name == "w")
    print(f"1,000 steps of decay of {name}: times {multiplies:.2f}")
