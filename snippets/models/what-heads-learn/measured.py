import torch
from attention import (
    AttentionOnly,
    load_trained,
    record_weights,
    said_twice,
)

torch.manual_seed(0)
untrained = AttentionOnly(16, 24, d_model=32, num_layers=2, num_heads=2)
ids = said_twice(1000, 10, torch.Generator().manual_seed(0))
for name, model in (
    ("trained", load_trained("induction")),
    ("untrained", untrained),
):
    print(name)
    with torch.no_grad(), record_weights(model) as recorded:
        model(ids)
    for layer, weights in enumerate(recorded.values()):
        for head in range(2):
            to_before = weights[:, head, :10].diagonal(-1, 1, 2).mean()
            to_next = weights[:, head, 10:].diagonal(1, 1, 2).mean()
            print(f"layer {layer}, head {head}: ", end="")
            print(f"{to_before:.2f} before, {to_next:.2f} next")
