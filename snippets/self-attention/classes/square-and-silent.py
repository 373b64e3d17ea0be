import torch
from attention import SelfAttentionV1, SelfAttentionV2, inputs

torch.manual_seed(123)
v1, v2 = SelfAttentionV1(3, 3), SelfAttentionV2(3, 3)  # d_out equals d_in
names = ("W_query", "W_key", "W_value")

v2.load_state_dict({f"{name}.weight": getattr(v1, name) for name in names})
print("as it is:  ", v2(inputs)[0].detach())
v2.load_state_dict(
    {f"{name}.weight": getattr(v1, name).T for name in names}
)
print("transposed:", v2(inputs)[0].detach())
print("V1:        ", v1(inputs)[0].detach())
