from attention import CausalAttention
from attention.examples import inputs

layer = CausalAttention(3, 2, context_length=6, dropout=0.0)
x = inputs.clone()

layer.to("meta")
x.to("meta")

print("layer moved:", layer.W_query.weight.is_meta)
print("x moved:    ", x.is_meta)
