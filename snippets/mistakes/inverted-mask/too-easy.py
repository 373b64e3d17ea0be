# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import CausalAttention
from attention.plotting import curves
from torch import nn

torch.set_num_threads(1)  # for steps so small, one core is fastest


def losses(inverted):
    torch.manual_seed(123)
    words, positions = nn.Embedding(8, 16), nn.Embedding(8, 16)
    head, out = CausalAttention(16, 16, 8, dropout=0.0), nn.Linear(16, 8)
    if inverted:
        head.mask.logical_not_()
    model = nn.ModuleList([words, positions, head, out]).double()
    parameters, found = [*model.parameters()], []
    for _ in range(100):
        text = torch.randint(8, (32, 8))  # noise: nothing can be guessed
        logits = out(head(words(text) + positions.weight))[:, :-1]
        loss = nn.functional.cross_entropy(logits.mT, text[:, 1:])
        slopes = torch.autograd.grad(loss, parameters)
        with torch.no_grad():
            for each, slope in zip(parameters, slopes, strict=True):
                each -= 0.5 * slope
        found.append(loss.detach())
    return torch.stack(found)


lines = {"right": losses(False), "inverted": losses(True)}
print(f"a blind guess: {torch.tensor(8.0).log():.1f}")
for name, line in lines.items():
    print(f"{name}: first {line[0]:.1f}, last {line[-1]:.1f}")
curves(torch.arange(100), lines, xlabel="updates", ylabel="loss")
plt.show()
