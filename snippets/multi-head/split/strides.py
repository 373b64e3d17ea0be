import torch
from attention import MultiHeadAttention
from attention.examples import inputs

torch.manual_seed(123)
layer = MultiHeadAttention(3, 4, 6, 0.0, num_heads=2)
queries = layer.W_query(inputs)
pieces = queries.view(6, 2, 2)
Q = pieces.transpose(0, 1)

for name, x in [("queries", queries), ("pieces", pieces), ("Q", Q)]:
    same_memory = x.data_ptr() == queries.data_ptr()
    print(f"{name:7} {tuple(x.shape)!s:9} {x.stride()!s:9}", end=" ")
    print("same memory:", same_memory, " contiguous:", x.is_contiguous())
