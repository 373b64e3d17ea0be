import torch
from attention.examples import draw_pairs, load_trained

generator = torch.Generator().manual_seed(0)
ids, answers = draw_pairs(1000, 4, writes=3, generator=generator)
for rule, model in load_trained("rewritten").items():
    with torch.no_grad():
        says = model(ids)[:, -4:].argmax(dim=-1)
    print(f"{rule:8}{(says == answers).double().mean():.2f}")
one_of_three = 31 * 30 / 32**2  # three different values
two_of_three = 3 * 31 / 32**2  # two are the same: name that one
best = one_of_three / 3 + two_of_three * 2 / 3 + 1 / 32**2
print(f"without order, at best {best:.2f}")
