# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import SelfAttentionV1, SelfAttentionV2
from attention.examples import inputs
from attention.plotting import COLOURS

torch.manual_seed(123)
v1, v2 = SelfAttentionV1(3, 3), SelfAttentionV2(3, 3)
names = ("W_query", "W_key", "W_value")
as_it_is = {f"{name}.weight": getattr(v1, name) for name in names}
turned = {name: matrix.T for name, matrix in as_it_is.items()}


def show(layer, label, x, y, marker):
    contexts = layer(inputs).detach()
    print(f"{label:22}{contexts[0]}")
    points = contexts[:, :2].T.tolist()
    ax.plot(*points, marker, mfc="none", color=COLOURS["context"])
    ax.text(x, y, label, size=11)


_, ax = plt.subplots(figsize=(4.2, 2.4), layout="constrained")
show(v1, "rings: V1", 0.72, 1.06, "o")
v2.load_state_dict(turned)
show(v2, "dots: V2, transposed", 0.72, 1.03, ".")
v2.load_state_dict(as_it_is)
show(v2, "crosses: V2, as it is", 0.77, 1.18, "x")
ax.set(xlabel="first feature", ylabel="second", aspect="equal")
plt.show()
