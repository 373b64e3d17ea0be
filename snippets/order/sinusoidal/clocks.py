import matplotlib.pyplot as plt
import torch

d_model = 6
frequencies = 10000 ** (-torch.arange(0, d_model, 2) / d_model)

_, clocks = plt.subplots(3, 6, figsize=(4.2, 2.6), layout="constrained")
for hand, row in zip(frequencies, clocks, strict=True):
    for position, clock in enumerate(row):
        angle = hand * position
        clock.add_patch(plt.Circle((0, 0), 1, fill=False, ec="#888888"))
        clock.plot([0, angle.sin()], [0, angle.cos()], "k", linewidth=3)
        clock.set(xlim=(-1.1, 1.1), ylim=(-1.1, 1.1), aspect="equal")
        clock.set(xticks=[], yticks=[], frame_on=False)
        if hand == 1:  # the first row
            clock.set_title(str(position), fontsize=12)
    row[0].set_ylabel(f"{hand:.4f}", fontsize=12)
plt.show()
