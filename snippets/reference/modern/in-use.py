# pip install attention-verified
import torch
from attention import (
    GPT,
    Attention,
    RotaryPositions,
    llama3_frequencies,
    merge_parts,
    online_softmax,
    rotary_frequencies,
    rotate,
    tiled_attention,
    to_halves,
    yarn_frequencies,
    yarn_length,
)
from attention.examples import inputs

fused = Attention(3, 4, 6, dropout=0.0, num_heads=2, attend=None)
print(fused(inputs).shape)
print(online_softmax(inputs @ inputs.T, dim=-1)[1, 1])
parts = torch.rand(6, 4), torch.rand(6), torch.rand(6, 4), torch.rand(6)
print([tuple(part.shape) for part in merge_parts(*parts)])
print(tiled_attention(inputs, inputs, inputs, causal=True).shape)

model = GPT(9, 12, d_model=4, num_layers=1, num_heads=2)
print(model.generate(torch.arange(6)[None], 3, use_cache=True).shape)

x, places = torch.rand(6, 4), torch.arange(6)
frequencies = rotary_frequencies(head_dim=4)
print(rotate(x, places).shape)
rotary = RotaryPositions(context_length=6, head_dim=2)
layer = Attention(3, 4, 6, 0.0, num_heads=2, rotary=rotary)
print(layer(inputs).shape, to_halves(torch.rand(4, 3), num_heads=2).shape)
print(llama3_frequencies(frequencies).shape)
print(yarn_frequencies(frequencies, 10_000.0, 8.0, 64).shape)
print(f"{yarn_length(8.0):.4f}")
