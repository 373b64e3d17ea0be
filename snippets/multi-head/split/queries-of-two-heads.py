# pip install attention-verified
import torch
from attention import MultiHeadAttentionWrapper, inputs

torch.manual_seed(123)
first, second = MultiHeadAttentionWrapper(3, 2, 6, 0.0, 2).heads

queries = [first.W_query(inputs), second.W_query(inputs)]
print(torch.cat(queries, dim=-1).detach())
