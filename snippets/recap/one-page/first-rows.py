import torch
from attention import (
    CausalAttention,
    CrossAttention,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    SelfAttentionV1,
    SelfAttentionV2,
)
from attention.examples import inputs, target_inputs


def show(name, make, *sequences):
    torch.manual_seed(123)
    print(f"{name:12}", make()(*sequences)[0].detach())


show("V1", lambda: SelfAttentionV1(3, 2), inputs)
show("V2", lambda: SelfAttentionV2(3, 2), inputs)
show("causal", lambda: CausalAttention(3, 2, 6, 0.0), inputs)
show("wrapper", lambda: MultiHeadAttentionWrapper(3, 2, 6, 0.0, 2), inputs)
show("multi-head", lambda: MultiHeadAttention(3, 2, 6, 0.0, 2), inputs)
show("cross", lambda: CrossAttention(3, 2, 0.0, 2), target_inputs, inputs)
