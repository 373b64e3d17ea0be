# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import decode_float8
from attention.plotting import COLOURS

codes = torch.arange(256).to(torch.uint8)
e4m3 = decode_float8(codes, torch.float8_e4m3fn)
e5m2 = decode_float8(codes, torch.float8_e5m2)
lines = {
    "int8": (torch.arange(-127, 128) / 127, "key"),
    "e4m3": (e4m3[e4m3.isfinite()] / 448, "query"),
    "e5m2": (e5m2[e5m2.isfinite()] / 57344, "value"),
}
x = 0.33  # of the largest number that a type can hold
print(f"{x} of the largest is read as")
for name, (values, _) in lines.items():
    read = values[(values - x).abs().argmin()]
    print(f"{name}  {read:.4f}, {100 * (read - x).abs() / x:.1f} % off")

_, axes = plt.subplots(3, 1, figsize=(4.4, 4.0), layout="constrained")
for ax, end in zip(axes, (1, 1 / 16, 1 / 256), strict=True):
    for row, (name, (values, colour)) in enumerate(lines.items()):
        shown = values[values.abs() <= 1.001 * end] / end
        ax.vlines(
            shown, -row - 0.36, -row + 0.36, color=COLOURS[colour], lw=0.9
        )
        ax.text(-1.06, -row, name, ha="right", va="center", fontsize=11)
    ticks = ["−largest", "0", "largest"]
    if end < 1:
        ticks = [
            f"−1/{1 / end:.0f}",
            "0",
            f"1/{1 / end:.0f} of the largest",
        ]
    ax.set_xticks((-1, 0, 1), ticks, fontsize=10.7)
    ax.set(xlim=(-1.04, 1.04), yticks=[])
    ax.spines[:].set_visible(False)
for ax in axes[:2]:  # what the next line enlarges
    ax.axvspan(-1 / 16, 1 / 16, color="#88888840", lw=0)
plt.show()
