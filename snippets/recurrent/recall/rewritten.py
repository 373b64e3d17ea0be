import torch
from attention.examples import draw_pairs, load_trained

generator = torch.Generator().manual_seed(0)
ids, answers = draw_pairs(1000, 4, writes=2, generator=generator)
for rule, model in load_trained("rewritten").items():
    with torch.no_grad():
        says = model(ids)[:, -4:].argmax(dim=-1)
    print(f"{rule:8}{(says == answers).double().mean():.2f}")
print(f"without order, at best {1 / 2 + 1 / 2 * 1 / 32:.2f}")
