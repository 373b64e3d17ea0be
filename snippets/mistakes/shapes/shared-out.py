from attention import MultiHeadAttention, MultiHeadAttentionWrapper
from attention.examples import inputs
from torch import nn

width, heads = 4, 2
after = nn.Linear(width, 3)

attend = MultiHeadAttentionWrapper(3, width // heads, 6, 0.0, heads)
print(attend(inputs).shape, after(attend(inputs)).shape)

attend = MultiHeadAttention(3, width, 6, 0.0, heads)
print(attend(inputs).shape, after(attend(inputs)).shape)
