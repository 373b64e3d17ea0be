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


for cuts in ([(1, 0)], [(1, 1)], [(1, 0), (1, 1)]):
    print(cuts, f"{right_without('induction-shared', cuts):.2f}")
