import torch
from attention import CrossAttention
from attention.examples import inputs, position_table, target_inputs

torch.manual_seed(123)
layer = CrossAttention(3, 4, dropout=0.0, num_heads=2)
order = torch.tensor([5, 0, 3, 1, 4, 2])
positions = position_table[:6]
placed = inputs + positions

for name, source, shuffled in (
    ("without positions", inputs, inputs[order]),
    ("added before the shuffle", placed, placed[order]),
    ("added after the shuffle", placed, inputs[order] + positions),
):
    change = (
        layer(target_inputs, source) - layer(target_inputs, shuffled)
    ).abs()
    print(f"{name:25} change of at most {change.max():.4f}")
