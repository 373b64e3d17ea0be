# ruff: noqa: E501
"""Attention in the styles that people write it in, and each with one piece broken.

A row of a table is a key of the catalogue, a piece of the source, and what stands in its
place; @ in a row stands for the style's softmax.
"""

import linecache
from collections.abc import Iterator
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from torch import nn

from tests.attention.diagnosis.around import (
    BLOCK,
    BLOCK_BREAKS,
    PICTURE,
    PICTURE_BREAKS,
)

BOOK = """
class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads):
        super().__init__()
        self.d_out, self.num_heads, self.head_dim = d_out, num_heads, d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out)
        self.W_key = nn.Linear(d_in, d_out)
        self.W_value = nn.Linear(d_in, d_out)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        mask = torch.triu(torch.ones(context_length, context_length), diagonal=1)
        self.register_buffer("mask", mask)

    def forward(self, x):
        b, n, d_in = x.shape
        shape = (b, n, self.num_heads, self.head_dim)
        wrong = (b, self.num_heads, n, self.head_dim)
        queries, keys, values = self.W_query(x), self.W_key(x), self.W_value(x)
        queries = queries.view(shape).transpose(1, 2)
        keys = keys.view(shape).transpose(1, 2)
        values = values.view(shape).transpose(1, 2)
        scores = queries @ keys.transpose(2, 3)
        mask = self.mask[:n, :n]
        scores = scores / self.head_dim**0.5
        scores = scores.masked_fill(mask.bool(), -torch.inf)
        weights = torch.softmax(scores, dim=-1)
        weights = self.dropout(weights)
        context = (weights @ values).transpose(1, 2)
        context = context.reshape(b, n, self.d_out)
        return self.out_proj(context)

made = CausalAttention(24, 24, 16, 0.1, 4)
"""
BOOK_BREAKS = """
scale=after-d_model | scores = scores / self.head_dim**0.5 => ;; torch.softmax(scores, dim=-1) => torch.softmax(scores, dim=-1) / self.d_out**0.5
linear=k | self.W_key(x) => x @ self.W_key.weight + self.W_key.bias
linear=v | self.W_value(x) => x @ self.W_value.weight + self.W_value.bias
alibi=plus | / self.head_dim**0.5 => / self.head_dim**0.5 + 2.0 ** (-2 * torch.arange(1, 5)[:, None, None]) * (torch.arange(n)[:, None] - torch.arange(n)).abs()
alibi=first | / self.head_dim**0.5 => / self.head_dim**0.5 - 2.0 ** (-2 * torch.arange(4)[:, None, None]) * (torch.arange(n)[:, None] - torch.arange(n)).abs()
bias=view | self.dropout = nn.Dropout => self.table = nn.Parameter(torch.ones(32, num_heads)); self.dropout = nn.Dropout ;; / self.head_dim**0.5 => / self.head_dim**0.5 + self.table[torch.arange(n)[:, None] - torch.arange(n) + 16].view(self.num_heads, n, n)
mask=capped | scores.masked_fill(mask.bool(), -torch.inf) => 30 * torch.tanh(scores.masked_fill(mask.bool(), -torch.inf) / 30)
scale=one | / self.head_dim**0.5 =>
scale=d_model | self.head_dim**0.5 => self.d_out**0.5
scale=d_k | self.head_dim**0.5 => self.head_dim
scale=inverse | / self.head_dim**0.5 => / self.head_dim**-0.5
scale=heads | self.head_dim**0.5 => self.num_heads**0.5
scale=length | self.head_dim**0.5 => n**0.5
scale | self.head_dim**0.5 => 3.7
softmax=queries | dim=-1 => dim=-2
softmax=heads | dim=-1 => dim=1
softmax=batch | dim=-1 => dim=0
softmax=single | queries @ keys.transpose(2, 3) => (queries[:, :, :, None] + keys[:, :, None])[..., :1].softmax(-1)[..., 0]
softmax=flat | torch.softmax(scores, dim=-1) => torch.softmax(scores.flatten(2), -1).view_as(scores)
softmax=twice | self.dropout(weights) => self.dropout(weights.softmax(-1))
softmax=exp | torch.softmax(scores, dim=-1) => torch.exp(scores)
softmax=sigmoid | torch.softmax(scores, dim=-1) => torch.sigmoid(scores)
mask=inverted | masked_fill(mask.bool() => masked_fill(~mask.bool()
mask=inverted-finite | mask.bool(), -torch.inf => ~mask.bool(), -1e9
mask=transposed | mask.bool() => mask.bool().T
mask=hidden | mask.bool(), -torch.inf => (mask == mask), -1e9
mask=next | diagonal=1 => diagonal=2
mask=strict | diagonal=1 => diagonal=0
linear=none | self.W_query(x), self.W_key(x), self.W_value(x) => x, x, x
mask=unused | scores = scores.masked_fill => scores.masked_fill
mask=short | mask.bool(), -torch.inf => mask.bool() | (torch.arange(n) == max(n - 1, 1)), -torch.inf
mask=strict-finite | mask.bool(), -torch.inf => torch.ones(n, n).triu().bool(), -1e9
mask=added | scores.masked_fill(mask.bool(), -torch.inf) => scores + (1 - mask)
mask=subtracted | scores.masked_fill(mask.bool(), -torch.inf) => scores + mask
mask=times | -torch.inf => 0.0
mask=positive | -torch.inf => 1e9
mask=weights | self.dropout(weights) => self.dropout(weights) * (1 - mask) ;; scores.masked_fill(mask.bool(), -torch.inf) => scores
softmax=keepdim | torch.softmax(scores, dim=-1) => scores.exp() / scores.exp().sum(-1)[..., None, :]
split=view | .view(shape).transpose(1, 2) => .view(wrong)
split=both | .view(shape).transpose(1, 2) => .view(wrong) ;; (weights @ values).transpose(1, 2) => weights @ values
split=last | .view(shape).transpose(1, 2) => .view(b, n, self.head_dim, -1).permute(0, 3, 1, 2)
merge=batch | (weights @ values).transpose(1, 2) => (weights @ values).reshape(self.num_heads, b, n, -1).permute(1, 2, 0, 3)
mask=renorm | self.dropout(weights) => weights * (1 - mask) / (weights * (1 - mask)).sum(-1)[..., None, :] ;; scores.masked_fill(mask.bool(), -torch.inf) => scores
mask=after | self.dropout(weights) => self.dropout(weights).masked_fill(mask.bool(), -torch.inf) ;; scores.masked_fill(mask.bool(), -torch.inf) => scores
split=view-q | queries.view(shape).transpose(1, 2) => queries.view(wrong)
split=view-k | keys.view(shape).transpose(1, 2) => keys.view(wrong)
split=view-v | values.view(shape).transpose(1, 2) => values.view(wrong)
merge=view | (weights @ values).transpose(1, 2) => weights @ values
order=qqv | self.W_key(x), => self.W_query(x),
order=kkv | = self.W_query(x) => = self.W_key(x)
order=qkk | self.W_value(x) => self.W_key(x)
order=qkq | self.W_value(x) => self.W_query(x)
order=qvv | self.W_key(x) => self.W_value(x)
order=qkx | self.W_value(x) => x
mix=transposed | weights @ values => weights.mT @ values
linear=q | self.W_query(x) => x @ self.W_query.weight + self.W_query.bias
out=none | self.out_proj(context) => context
out=twice | self.out_proj(context) => self.out_proj(self.out_proj(context))
out=untransposed | self.out_proj(context) => context @ self.out_proj.weight + self.out_proj.bias
out=no-bias | self.out_proj(context) => F.linear(context, self.out_proj.weight)
residual=double | self.out_proj(context) => self.out_proj(context) * 2
split=overlap | values.view(shape).transpose(1, 2) => torch.stack([values[..., i : i + self.head_dim] for i in range(self.num_heads)], 1)
norm=axis | scores = queries @ => queries, keys = F.normalize(queries), F.normalize(keys); scores = queries @
alibi=scaled | scores = scores / => scores = (scores - 2.0 ** (-2 * torch.arange(1, 5)[:, None, None]) * (torch.arange(n)[:, None] - torch.arange(n)).abs()) /
attend=heads | .view(shape).transpose(1, 2) => .view(shape) ;; scores.masked_fill(mask.bool(), -torch.inf) => scores ;; (weights @ values).transpose(1, 2) => weights @ values
future | scores.masked_fill(mask.bool(), -torch.inf) => scores
drop | weights = self.dropout(weights) => self.dropout(weights)
again | self.dropout(weights) => F.dropout(weights, 0.1)
in-place | scores = queries @ => x += 1; scores = queries @
hidden | self.dropout = => self.more = [nn.Linear(3, 3)]; self.dropout =
eval | masked_fill(mask.bool() => masked_fill(mask.bool() & self.training
scale=one softmax=queries | / self.head_dim**0.5 => ;; dim=-1 => dim=-2
scale=d_model merge=view | self.head_dim**0.5 => self.d_out**0.5 ;; (weights @ values).transpose(1, 2) => weights @ values
mask=next softmax=twice | diagonal=1 => diagonal=2 ;; self.dropout(weights) => self.dropout(weights.softmax(-1))
order=qkk out=twice | self.W_value(x) => self.W_key(x) ;; self.out_proj(context) => self.out_proj(self.out_proj(context))
"""
NANO = """
class SelfAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.c_attn = nn.Linear(config.n_embd, 3 * config.n_embd, bias=config.bias)
        self.c_proj = nn.Linear(config.n_embd, config.n_embd, bias=config.bias)
        self.attn_dropout = nn.Dropout(config.dropout)
        self.resid_dropout = nn.Dropout(config.dropout)
        self.n_head, self.n_embd = config.n_head, config.n_embd
        ones = torch.ones(config.block_size, config.block_size)
        self.register_buffer("bias", torch.tril(ones).view(1, 1, *ones.shape))

    def forward(self, x):
        B, T, C = x.size()
        q, k, v = self.c_attn(x).split(self.n_embd, dim=2)
        k = k.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        q = q.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        v = v.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
        att = att.masked_fill(self.bias[:, :, :T, :T] == 0, float("-inf"))
        att = F.softmax(att, dim=-1)
        att = self.attn_dropout(att)
        y = att @ v
        y = y.transpose(1, 2).contiguous().view(B, T, C)
        y = self.resid_dropout(self.c_proj(y))
        return y

made = SelfAttention(SimpleNamespace(n_embd=24, n_head=4, bias=True, dropout=0.2, block_size=16))
"""
NANO_BREAKS = """
order=qvk | q, k, v = => q, v, k =
order=kvq | q, k, v = => v, q, k =
order=vqk | q, k, v = => k, v, q =
scale=after | att = self.attn_dropout(att) => att = self.attn_dropout(att) / math.sqrt(k.size(-1)) # ;; 1.0 / math.sqrt(k.size(-1)) => 1.0
softmax=batch | dim=-1 => dim=0
softmax=none | F.softmax(att, dim=-1) => att.nan_to_num(neginf=0.0) ;; self.bias[:, :, :T, :T] == 0 => self.bias[:, :, :T, :T] > 1
mask=inverted | == 0, => == 1,
mask=inverted-finite | == 0, float("-inf") => == 1, -1e10
mask=transposed | :T] == 0 => :T].mT == 0
mask=strict | torch.tril(ones) => torch.tril(ones, -1)
mask=after-finite | self.attn_dropout(att) => self.attn_dropout(att).masked_fill(self.bias[:, :, :T, :T] == 0, -1e9) ;; att.masked_fill(self.bias[:, :, :T, :T] == 0, float("-inf")) => att
split=view-v | v.view(B, T, self.n_head, C // self.n_head).transpose(1, 2) => v.reshape(B, self.n_head, T, C // self.n_head)
split=view-k | k.view(B, T, self.n_head, C // self.n_head).transpose(1, 2) => k.reshape(B, self.n_head, T, C // self.n_head)
merge=view | y.transpose(1, 2).contiguous() => y
merge=last | y.transpose(1, 2) => y.permute(0, 2, 3, 1)
order=qkq | y = att @ v => y = att @ q
order=kkv | q @ k.tr => k @ k.tr
out=none | self.c_proj(y) => y
out=twice | self.c_proj(y) => self.c_proj(self.c_proj(y))
out=untransposed | self.c_proj(y) => y @ self.c_proj.weight + self.c_proj.bias
residual=double | return y => return y + y
residual=x | return y => return y + x
order=kqv | q, k, v = => k, q, v =
order=vkq | q, k, v = => v, k, q =
drop-scores | F.softmax(att, dim=-1) => F.softmax(self.attn_dropout(att), dim=-1) ;; att = self.attn_dropout(att) => pass
"""
TORCH = """
class Attention(nn.Module):
    def __init__(self, embed_dim, num_heads, dropout=0.0):
        super().__init__()
        self.num_heads, self.head_dim, self.dropout = num_heads, embed_dim // num_heads, dropout
        self.in_proj_weight = nn.Parameter(torch.empty(3 * embed_dim, embed_dim))
        self.in_proj_bias = nn.Parameter(torch.empty(3 * embed_dim))
        self.out_proj = nn.Linear(embed_dim, embed_dim)
        nn.init.xavier_uniform_(self.in_proj_weight)

    def forward(self, query, key, value, attn_mask=None):
        L, N, E = query.shape
        w, b = self.in_proj_weight.chunk(3), self.in_proj_bias.chunk(3)
        q, k, v = F.linear(query, w[0], b[0]), F.linear(key, w[1], b[1]), F.linear(value, w[2], b[2])
        q = q.contiguous().view(L, N * self.num_heads, self.head_dim).transpose(0, 1)
        k = k.contiguous().view(-1, N * self.num_heads, self.head_dim).transpose(0, 1)
        v = v.contiguous().view(-1, N * self.num_heads, self.head_dim).transpose(0, 1)
        scores = torch.bmm(q * self.head_dim**-0.5, k.transpose(1, 2))
        if attn_mask is not None:
            scores = scores.masked_fill(attn_mask, float("-inf"))
        weights = F.softmax(scores, dim=-1)
        weights = F.dropout(weights, self.dropout, self.training)
        out = torch.bmm(weights, v)
        out = out.transpose(0, 1).contiguous().view(L, N, E)
        return self.out_proj(out), weights.view(N, self.num_heads, L, -1).mean(1)

made = Attention(24, 4)
"""
TORCH_BREAKS = """
source=kqq | L, N, E = => query, key, value = key, query, query; L, N, E =
source=qvk | L, N, E = => key, value = value, key; L, N, E =
source=kqv | L, N, E = => query, key = key, query; L, N, E =
source=qqv | F.linear(key, => F.linear(query,
scale=one | * self.head_dim**-0.5 =>
scale=d_model | self.head_dim**-0.5 => E**-0.5
scale=d_k | self.head_dim**-0.5 => self.head_dim**-1
scale=inverse | self.head_dim**-0.5 => self.head_dim**0.5
scale=heads | self.head_dim**-0.5 => self.num_heads**-0.5
softmax=queries | F.softmax(scores, dim=-1) => F.softmax(scores, dim=1)
softmax=twice | = F.softmax(scores, dim=-1) => = F.softmax(F.softmax(scores, dim=-1), dim=-1)
softmax=exp | F.softmax(scores, dim=-1) => scores.exp()
softmax=sigmoid | F.softmax(scores, dim=-1) => scores.sigmoid()
softmax=none | F.softmax(scores, dim=-1) => scores
softmax=linear | F.softmax(scores, dim=-1) => scores / scores.sum(-1, keepdim=True)
softmax=log | F.softmax(scores, dim=-1) => F.log_softmax(scores, dim=-1)
order=qkk | F.linear(value, w[2], b[2]) => F.linear(value, w[1], b[1])
order=qqv | F.linear(key, w[1], b[1]) => F.linear(key, w[0], b[0])
source=qkq | F.linear(value, => F.linear(query,
source=qqq | F.linear(key, => F.linear(query, ;; F.linear(value, => F.linear(query,
source=kkk | F.linear(query, => F.linear(key, ;; F.linear(value, => F.linear(key,
out=none | self.out_proj(out) => out
out=twice | self.out_proj(out) => self.out_proj(self.out_proj(out))
out=no-bias | self.out_proj(out) => F.linear(out, self.out_proj.weight)
mask=times | masked_fill(attn_mask, float("-inf")) => masked_fill(attn_mask, 0.0)
mask=positive | float("-inf") => 1e9
mix=transposed | torch.bmm(weights, v) => torch.bmm(weights.mT, v)
linear=qkv | , w[ => , w.T[ ;; w, b = self.in_proj_weight.chunk(3) => w, b = SimpleNamespace(T=[t.T for t in self.in_proj_weight.chunk(3)])
"""
EINSUM = """
class Heads(nn.Module):
    def __init__(self, d, h, k):
        super().__init__()
        self.w_q = nn.Parameter(torch.randn(h, d, k))
        self.w_k = nn.Parameter(torch.randn(h, d, k))
        self.w_v = nn.Parameter(torch.randn(h, d, k))
        self.w_o = nn.Parameter(torch.randn(h, k, d))

    def forward(self, x):
        q = torch.einsum("bnd,hdk->bhnk", x, self.w_q)
        k = torch.einsum("bnd,hdk->bhnk", x, self.w_k)
        v = torch.einsum("bnd,hdk->bhnk", x, self.w_v)
        scores = torch.einsum("bhqk,bhsk->bhqs", q, k) / q.shape[-1] ** 0.5
        allow = torch.ones(scores.shape[-2:], dtype=torch.bool, device=x.device).tril()
        scores = scores.where(allow, -torch.inf)
        weights = scores.softmax(-1)
        return torch.einsum("bhqs,bhsk,hkd->bqd", weights, v, self.w_o)

made = Heads(20, 4, 6)
"""
EINSUM_BREAKS = """
scale=d_in | q.shape[-1] ** 0.5 => x.shape[-1] ** 0.5
scale=heads | q.shape[-1] ** 0.5 => q.shape[1] ** 0.5
scale=length | q.shape[-1] ** 0.5 => q.shape[2] ** 0.5
scale=after | / q.shape[-1] ** 0.5 => ;; scores.softmax(-1) => scores.softmax(-1) / q.shape[-1] ** 0.5
softmax=heads | softmax(-1) => softmax(1)
softmax=batch | softmax(-1) => softmax(0)
mask=inverted | (allow, => (~allow,
mask=inverted-finite | (allow, -torch.inf) => (~allow, -1e9)
mask=transposed | tril() => triu()
mask=next | tril() => tril(1)
mask=strict | tril() => tril(-1)
mask=strict-finite | tril() => tril(-1) ;; -torch.inf => -1e9
mask=added | scores.where(allow, -torch.inf) => scores + allow
mask=weights | weights, v, => weights * allow, v, ;; scores.where(allow, -torch.inf) => scores
order=qkk | weights, v, => weights, k,
order=qqv | q, k) => q, q)
order=qvv | q, k) => q, v)
order=kqv | , q, k) / => , k, q) /
residual=x | return => return x +
norm=axis | scores = torch => q, k = F.normalize(q, dim=2), F.normalize(k, dim=2); scores = torch
mix=summed | bhqs,bhsk,hkd->bqd => bhqs,bhqk,hkd->bqd
"""
LLAMA = """
def rotate(x, cos, sin):
    a, b = x.chunk(2, dim=-1)
    return x * cos + torch.cat([-b, a], dim=-1) * sin

class GroupedAttention(nn.Module):
    def __init__(self, dim, n_heads, n_kv_heads):
        super().__init__()
        self.n_heads, self.n_kv, self.hd = n_heads, n_kv_heads, dim // n_heads
        self.wq = nn.Linear(dim, n_heads * self.hd, bias=False)
        self.wk = nn.Linear(dim, n_kv_heads * self.hd, bias=False)
        self.wv = nn.Linear(dim, n_kv_heads * self.hd, bias=False)
        self.wo = nn.Linear(n_heads * self.hd, dim, bias=False)

    def forward(self, x):
        b, n, d = x.shape
        q = self.wq(x).view(b, n, self.n_heads, self.hd).transpose(1, 2)
        k = self.wk(x).view(b, n, self.n_kv, self.hd).transpose(1, 2)
        v = self.wv(x).view(b, n, self.n_kv, self.hd).transpose(1, 2)
        place = torch.arange(n, device=x.device, dtype=x.dtype)
        power = torch.arange(0, self.hd, 2, device=x.device, dtype=x.dtype) / self.hd
        angles = torch.outer(place, 10000.0**-power)
        angles = torch.cat([angles, angles], dim=-1)
        cos, sin = angles.cos(), angles.sin()
        q = rotate(q, cos, sin)
        k = rotate(k, cos, sin)
        k = k.repeat_interleave(self.n_heads // self.n_kv, dim=1)
        v = v.repeat_interleave(self.n_heads // self.n_kv, dim=1)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.wo(y.transpose(1, 2).reshape(b, n, d))

made = GroupedAttention(48, 6, 3)
"""
LLAMA_BREAKS = """
turn=unsplit | class GroupedAttention => def whole(t): a = torch.outer(torch.arange(t.shape[1], dtype=t.dtype), 10000.0 ** -(torch.arange(0, t.shape[2], 2, dtype=t.dtype) / t.shape[2])).repeat(1, 2); return rotate(t, a.cos(), a.sin())¶class GroupedAttention ;; self.wq(x).view => whole(self.wq(x)).view ;; self.wk(x).view => whole(self.wk(x)).view ;; q = rotate(q, cos, sin) => pass ;; k = rotate(k, cos, sin) => pass
scale=d_model | is_causal=True => is_causal=True, scale=d**-0.5
mask=inverted-zero | is_causal=True => attn_mask=torch.ones(n, n, device=x.device).triu(1).bool()
mask=strict-zero | is_causal=True => attn_mask=torch.ones(n, n, device=x.device).tril(-1).bool()
mask=next | is_causal=True => attn_mask=torch.ones(n, n, device=x.device).tril(1).bool()
repeat=tile | k.repeat_interleave(self.n_heads // self.n_kv, dim=1) => k.repeat(1, self.n_heads // self.n_kv, 1, 1) ;; v.repeat_interleave(self.n_heads // self.n_kv, dim=1) => v.repeat(1, self.n_heads // self.n_kv, 1, 1)
repeat=tile-v | v.repeat_interleave(self.n_heads // self.n_kv, dim=1) => v.repeat(1, self.n_heads // self.n_kv, 1, 1)
repeat=tile-k | k.repeat_interleave(self.n_heads // self.n_kv, dim=1) => k.repeat(1, self.n_heads // self.n_kv, 1, 1)
turn=qkv | v = v.repeat => v = rotate(v, cos, sin); v = v.repeat
turn=k | q = rotate(q, cos, sin) => pass
turn=q | k = rotate(k, cos, sin) => pass
turn=opposite | rotate(k, cos, sin) => rotate(k, cos, -sin)
turn=back | cos, sin = angles.cos(), angles.sin() => cos, sin = angles.cos(), -angles.sin()
turn=mixed | torch.cat([angles, angles], dim=-1) => angles.repeat_interleave(2, dim=-1)
turn=mixed-2 | torch.cat([-b, a], dim=-1) => torch.stack([-x[..., 1::2], x[..., ::2]], dim=-1).flatten(-2)
turn=fast | 10000.0**-power => 10000.0**-(2 * power)
turn=one | 10000.0**-power => 10000.0**-(power // 1)
turn=slow | 10000.0**-power => 10000.0**-(power / 2)
turn=rising | 10000.0**-power => 10000.0**power
turn=no-minus | [-b, a] => [b, a]
turn=heads | torch.arange(n, => torch.arange(99, ;; rotate(q, cos, sin) => rotate(q.transpose(1, 2), cos[:6], sin[:6]).transpose(1, 2) ;; rotate(k, cos, sin) => rotate(k.transpose(1, 2), cos[:3], sin[:3]).transpose(1, 2)
split=view-v | self.wv(x).view(b, n, self.n_kv, self.hd).transpose(1, 2) => self.wv(x).view(b, self.n_kv, n, self.hd)
merge=view | y.transpose(1, 2) => y
order=qvv | k = self.wk => k = self.wv
"""
FUNCTION = """
def attention(query, key, value, mask=None):
    d_k = query.size(-1)
    scores = query @ key.transpose(-2, -1) / math.sqrt(d_k)
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -1e9)
    weights = scores.softmax(dim=-1)
    return weights @ value, weights

made = attention
"""
FUNCTION_BREAKS = """
scale=one | / math.sqrt(d_k) =>
scale=d_k | math.sqrt(d_k) => d_k
scale=inverse | / math.sqrt(d_k) => * math.sqrt(d_k)
scale=length | math.sqrt(d_k) => math.sqrt(query.size(-2))
scale=after | / math.sqrt(d_k) => ;; return weights => return weights / math.sqrt(d_k)
softmax=queries | dim=-1 => dim=-2
softmax=heads | dim=-1 => dim=1
softmax=flat | scores.softmax(dim=-1) => scores.flatten(-2).softmax(-1).view_as(scores)
softmax=twice | return weights => return weights.softmax(-1)
softmax=linear | scores.softmax(dim=-1) => scores / scores.sum(-1, keepdim=True)
softmax=none | scores.softmax(dim=-1) => scores
softmax=exp | scores.softmax(dim=-1) => scores.exp()
softmax=keepdim | scores.softmax(dim=-1) => scores.exp() / scores.exp().sum(-1).unsqueeze(-2)
softmax=log | .softmax( => .log_softmax(
softmax=sigmoid | scores.softmax(dim=-1) => scores.sigmoid()
source=qkk | @ value => @ key
mix=transposed | weights @ value => weights.mT @ value
mask=times | -1e9 => 0
mask=positive | -1e9 => 1e9
mask=added | scores.masked_fill(mask == 0, -1e9) => scores + mask.bool().float()
mask=weights | weights = scores.softmax(dim=-1) => weights = scores.softmax(dim=-1) * (1 if mask is None else mask) ;; scores.masked_fill(mask == 0, -1e9) => scores
mask | scores.masked_fill(mask == 0, -1e9) => scores
overflow | scores.softmax(dim=-1) => scores.exp() / scores.exp().sum(-1, keepdim=True)
"""
STYLES = {
    "book": (BOOK, BOOK_BREAKS),
    "nanoGPT": (NANO, NANO_BREAKS),
    "torch.nn": (TORCH, TORCH_BREAKS),
    "einsum": (EINSUM, EINSUM_BREAKS),
    "Llama": (LLAMA, LLAMA_BREAKS),
    "function": (FUNCTION, FUNCTION_BREAKS),
    "picture": (PICTURE, PICTURE_BREAKS),
    "block": (BLOCK, BLOCK_BREAKS),
}


class Twin(NamedTuple):
    """A broken layer: its style, the keys of its mistakes, and its source."""

    style: str
    keys: tuple[str, ...]
    source: str


def twins() -> Iterator[Twin]:
    """All layers of all styles: first the right ones, whose only key is "ok"."""
    for style, (source, table) in STYLES.items():
        yield Twin(style, ("ok",), source)
        for row in filter(None, table.splitlines()):
            keys, _, pieces = row.partition(" | ")
            text = source
            for piece in pieces.split(" ;; "):
                old, _, new = (piece + " ").partition(" => ")
                assert old.strip() in text, row
                text = text.replace(old.strip(), new.strip().replace("¶", "\n"))
            yield Twin(style, tuple(keys.split()), text)


def built(source: str, name: str = "<style>") -> Any:
    """What a source makes."""
    import math
    from types import SimpleNamespace

    scope = {
        "nn": nn,
        "torch": torch,
        "F": F,
        "math": math,
        "SimpleNamespace": SimpleNamespace,
    }
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    exec(compile(source, name, "exec"), scope)
    return scope["made"]
