from tempfile import TemporaryDirectory

import torch
from attention import RotaryPositions, rotary_frequencies
from attention.examples import drawn_checkpoint
from attention.gallery import load

stored = drawn_checkpoint("phi3")  # heads of 6 features, 4 of them turned
in_order = [0, 1, 2, 3, 4, 5]
speeds = rotary_frequencies(6)
still = torch.cat([speeds[:2], torch.zeros(1)])
mistakes = {  # the order of a head's features, and what turns them
    "all turned": (in_order, RotaryPositions(160, 6)),
    "speeds of the whole head": (
        in_order,
        RotaryPositions(160, 4, frequencies=speeds[:2], width=6),
    ),
    "proportional": (in_order, RotaryPositions(160, 6, frequencies=still)),
    "neighbours": ([0, 2, 1, 3, 4, 5], None),
    "halves of the whole head": ([0, 1, 3, 4, 2, 5], None),
    "the last four": ([2, 3, 4, 5, 0, 1], None),
}
print("error / std               1 token  8 tokens  150 tokens")
for name, (order, turn) in mistakes.items():
    with TemporaryDirectory() as folder, torch.no_grad():
        model = load(stored.write(folder), torch.float64)
        right = model(stored.ids[None])[0]
        for block in model.blocks:
            layer = block.attention
            layer.rotary = turn.double() if turn else layer.rotary
            for linear in (layer.W_query, layer.W_key):
                heads = linear.weight.unflatten(0, (-1, 6))
                linear.weight.copy_(heads[:, order].flatten(0, 1))
        off = (model(stored.ids[None])[0] - right).abs() / right.std()
    errors = [off[:n].max() for n in (1, 8, 150)]
    print(f"{name:24}", *(f"{error:8.3f}" for error in errors))
