# pip install "attention-verified[plot]"
import torch
from attention import ChunkedMask, SlidingWindow
from attention.gallery import release
from attention.plotting import curves
from matplotlib import pyplot as plt

scout = release("llama-4-scout").config
chunk = scout["attention_chunk_size"]
token = 2 * scout["num_key_value_heads"] * scout["head_dim"] * 2  # bytes
num_tokens = torch.arange(0, 32_769, 64)
kept = {
    "no chunks": num_tokens,
    "windows": [SlidingWindow(chunk).num_kept(n) for n in num_tokens],
    "chunks": [ChunkedMask(chunk).num_kept(n) for n in num_tokens],
}
mebibytes = {
    name: torch.as_tensor(n) * token / 2**20 for name, n in kept.items()
}
labels = {"xlabel": "tokens", "ylabel": "one layer's cache (MiB)"}
ax = curves(num_tokens, mebibytes, **labels)
ax.set_xticks([0, 8192, 16_384, 24_576, 32_768])
plt.show()
