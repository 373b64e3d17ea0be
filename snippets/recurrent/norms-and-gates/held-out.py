import torch
from attention import record_weights
from attention.examples import load_trained, said_twice

ids = said_twice(500, 10, torch.Generator().manual_seed(1))
for name in ("high-rate", "high-rate-normed"):
    model = load_trained(name)
    with torch.no_grad(), record_weights(model) as recorded:
        right = model(ids[:, :-1]).argmax(dim=-1) == ids[:, 1:]
    rows = torch.cat([w[..., 1:, :] for w in recorded.values()])
    alone = (rows.amax(dim=-1) > 0.99).float().mean()
    print(f"{name:16}  right {right[:, 10:].float().mean():.0%}", end="   ")
    print(f"rows with one weight above 0.99: {alone:.0%}")
