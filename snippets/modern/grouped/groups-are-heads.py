from attention import Attention, MultiHeadAttention
from attention.examples import inputs

multi = MultiHeadAttention(3, 8, 6, 0.0, num_heads=4)
for num_kv_groups in (1, 2, 4):
    layer = Attention(3, 8, 6, 0.0, 4, num_kv_groups=num_kv_groups)
    count = sum(p.numel() for p in layer.parameters())
    print(f"groups: {num_kv_groups}, parameters: {count}")

layer.load_state_dict(multi.state_dict())
same = layer(inputs) == multi(inputs)
print(f"{same.sum()} of {same.numel()} numbers equal")
