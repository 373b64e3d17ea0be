import torch
from attention.examples import load_trained, said_twice

ids = said_twice(1000, 10, torch.Generator().manual_seed(0))


def right_without(name, cuts):
    model = load_trained(name)
    with torch.no_grad():
        for layer, head in cuts:
            columns = slice(16 * head, 16 * head + 16)
            model.layers[layer].out_proj.weight[:, columns] = 0
        right = model(ids[:, :-1]).argmax(dim=-1) == ids[:, 1:]
    return right[:, 10:].float().mean().item()


print(f"whole: {right_without('induction', []):.2f}")
for layer in range(2):
    for head in range(2):
        share = right_without("induction", [(layer, head)])
        print(f"without layer {layer}, head {head}: {share:.2f}")
