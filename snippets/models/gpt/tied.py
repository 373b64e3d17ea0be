import torch
from attention import GPT

torch.manual_seed(123)
model = GPT(
    vocab_size=50, context_length=8, d_model=16, num_layers=2, num_heads=4
)
same = model.out_head.weight is model.tok_emb.weight
print("one tensor:", same)

model(torch.tensor([[3, 41, 7]])).logsumexp(dim=-1).sum().backward()
rows = model.tok_emb.weight.grad.abs().sum(dim=-1) > 0
print("rows with a gradient:", rows.sum().item(), "of 50")
