import torch

contexts = torch.rand(2, 6, 2)
swapped = contexts.transpose(0, 1)

copied = swapped.contiguous().view(6, 4)
reshaped = swapped.reshape(6, 4)
print(copied.shape, torch.equal(copied, reshaped))
print("a copy:", reshaped.data_ptr() != contexts.data_ptr())
