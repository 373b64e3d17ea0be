# pip install attention-verified
import torch
from attention import CausalAttention
from attention.examples import inputs

if torch.accelerator.is_available():  # CUDA, a Mac's GPU, and others
    device = torch.accelerator.current_accelerator()
else:
    device = torch.device("cpu")

torch.manual_seed(123)
layer = CausalAttention(3, 2, context_length=6, dropout=0.0)  # on the CPU
layer.to(device)  # changes the layer
x = inputs.to(device)  # returns a tensor; inputs stay where they are
print(layer(x).detach().cpu())
