# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import curves

tokens = 2 ** torch.arange(8, 16)
in_window = tokens.clamp(max=4096)
too_long = tokens > 1024
gigabytes = {
    "GPT-2": torch.where(too_long, torch.nan, tokens * 36_864 / 1e9),
    "Gemma 2B": tokens * 18_432 / 1e9,
    "Mistral 7B": in_window * 131_072 / 1e9,
    "Llama 3 8B": tokens * 131_072 / 1e9,
    "DeepSeek-V3": tokens * 70_272 / 1e9,
}
crossing = 4096 * 131_072 // 70_272 + 1
_, ax = plt.subplots(figsize=(4.2, 4.4), layout="constrained")
curves(
    tokens,
    gigabytes,
    xlabel="tokens",
    ylabel="cache (GB)",
    ax=ax,
    logx=True,
    logy=True,
)
ax.axvline(crossing, color="#888888", linewidth=1)
ax.text(crossing, 0.012, f"{crossing:,} tokens ", ha="right", fontsize=11)
plt.show()
