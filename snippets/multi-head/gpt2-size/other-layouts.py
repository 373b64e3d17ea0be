import torch

torch.manual_seed(123)
Q, K, V = torch.randn(3, 768, 768).unbind()  # each d_out x d_in

stacked = torch.cat([Q, K, V])  # nn.MultiheadAttention: (2304, 768)
columns = stacked.T  # GPT-2's c_attn: (768, 2304), in x out
heads = [part.view(12, 64, 768) for part in (Q, K, V)]
by_head = torch.cat(heads, dim=1).view(2304, 768)  # Q, K, V of head 0, …

keys = by_head.view(12, 3, 64, 768)[:, 1].reshape(768, 768)
for name, found in (
    ("stacked", stacked.chunk(3)[1]),
    ("columns", columns.chunk(3, dim=1)[1].T),
    ("by head", keys),
    ("by head, read as stacked", by_head.chunk(3)[1]),
):
    right = (found == K).all(dim=1).sum()
    print(f"{name}: {right} of 768 key rows")
