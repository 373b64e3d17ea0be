# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention import causal_mask, scaled_dot_product_attention
from attention.examples import (
    plane_keys,
    plane_queries,
    plane_tokens,
    plane_values,
)
from attention.plotting import COLOURS

parts = plane_queries, plane_keys, plane_values
_, panels = plt.subplots(1, 4, figsize=(4.2, 1.6), layout="tight")
for n, word in enumerate(plane_tokens, start=1):
    q, k, v = (part[:n] for part in parts)  # the first n words alone
    mask = causal_mask(n)
    contexts, _ = scaled_dot_product_attention(q, k, v, mask)
    print(f"{word:6} {contexts[-1]}")

    if n % 2 == 0:
        panel = panels[n // 2 - 1]
        panel.plot(*v.T.tolist(), "o", color=COLOURS["value"])
        panel.plot(*contexts.T.tolist(), "^", color=COLOURS["context"])
        panel.set(xlim=(-2, 5), ylim=(-3, 5), xticks=[], yticks=[])
        panel.set_title(f"… {word}")
plt.show()
