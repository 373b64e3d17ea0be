# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import SelfAttentionV1
from attention.examples import inputs
from attention.plotting import curves


def losses(*trained):
    torch.manual_seed(123)
    layer, history = SelfAttentionV1(3, 2), []
    matrices = [getattr(layer, name) for name in trained]
    optimizer = torch.optim.SGD(matrices, lr=0.5)
    for _ in range(50):
        loss = (layer(inputs) - inputs[1, :2]).square().mean()
        history.append(loss.detach())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return torch.stack(history)


lines = {
    "all three": losses("W_query", "W_key", "W_value"),
    "without W_value": losses("W_query", "W_key"),
}
curves(torch.arange(50), lines, xlabel="step of training", ylabel="loss")
plt.show()
