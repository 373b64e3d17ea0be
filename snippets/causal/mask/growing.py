import attention as at
import matplotlib.pyplot as plt

contexts, _ = at.scaled_dot_product_attention(
    at.plane_queries,
    at.plane_keys,
    at.plane_values,
    mask=at.causal_mask(8),
)
for word, context in zip(at.plane_tokens, contexts, strict=True):
    print(f"{word:6} {context}")

_, panels = plt.subplots(1, 4, figsize=(4.2, 1.6), layout="tight")
for n, panel in zip((2, 4, 6, 8), panels, strict=True):
    panel.plot(
        *at.plane_values[:n].T.tolist(), "o", color=at.COLOURS["value"]
    )
    panel.plot(*contexts[:n].T.tolist(), "^", color=at.COLOURS["context"])
    panel.set(xlim=(-2, 5), ylim=(-3, 5), xticks=[], yticks=[])
    panel.set_title(f"… {at.plane_tokens[n - 1]}")
plt.show()
