# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import curves

layers, num_kv_groups, head_dim, window = 32, 8, 128, 4096  # Mistral 7B
token = layers * 2 * num_kv_groups * head_dim * 2  # bytes

num_tokens = torch.arange(0, 32_769, 1024)
mebibytes = {
    "no window": num_tokens * token / 2**20,
    "window": num_tokens.clamp(max=window) * token / 2**20,
}
ax = curves(num_tokens, mebibytes, xlabel="tokens", ylabel="cache (MiB)")
for numbers in mebibytes.values():
    ax.text(
        32_768,
        numbers[-1] + 80,
        f"{numbers[-1]:,.0f}",
        ha="right",
        fontsize=11,
    )
plt.show()
