# pip install "attention-verified[plot]"
import attention as at
import matplotlib.pyplot as plt

parts = at.plane_queries, at.plane_keys, at.plane_values
_, panels = plt.subplots(1, 4, figsize=(4.2, 1.6), layout="tight")
for n, word in enumerate(at.plane_tokens, start=1):
    q, k, v = (part[:n] for part in parts)  # the first n words alone
    mask = at.causal_mask(n)
    contexts, _ = at.scaled_dot_product_attention(q, k, v, mask)
    print(f"{word:6} {contexts[-1]}")

    if n % 2 == 0:
        panel = panels[n // 2 - 1]
        panel.plot(*v.T.tolist(), "o", color=at.COLOURS["value"])
        panel.plot(*contexts.T.tolist(), "^", color=at.COLOURS["context"])
        panel.set(xlim=(-2, 5), ylim=(-3, 5), xticks=[], yticks=[])
        panel.set_title(f"… {word}")
plt.show()
