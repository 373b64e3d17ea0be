import torch
from attention import CrossAttention
from attention.examples import inputs, target_inputs

torch.manual_seed(123)
layer = CrossAttention(4, 4, 0.0, num_heads=2, qkv_bias=True, d_source=3)
theirs = torch.nn.MultiheadAttention(4, 2, kdim=3, vdim=3)
parts = (layer.W_query, layer.W_key, layer.W_value)
with torch.no_grad():
    theirs.q_proj_weight.copy_(layer.W_query.weight)
    theirs.k_proj_weight.copy_(layer.W_key.weight)
    theirs.v_proj_weight.copy_(layer.W_value.weight)
    theirs.in_proj_bias.copy_(torch.cat([part.bias for part in parts]))
    theirs.out_proj.load_state_dict(layer.out_proj.state_dict())

x_query = torch.cat([target_inputs, torch.ones(4, 1)], dim=-1)
output, _ = theirs(x_query, inputs, inputs)
print(x_query.shape, inputs.shape, output.shape)
print(layer(x_query, inputs)[0].detach())
print(output[0].detach())
