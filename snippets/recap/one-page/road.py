# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import (
    MultiHeadAttention,
    causal_mask,
    merge_heads,
    split_heads,
)
from attention.examples import (
    W_key,
    W_query,
    W_value,
    inputs,
    position_table,
    sentence,
)
from attention.plotting import heatmap
from attention.text import build_vocabulary, encode_words, split_words

words = split_words(sentence)
ids = encode_words(sentence, build_vocabulary(words))[1:-1]
where = position_table[:6]
X = inputs + where

torch.manual_seed(123)  # draws the second head, and out_proj
layer = MultiHeadAttention(3, 4, 6, dropout=0.0, num_heads=2)
layer.requires_grad_(False)
parts = []
for linear, first in (
    (layer.W_query, W_query),
    (layer.W_key, W_key),
    (layer.W_value, W_value),
):
    linear.weight[:2] = first
    parts.append(split_heads(linear(X), 2))
Q, K, V = parts
S = Q @ K.transpose(-2, -1)
scaled = S / 2**0.5
masked = scaled.masked_fill(~causal_mask(6), -torch.inf)
A = torch.softmax(masked, dim=-1)
Z = A @ V
out = layer.out_proj(merge_heads(Z))

panels = [  # title, matrix, colour, decimals
    ("what", inputs, None, 2),
    ("+ where", where, None, 2),
    ("= X", X, None, 2),
    ("Q = X $W_Q^⊤$", Q[0], "query", 3),
    ("K = X $W_K^⊤$", K[0], "key", 3),
    ("V = X $W_V^⊤$", V[0], "value", 3),
    ("scores: Q K$^⊤$", S[0], "score", 3),
    ("scaled: divided by the root of 2", scaled[0], "score", 3),
    ("masked: the future is −∞", masked[0], "score", 3),
    ("weights A: softmax of each row", A[0], "weight", 3),
    ("A V: head 0", Z[0], "context", 3),
    ("head 1", Z[1], "context", 3),
    ("both heads, side by side, through out_proj", out, None, 3),
]
mosaic = ["ab", "cd", "ef", "gg", "hh", "ii", "jj", "kl", "mm"]
figure, axes = plt.subplot_mosaic(
    "\n".join(mosaic), figsize=(4.2, 15.8), layout="constrained"
)
for panel, ax, (title, matrix, colour, decimals) in zip(
    axes, axes.values(), panels, strict=True
):
    named = [f"{t}  {i}" for t, i in zip(words, ids, strict=True)]
    rows = (
        named
        if panel == "a"
        else words
        if panel not in "bdfl"
        else [""] * 6
    )
    columns = words if panel in "gj" else [""] * matrix.shape[1]
    heatmap(
        matrix,
        rows=rows,
        columns=columns,
        colour=colour,
        decimals=decimals,
        ax=ax,
    )
    ax.set_aspect("auto")
    ax.set_title(title, fontsize=11)
plt.show()
