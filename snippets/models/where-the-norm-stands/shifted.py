from tempfile import TemporaryDirectory

import torch
from attention.examples import drawn_checkpoint
from attention.gallery import load

stored = drawn_checkpoint("minimax")
with TemporaryDirectory() as folder:
    model = load(stored.write(folder), torch.float64)
norms = [n for b in model.blocks for n in (b.norm_1, b.norm_2)]
norms.append(model.final_norm)
with torch.no_grad():
    x = norms[0](model.tok_emb(stored.ids[None]))
    for number, block in enumerate(model.blocks):
        factors = torch.tensor(block.factors, dtype=x.dtype)
        alpha, beta, gamma, delta = factors
        x = alpha * x + beta * block.attention(x)
        x = norms[2 * number + 1](x)  # of the sum
        x = gamma * x + delta * block.feed_forward(x)
        x = norms[2 * number + 2](x)
    print("post-norm: ", model.out_head(x)[0, -1, :4])
    print("MiniMax-01:", model(stored.ids[None])[0, -1, :4])
