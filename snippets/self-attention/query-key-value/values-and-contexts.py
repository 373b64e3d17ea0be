# pip install "attention-verified[plot]"
import attention as at
import matplotlib.pyplot as plt
import torch

weights = torch.softmax(at.plane_queries @ at.plane_keys.T / 2**0.5, -1)
rows = {"value": at.plane_values, "context": weights @ at.plane_values}
drawn = {"value": ("ada", "boat"), "context": ("she", "it", "sold")}

_, axes = plt.subplots(figsize=(4.2, 4.2), layout="constrained")
for (quantity, names), marker in zip(drawn.items(), "o^", strict=True):
    for name in names:
        x, y = rows[quantity][at.plane_tokens.index(name)].tolist()
        axes.plot(x, y, marker, color=at.COLOURS[quantity], markersize=9)
        x, side = (
            (x + 0.25, "left") if marker == "o" else (x - 0.25, "right")
        )
        axes.text(x, y, f"{quantity} of {name}", ha=side, va="center")
axes.set(xlim=(-3, 7), ylim=(-3, 5), xlabel="water", ylabel="person")
plt.show()
