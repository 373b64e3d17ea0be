import torch
from attention.examples import draw_pairs, load_trained

generator = torch.Generator().manual_seed(0)
ids, answers = draw_pairs(200, 16, generator=generator)
for rule, model in load_trained("pairs").items():
    with torch.no_grad():
        says = model(ids)[:, -16:].argmax(dim=-1)
    print(f"{rule:8}{(says == answers).double().mean():.2f}")
