import matplotlib.pyplot as plt
import torch
from attention import curves, sinusoidal_positions

d, ratios = torch.tensor([16, 64, 256, 1024]), []
for width in d.tolist():
    torch.manual_seed(123)
    words = torch.nn.Embedding(1000, width).weight.detach()
    positions = sinusoidal_positions(torch.arange(100), width)
    ratios.append(words.std() / positions.std())
ratio = torch.stack(ratios)

lines = {
    "drawn with 1, times √d": ratio * d.sqrt(),
    "1, as it is; or 1/√d, times √d": ratio,
    "drawn with 1/√d, as it is": ratio / d.sqrt(),
}
labels = {"xlabel": "d = d_model", "ylabel": "word / position"}
curves(d, lines, **labels, logx=True, logy=True)
plt.show()
