# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import mask_from_lengths, masked_attention_weights
from attention.examples import inputs, target_inputs, target_tokens
from attention.plotting import heatmap

padded = torch.cat([inputs[:2], torch.zeros(4, 3)])
mask = mask_from_lengths(torch.tensor([2]), num_tokens=6)[0]
scores = target_inputs @ padded.T
parts = {
    "without a mask": torch.softmax(scores, dim=-1),
    "with the mask": masked_attention_weights(scores, mask),
}
_, axes = plt.subplots(2, figsize=(4.2, 5.4), layout="constrained")
columns = ["your", "journey", *["pad"] * 4]
style = {"rows": target_tokens, "columns": columns}
for ax, (title, weights) in zip(axes, parts.items(), strict=True):
    heatmap(weights, **style, outline=~mask.expand(4, 6), ax=ax)
    ax.set_title(title)
plt.show()
