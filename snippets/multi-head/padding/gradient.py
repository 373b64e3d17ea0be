# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import CrossAttention, mask_from_lengths
from attention.examples import inputs, target_inputs
from attention.plotting import heatmap
from torch.nn.utils.rnn import pad_sequence

torch.manual_seed(123)
layer = CrossAttention(3, 4, dropout=0.0, num_heads=2)
batch = pad_sequence([inputs, inputs[:2], inputs[2:]], batch_first=True)
batch.requires_grad_()
mask = mask_from_lengths(torch.tensor([6, 2, 4]), num_tokens=6)

layer(target_inputs, batch, mask=mask).square().sum().backward()
moves = batch.grad.norm(dim=-1)  # one number for each token
axes = heatmap(
    moves,
    rows=["6 words", "2 words", "4 words"],
    columns=[str(j) for j in range(6)],
    colour=None,  # no quantity of attention: grey
    outline=~mask[:, 0],
)
axes.set(xlabel="position")
plt.show()
