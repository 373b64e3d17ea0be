# ruff: noqa: E501
"""Right layers in styles of published code, each its own way of calling and naming.

A row is a name, what the constructor makes, what forward takes, and its lines; a word
with @ stands for a piece that many rows share. The functions stand for themselves.
"""

import re

PIECES = {
    "QKV": "self.heads = 4 ;; self.qkv = nn.Linear(24, 72) ;; self.proj = nn.Linear(24, 24)",
    "FOUR": "self.h = 4 ;; self.q, self.k, self.v, self.o = (nn.Linear(24, 24) for _ in range(4))",
    "SPLIT": "q, k, v = (t.view(b, n, 4, 6).transpose(1, 2) for t in (self.q(x), self.k(x), self.v(x)))",
    "THIRDS": "q, k, v = (t.view(b, n, 4, 6).transpose(1, 2) for t in self.qkv(x).chunk(3, dim=-1))",
    "SCORES": "s = q @ k.mT / 6**0.5",
    "SOFT": "w = (q @ k.mT / 6**0.5).softmax(-1)",
    "BLOCK": "self.a = nn.MultiheadAttention(24, 4, batch_first=True) ;; self.ffn = nn.Sequential(nn.Linear(24, 96), nn.GELU(), nn.Linear(96, 24)) ;; self.n1, self.n2 = nn.LayerNorm(24), nn.LayerNorm(24)",
    "ATTEND": "h = self.n1(x) ;; h = self.a(h, h, h)[0]",
    "JOINED": "(w @ v).transpose(1, 2).reshape(b, n, d)",
}
LAYERS = """
thirds | @QKV | x | @THIRDS ;; @SOFT ;; return self.proj(@JOINED)
axes of 3, heads | @QKV | x | q, k, v = self.qkv(x).reshape(b, n, 3, 4, 6).permute(2, 0, 3, 1, 4).unbind(0) ;; @SOFT ;; return self.proj(@JOINED)
head by head | @QKV | x | q, k, v = self.qkv(x).reshape(b, n, 4, 18).permute(0, 2, 1, 3).chunk(3, dim=-1) ;; @SOFT ;; return self.proj(@JOINED)
feature by feature | @QKV | x | q, k, v = self.qkv(x).view(b, n, 4, 6, 3).permute(4, 0, 2, 1, 3).unbind(0) ;; @SOFT ;; return self.proj(@JOINED)
groups in one matrix | self.n_heads = 4 ;; self.qkv = nn.Linear(24, 48) ;; self.wo = nn.Linear(24, 24) | x | q, k, v = (t.view(b, n, -1, 6).transpose(1, 2) for t in self.qkv(x).split([24, 12, 12], dim=-1)) ;; return self.wo(F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True).transpose(1, 2).reshape(b, n, d))
keys and values fused | self.heads = 4 ;; self.to_q = nn.Linear(24, 24) ;; self.to_kv = nn.Linear(24, 48) ;; self.to_out = nn.Sequential(nn.Linear(24, 24), nn.Dropout(0.1)) | x | k, v = self.to_kv(x).chunk(2, dim=-1) ;; q, k, v = (t.view(b, n, 4, 6).transpose(1, 2) for t in (self.to_q(x), k, v)) ;; @SOFT ;; return self.to_out(@JOINED)
a context of another width | self.heads = 4 ;; self.to_q = nn.Linear(24, 24, bias=False) ;; self.to_kv = nn.Linear(16, 48, bias=False) ;; self.to_out = nn.Linear(24, 24) | x, context | k, v = self.to_kv(context).chunk(2, dim=-1) ;; q, k, v = (t.unflatten(-1, (4, 6)).transpose(1, 2) for t in (self.to_q(x), k, v)) ;; @SOFT ;; return self.to_out(@JOINED)
norm inside | @QKV ;; self.norm = nn.LayerNorm(24) | x | x = self.norm(x) ;; @THIRDS ;; @SOFT ;; return self.proj(@JOINED)
sum and norm inside | @FOUR ;; self.norm = nn.LayerNorm(24) | x | @SPLIT ;; @SOFT ;; return self.norm(x + self.o(@JOINED))
what a norm is given is dropped | @FOUR ;; self.norm = nn.LayerNorm(24) ;; self.drop = nn.Dropout(0.2) | x | @SPLIT ;; w = self.drop((q @ k.mT / 6**0.5).softmax(-1)) ;; return self.norm(x + self.drop(self.o(@JOINED)))
what comes in is dropped | @FOUR ;; self.drop = nn.Dropout(0.2) | x | x = self.drop(x) ;; @SPLIT ;; @SOFT ;; return self.o(@JOINED)
one norm for all heads | @FOUR | x | @SPLIT ;; q, k = (t * 24**0.5 / t.norm(dim=(1, 3), keepdim=True) for t in (q, k)) ;; @SOFT ;; return self.o(@JOINED)
roots of roots | @FOUR | x | @SPLIT ;; w = torch.matmul(q / 6**0.25, k.transpose(2, 3) / 6**0.25).softmax(3) ;; return self.o(@JOINED)
scores times 1 / root | @FOUR ;; self.scale = 6**-0.5 | x | @SPLIT ;; w = F.softmax(self.scale * torch.einsum('bhqd,bhkd->bhqk', q, k), dim=-1) ;; return self.o(@JOINED)
mask that allows | @FOUR | x, mask=None | @SPLIT ;; @SCORES ;; s = s if mask is None else s.masked_fill(mask == 0, -1e9) ;; w = s.softmax(-1) ;; return self.o(@JOINED)
mask that must be there | @FOUR | x, mask | @SPLIT ;; @SCORES ;; w = s.masked_fill(mask.unsqueeze(1), -torch.inf).softmax(-1) ;; return self.o(@JOINED)
padding of keys | @FOUR | x, key_padding_mask=None | @SPLIT ;; @SCORES ;; s = s if key_padding_mask is None else s.masked_fill(key_padding_mask[:, None, None], -1e9) ;; w = s.softmax(-1) ;; return self.o(@JOINED)
a mask that is added | @FOUR | x, attn_mask=None | @SPLIT ;; @SCORES ;; w = (s if attn_mask is None else s + attn_mask).softmax(-1) ;; return self.o(@JOINED)
lengths | @FOUR | x, lengths | @SPLIT ;; hidden = torch.arange(n, device=x.device) >= lengths[:, None] ;; w = (q @ k.mT / 6**0.5).masked_fill(hidden[:, None, None], -1e9).softmax(-1) ;; return self.o(@JOINED)
causal, and padding | @FOUR | x, pad | @SPLIT ;; hidden = torch.ones(n, n, dtype=torch.bool, device=x.device).triu(1) | pad[:, None, None] ;; w = (q @ k.mT / 6**0.5).masked_fill(hidden, -1e9).softmax(-1) ;; return self.o(@JOINED)
a window | @FOUR | x | @SPLIT ;; allow = torch.ones(n, n, dtype=torch.bool, device=x.device).tril().triu(-2) ;; w = (q @ k.mT / 6**0.5).masked_fill(~allow, -torch.inf).softmax(-1) ;; return self.o(@JOINED)
both neighbours | @FOUR | h | b, n, d = h.shape ;; x = h ;; @SPLIT ;; i = torch.arange(n, device=x.device) ;; w = (q @ k.mT / 6**0.5).masked_fill((i - i[:, None]).abs() > 1, -torch.inf).softmax(-1) ;; return self.o(@JOINED)
ALiBi | @FOUR | x | @SPLIT ;; i = torch.arange(n, device=x.device) ;; bias = (i - i[:, None]) * 2.0 ** (-8 * torch.arange(1, 5, device=x.device) / 4)[:, None, None] ;; w = (q @ k.mT / 6**0.5 + bias).masked_fill(i > i[:, None], -torch.inf).softmax(-1) ;; return self.o(@JOINED)
a learned bias | @FOUR ;; self.table = nn.Embedding(64, 4) | x | @SPLIT ;; i = torch.arange(n, device=x.device) ;; w = (q @ k.mT / 6**0.5 + self.table(i - i[:, None] + 32).movedim(-1, 0)).softmax(-1) ;; return self.o(@JOINED)
a learned bias, capped and masked | @FOUR ;; self.table = nn.Parameter(torch.zeros(64, 4)) | x | @SPLIT ;; i = torch.arange(n, device=x.device) ;; s = 30 * torch.tanh((q @ k.mT / 6**0.5 + self.table[i - i[:, None] + 32].permute(2, 0, 1)) / 30) ;; w = s.masked_fill(i > i[:, None], -torch.inf).softmax(-1) ;; return self.o(@JOINED)
a low rank in the network | @BLOCK ;; self.ffn = nn.Sequential(nn.Linear(24, 96), nn.GELU(), nn.Linear(96, 8), nn.Linear(8, 96), nn.Linear(96, 24)) | x | @ATTEND ;; x = x + h ;; return x + self.ffn(self.n2(x))
each text with every text | self.table = nn.Embedding(30, 24) ;; self.a = nn.MultiheadAttention(24, 4, batch_first=True) | queries, documents | a, b = (self.a(t, t, t)[0].mean(1) for t in (self.table(queries), self.table(documents))) ;; return a @ b.mT
tiles of keys | @FOUR | x, block=64 | @SPLIT ;; s = [q @ c.mT / 6**0.5 for c in k.split(block, 2)] ;; top = torch.stack([t.amax(-1, keepdim=True) for t in s]).amax(0) ;; e = [(t - top).exp() for t in s] ;; y = sum(t @ u for t, u in zip(e, v.split(block, 2))) / sum(t.sum(-1, keepdim=True) for t in e) ;; return self.o(y.transpose(1, 2).reshape(b, n, d))
a window that is turned and turned back | @FOUR | x | x = x.roll(2, 1) ;; @SPLIT ;; @SOFT ;; return self.o(@JOINED).roll(-2, 1)
weights and contexts | @FOUR | x, return_weights=False | @SPLIT ;; @SOFT ;; out = self.o(@JOINED) ;; return (w.mean(1), out) if return_weights else out
a dictionary | @FOUR | x | @SPLIT ;; @SOFT ;; return {'weights': w, 'out': self.o(@JOINED)}
values, keys, queries | @FOUR | values, keys, query | b, n, d = query.shape ;; q, k, v = (t.unflatten(-1, (4, 6)).transpose(1, 2) for t in (self.q(query), self.k(keys), self.v(values))) ;; @SOFT ;; return self.o(@JOINED)
another sequence | @FOUR | x, context | q, k, v = (t.unflatten(-1, (4, 6)).transpose(1, 2) for t in (self.q(x), self.k(context), self.v(context))) ;; @SOFT ;; return self.o(@JOINED)
complex rotary | @FOUR | x, freqs_cis | @SPLIT ;; q, k = (torch.view_as_real(torch.view_as_complex(t.unflatten(-1, (-1, 2))) * freqs_cis).flatten(-2) for t in (q, k)) ;; @SOFT ;; return self.o(@JOINED)
cos and sin given | @FOUR | x, cos, sin | @SPLIT ;; q, k = (t * cos + torch.cat([-t[..., 3:], t[..., :3]], dim=-1) * sin for t in (q, k)) ;; @SOFT ;; return self.o(@JOINED)
einsum, one tensor | self.w = nn.Parameter(torch.randn(3, 24, 24)) ;; self.num_heads = 4 ;; self.out = nn.Linear(24, 24) | x | q, k, v = torch.einsum('bnd,cde->cbne', x, self.w).unflatten(-1, (4, 6)).transpose(2, 3) ;; @SOFT ;; return self.out(@JOINED)
queries and keys normed | @FOUR ;; self.q_norm = nn.RMSNorm(6) ;; self.k_norm = nn.RMSNorm(6) | x | @SPLIT ;; q, k = self.q_norm(q), self.k_norm(k) ;; @SOFT ;; return self.o(@JOINED)
an image | @QKV ;; self.qkv, self.proj = nn.Conv2d(24, 72, 1), nn.Conv2d(24, 24, 1) | query | b, d, *size = query.shape ;; q, k, v = self.qkv(query).flatten(2).unflatten(1, (3, 4, 6)).mT.unbind(1) ;; @SOFT ;; return self.proj((w @ v).mT.flatten(1, 2).unflatten(-1, size))
a non-local network | self.q, self.k, self.v, self.o = (nn.Conv2d(24, 24, 1) for _ in range(4)) | image | q, k, v = (t(image).flatten(2) for t in (self.q, self.k, self.v)) ;; w = (q.mT @ k).softmax(-1) ;; return image + self.o((v @ w.mT).unflatten(-1, image.shape[2:]))
features to features | @FOUR | h | b, n, d = h.shape ;; q, k, v = (t(h).unflatten(-1, (4, 6)).permute(0, 2, 3, 1) for t in (self.q, self.k, self.v)) ;; w = (F.normalize(q, dim=-1) @ F.normalize(k, dim=-1).mT).softmax(-1) ;; return self.o((w @ v).permute(0, 3, 1, 2).reshape(b, n, d))
its own score as a last resort | @FOUR | x | @SPLIT ;; i = torch.arange(n, device=x.device) ;; s = (q @ k.mT / 6**0.5).masked_fill(i == i[:, None], -5e4).masked_fill(i > i[:, None], -torch.inf) ;; w = s.softmax(-1) ;; return self.o(@JOINED)
linear between softmaxes | self.q, self.k, self.v, self.o = (nn.Conv2d(24, 24, 1) for _ in range(4)) | image | q, k, v = (t(image).flatten(2).unflatten(1, (4, 6)) for t in (self.q, self.k, self.v)) ;; c = k.softmax(-1) @ v.mT ;; return image + self.o((c.mT @ q.softmax(-2)).flatten(1, 2).unflatten(-1, image.shape[2:]))
turned, then normed | @FOUR | x, cos, sin | @SPLIT ;; q, k = (torch.cat([t[..., :4] * cos[:, :4] + torch.cat([-t[..., 2:4], t[..., :2]], -1) * sin[:, :4], t[..., 4:]], -1) for t in (q, k)) ;; q, k = F.normalize(q, dim=-1), F.normalize(k, dim=-1) ;; @SOFT ;; return self.o(@JOINED)
keys of a window | @FOUR | x | @SPLIT ;; i = torch.arange(n, device=x.device)[:, None] - torch.arange(3, device=x.device) ;; near = i.clamp(min=0) ;; s = torch.einsum('bhid,bhijd->bhij', q, k[:, :, near]) / 6**0.5 ;; w = s.masked_fill(i < 0, -torch.inf).softmax(-1) ;; w = torch.einsum('bhij,bhijd->bhid', w, v[:, :, near]) ;; return self.o(w.transpose(1, 2).reshape(b, n, d))
heads beside each other | self.heads = 4 ;; self.qkv = nn.Linear(24, 36) ;; self.out = nn.Linear(24, 24) | x | q, k, v = self.qkv(x).split((24, 6, 6), dim=-1) ;; s = (q.reshape(b, 4 * n, 6) @ k.mT).view(b, n, 4, n) / 6**0.5 ;; later = torch.ones(n, n, dtype=torch.bool, device=x.device).triu(1) ;; w = s.masked_fill(later[:, None], -torch.inf).softmax(-1) ;; return self.out((w.view(b, 4 * n, n) @ v).view(b, n, d))
features before tokens | self.heads = 4 ;; self.qkv, self.out = nn.Conv1d(24, 72, 1), nn.Conv1d(24, 24, 1) | sound | q, k, v = (t.unflatten(1, (4, 6)) for t in self.qkv(sound).chunk(3, dim=1)) ;; w = (q.mT @ k / 6**0.5).softmax(-1) ;; return self.out((v @ w.mT).flatten(1, 2))
cosines | @QKV ;; self.scale = nn.Parameter(torch.ones(4, 1, 1)) | x | @THIRDS ;; w = (F.normalize(q, dim=-1) @ F.normalize(k, dim=-1).mT * self.scale.exp()).softmax(-1) ;; return self.proj(@JOINED)
a complex table | @FOUR ;; self.register_buffer("turns", torch.polar(torch.ones(64, 3), torch.outer(torch.arange(64.0), 10000.0 ** -(torch.arange(3) / 3)))) | x | @SPLIT ;; q, k = (torch.view_as_real(torch.view_as_complex(t.unflatten(-1, (-1, 2))) * self.turns[:n]).flatten(-2) for t in (q, k)) ;; @SOFT ;; return self.o(@JOINED)
a norm of each sum | @BLOCK | x | x = self.n1(x + self.a(x, x, x)[0]) ;; return self.n2(x + self.ffn(x))
a norm first, and of each sum | @BLOCK ;; self.n0 = nn.LayerNorm(24) | x | x = self.n0(x) ;; x = self.n1(x + self.a(x, x, x)[0]) ;; return self.n2(x + self.ffn(x))
a norm in the residual | @BLOCK | x | x = self.n1(x) ;; x = x + self.a(x, x, x)[0] ;; x = self.n2(x) ;; return x + self.ffn(x)
the input of the block again | @BLOCK | x | h = self.n1(x + self.a(x, x, x)[0]) ;; return self.n2(x + (h + self.ffn(h)))
parts in parallel | @BLOCK | x | @ATTEND ;; return x + (h + self.ffn(self.n2(x)))
a norm at both ends | @BLOCK ;; self.n0 = nn.LayerNorm(24) | x | x = self.n0(x) ;; x = x + self.a(x, x, x)[0] ;; return self.n1(x + self.ffn(self.n2(x)))
a norm first, and of each part | @BLOCK ;; self.n0 = nn.LayerNorm(24) | x | x = self.n0(x) ;; x = x + self.n1(self.a(x, x, x)[0]) ;; return x + self.n2(self.ffn(x))
a matrix and a norm first | @BLOCK ;; self.g = nn.Linear(24, 24) | x | x = self.n1(self.g(x)) ;; x = x + self.a(x, x, x)[0] ;; return x + self.ffn(self.n2(x))
a norm first, and a bend | @BLOCK ;; del self.n2 | x | x = self.n1(x) ;; x = x + self.a(x, x, x)[0] ;; return x + self.ffn(x.tanh())
norms on both sides | @BLOCK ;; self.n3 = nn.LayerNorm(24) | x | @ATTEND ;; x = x + self.n3(h) ;; return x + self.ffn(self.n2(x))
a class token | @BLOCK ;; self.first = nn.Parameter(torch.randn(24)) | x | x = torch.cat([self.first.expand(len(x), 1, -1), x], 1) ;; @ATTEND ;; x = x + h ;; return (x + self.ffn(self.n2(x)))[:, 0]
a gate | @BLOCK ;; self.g = nn.Linear(24, 24) | x | @ATTEND ;; x = torch.lerp(x, h, self.g(x).sigmoid()) ;; return x + self.ffn(self.n2(x))
nothing added at first | @BLOCK ;; self.g = nn.Parameter(torch.zeros(2)) | x | @ATTEND ;; x = x + self.g[0] * h ;; return x + self.g[1] * self.ffn(self.n2(x))
a residual of another matrix | @BLOCK ;; self.g = nn.Linear(24, 24) | x | @ATTEND ;; x = self.g(x) + h ;; return x + self.ffn(self.n2(x))
a head after the block | @BLOCK ;; self.head = nn.Sequential(nn.LayerNorm(24), nn.Linear(24, 24), nn.ReLU(), nn.Linear(24, 24)) | x | @ATTEND ;; x = x + h ;; return self.head(x + self.ffn(self.n2(x)))
two streams in a block | @BLOCK ;; self.c = nn.MultiheadAttention(24, 4, batch_first=True) ;; self.n3 = nn.LayerNorm(24) | x, memory | @ATTEND ;; x = x + h ;; x = x + self.c(self.n3(x), memory, memory)[0] ;; return x + self.ffn(self.n2(x))
other results | @BLOCK ;; self.c = nn.MultiheadAttention(24, 4, batch_first=True) | x | @ATTEND ;; seen = [x.mean()] ;; seen.append(h.mean()) ;; print(h.sum()) ;; x = x + h ;; return x + self.ffn(self.n2(x)), self.c(x, x, x)[0]
an input that is copied | @BLOCK | x | r = torch.zeros(b, n, d, device=x.device) ;; r[..., :9], r[..., 9:] = x[..., :9], x[..., 9:] ;; @ATTEND ;; x = r + h ;; return x + self.ffn(self.n2(x))
tied weights | self.e, self.p, self.o = nn.Embedding(30, 24), nn.Embedding(64, 24), nn.Linear(24, 30) ;; self.o.weight = self.e.weight ;; self.n = nn.LayerNorm(24) ;; self.layers = nn.ModuleList(nn.TransformerEncoderLayer(24, 4, 48, batch_first=True) for _ in range(2)) | ids | x = self.n(self.e(ids) + self.p(torch.arange(ids.shape[1], device=ids.device))) ;; for f in self.layers: x = f(x) ;; return self.o(x)
a classifier of texts | @FOUR ;; self.table, self.classes = nn.Embedding(30, 24), nn.Linear(24, 3) | ids | x = self.table(ids) ;; b, n, d = x.shape ;; @SPLIT ;; w = (q @ k.mT / 6**0.5).masked_fill((ids == 0)[:, None, None], -1e9).softmax(-1) ;; real = (ids != 0)[..., None].to(x.dtype) ;; return self.classes((self.o(@JOINED) * real).sum(1) / real.sum(1)).softmax(-1)
a picture in patches | @FOUR ;; self.cut, self.classes = nn.Conv2d(3, 24, 4, 4), nn.Linear(24, 3) ;; self.first, self.places = nn.Parameter(torch.randn(24)), nn.Parameter(torch.randn(10, 24)) | image | x = self.cut(image).flatten(2).mT ;; x = torch.cat([self.first.expand(len(x), 1, -1), x], 1) + self.places ;; b, n, d = x.shape ;; @SPLIT ;; @SOFT ;; return self.classes(self.o(@JOINED)[:, 0])
windows of a picture | @QKV | h | size = h.shape ;; x = h.unflatten(1, (-1, 4)).unflatten(3, (-1, 4)).transpose(2, 3).reshape(-1, 16, 24) ;; b, n, d = x.shape ;; @THIRDS ;; @SOFT ;; x = self.proj(@JOINED).view(len(h), size[1] // 4, size[2] // 4, 4, 4, 24) ;; return x.transpose(2, 3).reshape(size)
positions for each layer | @FOUR | tgt, memory, pos, query_pos | b, n, d = tgt.shape ;; q, k, v = (t.unflatten(-1, (4, 6)).transpose(1, 2) for t in (self.q(tgt + query_pos), self.k(memory + pos), self.v(memory))) ;; @SOFT ;; return self.o(@JOINED)
one query for each text | @FOUR | hidden, outputs, mask=None | q, k, v = self.q(hidden)[:, None], self.k(outputs), self.v(outputs) ;; s = torch.bmm(q, k.mT)[:, 0] / 24**0.5 ;; w = (s if mask is None else s.masked_fill(~mask, -1e9)).softmax(-1) ;; return self.o(torch.bmm(w[:, None], v)[:, 0])
texts in one row | @FOUR | x, seg | @SPLIT ;; w = (q @ k.mT / 6**0.5).masked_fill((seg[:, None] != seg[:, :, None])[:, None], -1e9).softmax(-1) ;; return self.o(@JOINED)
a text of another width | self.heads = 4 ;; self.query, self.o = nn.Linear(24, 24), nn.Linear(24, 24) ;; self.both = nn.Linear(16, 48) | latents, text | b, n, d = latents.shape ;; k, v = self.both(text).chunk(2, dim=-1) ;; q, k, v = (t.unflatten(-1, (4, 6)).transpose(1, 2) for t in (self.query(latents), k, v)) ;; @SOFT ;; return self.o(@JOINED)
a mask of whole numbers | @FOUR | x, mask=None | # mask: integers, 1 = a token ;; @SPLIT ;; @SCORES ;; w = (s if mask is None else s.masked_fill((~mask.bool()).repeat_interleave(4, 0).view(b, 4, 1, n), -1e9)).softmax(-1) ;; return self.o(@JOINED)
what a comment says of the inverse | @FOUR | x, mask | @SPLIT ;; # mask: True = ignored ;; mask = ~mask ;; w = (q @ k.mT / 6**0.5).masked_fill(mask[:, None, None], -1e9).softmax(-1) ;; return self.o(@JOINED)
German names | self.koepfe = 4 ;; self.frage, self.schluessel, self.wert, self.aus = (nn.Linear(24, 24) for _ in range(4)) | x | q, k, v = (t.view(b, n, 4, 6).transpose(1, 2) for t in (self.frage(x), self.schluessel(x), self.wert(x))) ;; @SOFT ;; return self.aus(@JOINED)
"""
FUNCTIONS = {
    "weights of a notebook": "W_q, W_k, W_v = (torch.rand(6, 4) for _ in range(3))\ndef made(x):\n    q, k, v = x @ W_q, x @ W_k, x @ W_v\n    return torch.softmax(q @ k.T / k.shape[-1] ** 0.5, dim=-1) @ v\n",
    "tokens before heads": "def made(q, k, v):\n    w = torch.einsum('bqhd,bkhd->bhqk', q, k) / q.shape[-1] ** 0.5\n    return torch.einsum('bhqk,bkhd->bqhd', w.softmax(-1), v)\n",
    "letters that say nothing": "def made(a, b, c):\n    return (a @ b.mT / a.shape[-1] ** 0.5).softmax(-1) @ c\n",
}


def layer(makes: str, takes: str, lines: str) -> str:
    """The source of a class: what it makes, what it takes, and what it computes."""
    made = "".join(f"\n        {line}" for line in makes.split(" ;; "))
    body = "".join(f"\n        {line}" for line in lines.split(" ;; "))
    shape = "\n        b, n, d = x.shape" * bool(re.search(r"\bx\b", takes))
    return f"class Layer(nn.Module):\n    def __init__(self):\n        super().__init__(){made}\n    def forward(self, {takes}):{shape}{body}\nmade = Layer()\n"


def rows(table: str) -> dict[str, str]:
    """The sources of the layers of a table by their names."""
    for name, piece in PIECES.items():
        table = table.replace(f"@{name}", piece)
    cells = (row.split(" | ", 3) for row in table.strip().splitlines())
    return {name: layer(*rest) for name, *rest in cells}


RIGHT = rows(LAYERS) | FUNCTIONS
BEYOND = {
    "keys of a window",
    "features to features",
    "its own score as a last resort",
    "linear between softmaxes",
}
