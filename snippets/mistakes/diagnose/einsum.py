import torch
from attention import diagnose
from torch import einsum, nn


class GroupedAttention(nn.Module):
    def __init__(self, dim, heads, kv_heads):
        super().__init__()
        self.heads, self.kv_heads = heads, kv_heads
        width = dim // heads
        self.wq = nn.Parameter(torch.randn(dim, heads, width))
        self.wk = nn.Parameter(torch.randn(dim, kv_heads, width))
        self.wv = nn.Parameter(torch.randn(dim, kv_heads, width))
        self.wo = nn.Parameter(torch.randn(heads, width, dim))

    def forward(self, x):
        q = einsum("bnd,dhk->bhnk", x, self.wq)
        k = einsum("bnd,dhk->bhnk", x, self.wk)
        v = einsum("bnd,dhk->bhnk", x, self.wv)
        each = self.heads // self.kv_heads
        k = k.repeat_interleave(each, dim=1)
        v = v.repeat(1, each, 1, 1)
        weights = einsum("bhik,bhjk->bhij", q, k) * q.shape[-1] ** -0.5
        context = einsum("bhij,bhjk->bhik", weights.softmax(-1), v)
        return einsum("bhik,hkd->bid", context, self.wo)


print(diagnose(GroupedAttention(24, 4, 2)))
