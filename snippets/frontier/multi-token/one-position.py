import torch
from attention import GPT, MultiToken

torch.manual_seed(123)
block = MultiToken(GPT(50, 12, 24, num_layers=2, num_heads=2)).block
layer = block.attention
pairs = torch.randn(11, 24)


def results():
    alone = [block(pair[None])[0] for pair in pairs]
    return block(pairs), torch.stack(alone)


with torch.no_grad():
    before = results()
    for matrix in (layer.W_query, layer.W_key):
        matrix.weight.normal_()  # other random numbers
    after = results()
for name, i in (("all positions at once", 0), ("one at a time", 1)):
    print(f"{name:22} {(after[i] - before[i]).abs().max():.4f}")
