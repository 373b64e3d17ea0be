from torch import nn

print([heads for heads in range(1, 11) if 10 % heads == 0])
print(nn.MultiheadAttention(10, 5).head_dim)
