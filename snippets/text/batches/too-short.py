import torch
from attention import window_loader

ids = torch.tensor([1858, 373, 1752, 257])
window_loader(
    ids, batch_size=8, length=4, stride=4
)  # raises ValueError: ids must hold a window
