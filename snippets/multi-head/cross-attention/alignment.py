# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import CrossAttention, record_weights
from attention.examples import inputs, target_inputs, target_tokens, tokens
from attention.plotting import heatmap

torch.manual_seed(123)
layer = CrossAttention(3, 4, dropout=0.0, num_heads=1).double()
read, write = inputs.double(), target_inputs.double()
right = torch.tensor([3, 4, 5, 2])  # with, one, step, starts
optimizer = torch.optim.Adam(layer.parameters(), lr=0.1)

for step in range(201):
    with record_weights(layer) as recorded:
        layer(write, read)
    weights = recorded["attend"][0]
    loss = -weights[torch.arange(4), right].log().mean()
    if step % 50 == 0:
        print(f"step {step:3}: loss {loss.item():.2f}")
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
journey, starts = weights[3, 1:3].tolist()
print(f"beginnt: {starts:.2f} to starts, {journey:.2f} to journey")

wanted = torch.nn.functional.one_hot(right, 6).bool()
axes = heatmap(weights, rows=target_tokens, columns=tokens, outline=wanted)
axes.set(xlabel="keys: English", ylabel="queries: German")
plt.show()
