import torch
from attention.examples import tiny_deepseek
from attention.loaders import load_deepseek

layer = load_deepseek(tiny_deepseek()).blocks[0].attention
x = torch.randn(5, 24, generator=torch.Generator().manual_seed(123))
with torch.no_grad():
    queries, compressed = layer.project(x)
    explicit = layer.mix(queries, compressed)
    absorbed = layer.mix_absorbed(queries, compressed)
print("3 heads of 10 + 6:", list(queries.shape))
print("14 + 6 are kept:  ", list(compressed.shape))
print("explicit", explicit[4, :4])
print("absorbed", absorbed[4, :4])
