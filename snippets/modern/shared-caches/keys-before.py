import torch
from attention.examples import load_trained, said_twice

model = load_trained("induction")
ids = said_twice(1000, 10, torch.Generator().manual_seed(0))


@torch.no_grad()
def right(keys_before, values_before):
    x = start = model.positions(model.tok_emb(ids[:, :-1]))
    x = x + model.layers[0](model.norms[0](x))
    layer, norm = model.layers[1], model.norms[1]
    queries, keys, values = layer.project(norm(x))
    _, early_keys, early_values = layer.project(norm(start))
    keys = early_keys if keys_before else keys
    values = early_values if values_before else values
    x = x + layer.mix(queries, keys, values)
    words = model.out_head(model.final_norm(x)).argmax(dim=-1)
    return (words == ids[:, 1:])[:, 10:].float().mean().item()


print(f"as trained                       {right(False, False):.2f}")
print(f"values from before layer 0       {right(False, True):.2f}")
print(f"keys from before layer 0         {right(True, False):.2f}")
print(f"both, as with a shared cache     {right(True, True):.2f}")
