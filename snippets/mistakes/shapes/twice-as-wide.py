from attention import MultiHeadAttentionWrapper
from attention.examples import inputs
from torch import nn

attend = MultiHeadAttentionWrapper(3, 4, 6, 0.0, num_heads=2)
after = nn.Linear(4, 3)

print(attend(inputs).shape)
after(attend(inputs))  # raises RuntimeError: mat1 and mat2 shapes cannot
