import torch
from attention import (
    CrossAttention,
    inputs,
    mask_from_lengths,
    record_weights,
    split_heads,
    target_inputs,
)
from torch.nn.utils.rnn import pad_sequence

layer = CrossAttention(3, 4, dropout=0.0, num_heads=2)
batch = pad_sequence([inputs, inputs[:2], inputs[2:]], batch_first=True)
asking = target_inputs.expand(3, 4, 3)
mask = mask_from_lengths(torch.tensor([6, 2, 4]), num_tokens=6)
queries = split_heads(layer.W_query(asking), num_heads=2)
keys = split_heads(layer.W_key(batch), num_heads=2)  # values alike
with record_weights(layer) as recorded:
    output = layer(asking, batch, mask=mask)
weights = recorded["attend"]
for name, tensor in [
    ("x_query", asking),
    ("x_key, x_value", batch),
    ("queries", queries),
    ("keys, values", keys),
    ("mask", mask),
    ("weights", weights),
    ("contexts", weights @ keys),
    ("output", output),
]:
    print(f"{name:15}", tuple(tensor.shape))
