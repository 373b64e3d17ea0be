# ruff: noqa: E501
"""Right layers in styles of published code, each its own way of calling and naming."""

HEAD = "class Layer(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
BODY = "    def forward(self, {takes}):\n        b, n, d = x.shape\n"


def layer(makes: str, takes: str, *lines: str) -> str:
    """The source of a class: what it makes, what it takes, and what it computes."""
    made = "".join(f"        {line}\n" for line in makes.split("; "))
    body = "".join(f"        {line}\n" for line in lines)
    return f"{HEAD}{made}\n{BODY.format(takes=takes)}{body}\nmade = Layer()\n"


QKV = "self.heads = 4; self.qkv = nn.Linear(24, 72); self.proj = nn.Linear(24, 24)"
SEPARATE = (
    "self.h = 4; self.q, self.k, self.v, self.o = (nn.Linear(24, 24) for _ in range(4))"
)
SPLIT = "q, k, v = (t.view(b, n, 4, 6).transpose(1, 2) for t in (self.q(x), self.k(x), self.v(x)))"
THIRDS = "q, k, v = (t.view(b, n, 4, 6).transpose(1, 2) for t in self.qkv(x).chunk(3, dim=-1))"
SOFT = "w = (q @ k.mT / 6**0.5).softmax(-1)"
OUT = "return self.proj((w @ v).transpose(1, 2).reshape(b, n, d))"
OUT_O = "return self.o((w @ v).transpose(1, 2).reshape(b, n, d))"

RIGHT = {
    "thirds": layer(QKV, "x", THIRDS, SOFT, OUT),
    "axes of 3, heads": layer(
        QKV,
        "x",
        "q, k, v = self.qkv(x).reshape(b, n, 3, 4, 6).permute(2, 0, 3, 1, 4).unbind(0)",
        SOFT,
        OUT,
    ),
    "head by head": layer(
        QKV,
        "x",
        "q, k, v = self.qkv(x).reshape(b, n, 4, 18).permute(0, 2, 1, 3).chunk(3, dim=-1)",
        SOFT,
        OUT,
    ),
    "feature by feature": layer(
        QKV,
        "x",
        "q, k, v = self.qkv(x).view(b, n, 4, 6, 3).permute(4, 0, 2, 1, 3).unbind(0)",
        SOFT,
        OUT,
    ),
    "groups in one matrix": layer(
        "self.n_heads = 4; self.qkv = nn.Linear(24, 48); self.wo = nn.Linear(24, 24)",
        "x",
        "q, k, v = (t.view(b, n, -1, 6).transpose(1, 2) for t in self.qkv(x).split([24, 12, 12], dim=-1))",
        "return self.wo(F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True).transpose(1, 2).reshape(b, n, d))",
    ),
    "keys and values fused": layer(
        "self.heads = 4; self.to_q = nn.Linear(24, 24); self.to_kv = nn.Linear(24, 48); self.to_out = nn.Sequential(nn.Linear(24, 24), nn.Dropout(0.1))",
        "x",
        "k, v = self.to_kv(x).chunk(2, dim=-1)",
        "q, k, v = (t.view(b, n, 4, 6).transpose(1, 2) for t in (self.to_q(x), k, v))",
        SOFT,
        "return self.to_out((w @ v).transpose(1, 2).reshape(b, n, d))",
    ),
    "norm inside": layer(
        QKV + "; self.norm = nn.LayerNorm(24)",
        "x",
        "x = self.norm(x)",
        THIRDS,
        SOFT,
        OUT,
    ),
    "sum and norm inside": layer(
        SEPARATE + "; self.norm = nn.LayerNorm(24)",
        "x",
        SPLIT,
        SOFT,
        OUT_O.replace("return self.o", "return self.norm(x + self.o") + ")",
    ),
    "roots of roots": layer(
        SEPARATE,
        "x",
        SPLIT,
        "w = torch.matmul(q / 6**0.25, k.transpose(2, 3) / 6**0.25).softmax(3)",
        OUT_O,
    ),
    "scores times 1 / root": layer(
        SEPARATE + "; self.scale = 6**-0.5",
        "x",
        SPLIT,
        "w = F.softmax(self.scale * torch.einsum('bhqd,bhkd->bhqk', q, k), dim=-1)",
        OUT_O,
    ),
    "mask that allows": layer(
        SEPARATE,
        "x, mask=None",
        SPLIT,
        "s = q @ k.mT / 6**0.5",
        "s = s if mask is None else s.masked_fill(mask == 0, -1e9)",
        "w = s.softmax(-1)",
        OUT_O,
    ),
    "mask that must be there": layer(
        SEPARATE,
        "x, mask",
        SPLIT,
        "w = (q @ k.mT / 6**0.5).masked_fill(mask.unsqueeze(1), -torch.inf).softmax(-1)",
        OUT_O,
    ),
    "padding of keys": layer(
        SEPARATE,
        "x, key_padding_mask=None",
        SPLIT,
        "s = q @ k.mT / 6**0.5",
        "s = s if key_padding_mask is None else s.masked_fill(key_padding_mask[:, None, None], -1e9)",
        "w = s.softmax(-1)",
        OUT_O,
    ),
    "a mask that is added": layer(
        SEPARATE,
        "x, attn_mask=None",
        SPLIT,
        "s = q @ k.mT / 6**0.5",
        "w = (s if attn_mask is None else s + attn_mask).softmax(-1)",
        OUT_O,
    ),
    "a window": layer(
        SEPARATE,
        "x",
        SPLIT,
        "allow = torch.ones(n, n, dtype=torch.bool, device=x.device).tril().triu(-2)",
        "w = (q @ k.mT / 6**0.5).masked_fill(~allow, -torch.inf).softmax(-1)",
        OUT_O,
    ),
    "ALiBi": layer(
        SEPARATE,
        "x",
        SPLIT,
        "i = torch.arange(n, device=x.device)",
        "bias = (i - i[:, None]) * 2.0 ** (-8 * torch.arange(1, 5, device=x.device) / 4)[:, None, None]",
        "w = (q @ k.mT / 6**0.5 + bias).masked_fill(i > i[:, None], -torch.inf).softmax(-1)",
        OUT_O,
    ),
    "weights and contexts": layer(
        SEPARATE,
        "x, return_weights=False",
        SPLIT,
        SOFT,
        OUT_O.replace("return ", "out = "),
        "return (w.mean(1), out) if return_weights else out",
    ),
    "values, keys, queries": layer(
        SEPARATE,
        "values, keys, query",
        "q, k, v = (t.unflatten(-1, (4, 6)).transpose(1, 2) for t in (self.q(query), self.k(keys), self.v(values)))",
        SOFT,
        OUT_O,
    ).replace("x.shape", "query.shape"),
    "another sequence": layer(
        SEPARATE.replace("range(4)", "range(4)"),
        "x, context",
        "q, k, v = (t.unflatten(-1, (4, 6)).transpose(1, 2) for t in (self.q(x), self.k(context), self.v(context)))",
        SOFT,
        OUT_O,
    ),
    "complex rotary": layer(
        SEPARATE,
        "x, freqs_cis",
        SPLIT,
        "q, k = (torch.view_as_real(torch.view_as_complex(t.unflatten(-1, (-1, 2))) * freqs_cis).flatten(-2) for t in (q, k))",
        SOFT,
        OUT_O,
    ),
    "cos and sin given": layer(
        SEPARATE,
        "x, cos, sin",
        SPLIT,
        "q, k = (t * cos + torch.cat([-t[..., 3:], t[..., :3]], dim=-1) * sin for t in (q, k))",
        SOFT,
        OUT_O,
    ),
    "einsum, one tensor": layer(
        "self.w = nn.Parameter(torch.randn(3, 24, 24)); self.num_heads = 4; self.out = nn.Linear(24, 24)",
        "x",
        "q, k, v = torch.einsum('bnd,cde->cbne', x, self.w).unflatten(-1, (4, 6)).transpose(2, 3)",
        SOFT,
        "return self.out((w @ v).transpose(1, 2).reshape(b, n, d))",
    ),
    "queries and keys normed": layer(
        SEPARATE + "; self.q_norm = nn.RMSNorm(6); self.k_norm = nn.RMSNorm(6)",
        "x",
        SPLIT,
        "q, k = self.q_norm(q), self.k_norm(k)",
        SOFT,
        OUT_O,
    ),
    "a function of weights": "def made(x, W_q, W_k, W_v):\n    q, k, v = x @ W_q, x @ W_k, x @ W_v\n    return torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-1) @ v\n",
    "weights of a notebook": "W_q, W_k, W_v = (torch.rand(6, 4) for _ in range(3))\ndef made(x):\n    q, k, v = x @ W_q, x @ W_k, x @ W_v\n    return torch.softmax(q @ k.T / k.shape[-1] ** 0.5, dim=-1) @ v\n",
    "heads in one function": "def made(x, Wq, Wk, Wv, Wo, n_heads):\n    q, k, v = (t.unflatten(-1, (n_heads, -1)).transpose(1, 2) for t in (x @ Wq, x @ Wk, x @ Wv))\n    return F.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2) @ Wo\n",
    "tokens before heads": "def made(q, k, v):\n    w = torch.einsum('bqhd,bkhd->bhqk', q, k) / q.shape[-1] ** 0.5\n    return torch.einsum('bhqk,bkhd->bqhd', w.softmax(-1), v)\n",
}
