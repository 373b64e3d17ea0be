import torch

pixels = torch.arange(16).view(4, 4)
windows = pixels.view(2, 2, 2, 2).transpose(1, 2).reshape(4, 4)  # one a row
print(windows[0])
print(windows.view(2, 2, 2, 2).reshape(4, 4))
print(windows.view(2, 2, 2, 2).transpose(1, 2).reshape(4, 4))
