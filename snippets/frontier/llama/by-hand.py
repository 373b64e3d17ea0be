import torch
import torch.nn.functional as F
from attention.examples import tiny_llama
from attention.loaders import load_llama

model = load_llama(tiny_llama())
block = model.blocks[0]
x = model.tok_emb(torch.tensor([7, 0, 42]))

normed = block.norm_1(x)  # divided by its root mean square
queries, keys, values = block.attention.project(normed)  # turned
h = x + block.attention.mix(queries, keys, values)
normed = block.norm_2(h)
part = block.feed_forward
h = h + part.W_down(F.silu(part.W_gate(normed)) * part.W_up(normed))

print("6 queries:", list(queries.shape), " 2 keys:", list(keys.shape))
print("by hand  ", h[2, :4].detach())
print("the block", block(x)[2, :4].detach())
