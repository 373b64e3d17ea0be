from functools import partial

import torch
from attention import core_attention, record_weights
from attention.examples import load_trained, said_twice

ids = said_twice(1000, 10, torch.Generator().manual_seed(0))
for sink in (-torch.inf, 5.0):
    sinks = torch.tensor([sink, -torch.inf])  # none for head 1
    attend = partial(core_attention, sinks=sinks)
    model = load_trained("induction")
    model.layers[1].attend = attend
    with torch.no_grad(), record_weights(model) as weights:
        right = model(ids)[:, 10:-1].argmax(dim=-1) == ids[:, 11:]
    sums = weights["layers.1.attend"][:, 0].sum(dim=-1)
    first, second = sums[:, :10].mean(), sums[:, 10:].mean()
    print(f"first copy {first:.2f}, second {second:.2f}", end=", ")
    print(f"right {right.float().mean():.2f}")
