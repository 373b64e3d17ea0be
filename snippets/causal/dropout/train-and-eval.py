import torch
from torch import nn

torch.manual_seed(123)
dropout, ones = nn.Dropout(0.5), torch.ones(1000)

print("training:", dropout.training)
print("values:  ", dropout(ones).unique())
print("two calls alike:", torch.equal(dropout(ones), dropout(ones)))

dropout.eval()
print("training:", dropout.training)
print("values:  ", dropout(ones).unique())
print("two calls alike:", torch.equal(dropout(ones), dropout(ones)))
