import torch
from attention import SelfAttentionV1
from attention.examples import inputs

x = torch.stack([inputs, inputs.flip(0)])  # (2, 6, 3)
torch.manual_seed(123)
head = SelfAttentionV1(3, 2)

with torch.no_grad():
    matrices = head.W_query, head.W_key
    Q, K = (torch.einsum("bti,io->bto", x, W) for W in matrices)
    scores = torch.einsum("bqo,bko->bqk", Q, K)
    each_with_its_own = torch.einsum("bqo,bqo->bq", Q, K)

diagonal = scores.diagonal(dim1=-2, dim2=-1)
assert torch.allclose(each_with_its_own, diagonal, atol=1e-6)
print(scores.shape, each_with_its_own.shape)
