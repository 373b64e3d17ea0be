# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import heatmap

x = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
framed = [torch.zeros(2, 3), torch.zeros(3, 2), torch.zeros(2, 2)]
framed[0][1], framed[1][:, 0], framed[2][1, 0] = 1, 1, 1

_, panels = plt.subplots(
    1, 3, figsize=(4.2, 2), width_ratios=(3, 2, 2), layout="constrained"
)
parts = {"x @": x, "x.T =": x.T, "result": x @ x.T}
for ax, frame, (name, part) in zip(
    panels, framed, parts.items(), strict=True
):
    rows, columns = ([str(i) for i in range(n)] for n in part.shape)
    heatmap(
        part,
        rows=rows,
        columns=columns,
        colour=None,
        outline=frame.bool(),
        decimals=0,
        ax=ax,
    )
    ax.set_xlabel(name)
    plt.setp(ax.get_xticklabels(), rotation=0, ha="center")
plt.show()
