import torch

Q = torch.rand(2, 6, 4)  # (batch, num_tokens, d_out)
pieces = Q.view(2, 6, 2, 2)  # (batch, num_tokens, num_heads, head_dim)
split = pieces.transpose(1, 2)  # (batch, num_heads, num_tokens, head_dim)

for x in (Q, pieces, split):
    print(f"{tuple(x.shape)!s:13} {x.stride()}")
