import torch
from attention import GPT

torch.manual_seed(123)
model = GPT(
    vocab_size=50, context_length=8, d_model=16, num_layers=2, num_heads=4
)
ids = torch.tensor([[3, 41, 7, 19, 3]])

x = model.tok_emb.weight[ids]  # what: (1, 5, 16)
x = x + model.positions.pos_emb.weight[:5]  # where
for block in model.blocks:
    x = block(x)
x = model.final_norm(x)
logits = x @ model.tok_emb.weight.T  # one number for each word
print(logits[0, -1, :4].detach())
print(model(ids)[0, -1, :4].detach())
