# ruff: noqa: E501
"""What is around attention, and how it is broken: a picture, and blocks of a model.

Rows are like those of `styles.py`.
"""

PICTURE = """
class PixelAttention(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.norm = nn.GroupNorm(4, channels)
        self.q, self.k, self.v = (nn.Linear(channels, channels) for _ in range(3))
        self.out = nn.Linear(channels, channels)

    def forward(self, x):
        b, c, height, width = x.shape
        tokens = self.norm(x).flatten(2).transpose(1, 2)
        q, k, v = self.q(tokens), self.k(tokens), self.v(tokens)
        weights = (q @ k.mT * c**-0.5).softmax(-1)
        y = self.out(weights @ v)
        return x + y.transpose(1, 2).reshape(b, c, height, width)

made = PixelAttention(24)
"""
PICTURE_BREAKS = """
scale=one | * c**-0.5 =>
softmax=queries | softmax(-1) => softmax(-2)
order=qkk | weights @ v => weights @ k
split=image | .flatten(2).transpose(1, 2) => .reshape(b, height * width, c)
merge=image | y.transpose(1, 2) => y
out=places | reshape(b, c, height, width) => reshape(b, c, width, height).mT
"""
BLOCK = """
class LayerNorm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.scale, self.shift = nn.Parameter(torch.ones(d)), nn.Parameter(torch.zeros(d))

    def forward(self, x):
        mean, var = x.mean(-1, keepdim=True), x.var(-1, keepdim=True, unbiased=False)
        return self.scale * (x - mean) / torch.sqrt(var + 1e-5) + self.shift

class Attention(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.heads, self.qkv, self.proj = heads, nn.Linear(d, 3 * d), nn.Linear(d, d)

    def forward(self, x):
        b, n, d = x.shape
        q, k, v = (t.view(b, n, self.heads, -1).transpose(1, 2) for t in self.qkv(x).chunk(3, -1))
        scores = q @ k.mT / k.shape[-1] ** 0.5
        later = torch.ones(n, n, dtype=torch.bool, device=x.device).triu(1)
        y = scores.masked_fill(later, -torch.inf).softmax(-1) @ v
        return self.proj(y.transpose(1, 2).reshape(b, n, d))

class Block(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.norm1, self.attn = LayerNorm(d), Attention(d, heads)
        self.norm2, self.ffn = LayerNorm(d), nn.Sequential(nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d))

    def forward(self, x):
        x = x + self.attn(self.norm1(x))
        x = x + self.ffn(self.norm2(x))
        return x

def sinusoids(n, d):
    i = torch.arange(0, d, 2)
    angles = torch.arange(n)[:, None] / 10000 ** (i / d)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)

class Model(nn.Module):
    def __init__(self, vocabulary, n, d, heads, layers):
        super().__init__()
        self.words = nn.Embedding(vocabulary, d)
        self.register_buffer("places", sinusoids(n, d))
        self.blocks = nn.ModuleList(Block(d, heads) for _ in range(layers))
        self.norm, self.head = LayerNorm(d), nn.Linear(d, vocabulary, bias=False)
        self.head.weight = self.words.weight

    def forward(self, ids):
        x = self.words(ids) + self.places[: ids.shape[1]]
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))

made = Model(50, 32, 24, 4, 2)
"""
BLOCK_BREAKS = """
scale=one | / k.shape[-1] ** 0.5 =>
mask=next | triu(1) => triu(2)
mask=unused | y = scores.masked_fill(later, -torch.inf).softmax(-1) => scores.masked_fill(later, -torch.inf); y = scores.softmax(-1)
merge=view | y.transpose(1, 2) => y
residual=normed | x = x + self.attn(self.norm1(x)) => x = self.norm1(x); x = x + self.attn(x)
residual=none | x + self.attn(self.norm1(x)) => self.attn(self.norm1(x))
residual=again | return self.proj(y.transpose(1, 2).reshape(b, n, d)) => return x + self.proj(y.transpose(1, 2).reshape(b, n, d)) ;; x + self.attn(self.norm1(x)) => self.norm1(x + self.attn(x))
residual=dropped | x = x + self.attn => y = x + self.attn ;; self.ffn(self.norm2(x)) => self.ffn(self.norm2(y))
feed=linear | nn.GELU(), =>
norm=scale | torch.sqrt(var + 1e-5) => (var + 1e-5)
unused=layer | x = block(x) => out = block(x) ;; self.norm(x)) => self.norm(out))
unused=result | return self.head(self.norm(x)) => x.softmax(-1); return self.head(self.norm(x))
norm=tokens | x.mean(-1, => x.mean(1, ;; x.var(-1, => x.var(1,
positions=one | (i / d) => (i // d)
positions=fast | (i / d) => (2 * i / d)
place | [: ids.shape[1]] => [: ids.shape[0], None]
copied | = self.words.weight => = nn.Parameter(self.words.weight.clone())
"""
