# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import CrossAttention, mask_from_lengths
from attention.examples import inputs, target_inputs
from attention.plotting import heatmap
from torch.nn.utils.rnn import pad_sequence

torch.manual_seed(123)
layer = CrossAttention(3, 4, dropout=0.0, num_heads=2)
sentences = [inputs, inputs[:2], inputs[2:]]
batch = pad_sequence(sentences, batch_first=True)
mask = mask_from_lengths(torch.tensor([6, 2, 4]), num_tokens=6)
targets = target_inputs.expand(3, 4, 3)  # the same for all three

alone = torch.stack([layer(target_inputs, each) for each in sentences])
masked = layer(targets, batch, mask=mask)
unmasked = layer(targets, batch)
moved = torch.stack([masked - alone, unmasked - alone]).norm(dim=(-2, -1))
columns = ["6 words", "2 words", "4 words"]
rows = ["with mask", "without"]
heatmap(moved, rows=rows, columns=columns, colour=None)
plt.show()
