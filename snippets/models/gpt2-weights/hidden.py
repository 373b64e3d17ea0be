import torch
from attention import GPT

torch.manual_seed(123)
model = GPT(61, 16, 24, 2, 4).double()
print(f"{model.tok_emb.weight.std():.2f}")
ids = torch.randint(61, (3, 11))
logits = model(ids)
for block in model.blocks:
    block.feed_forward.layers[1] = torch.nn.GELU()
off = (model(ids) - logits).abs().max()
print(f"error {off:.1e}, tolerance {1e-5:.0e}")
