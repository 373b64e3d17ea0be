import torch
from attention import SelfAttentionV2
from attention.examples import inputs

words = inputs.double().numpy()  # NumPy's usual type
x = torch.from_numpy(words)
print("from NumPy:", x.dtype)
x = x.float()  # before .to(device)
print("converted: ", x.dtype, tuple(SelfAttentionV2(3, 2)(x).shape))
