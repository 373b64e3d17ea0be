from attention import (
    SelfAttentionV2,
    W_key,
    W_query,
    W_value,
    inputs,
    position_table,
)

names = ("W_query.weight", "W_key.weight", "W_value.weight")
matrices = (W_query, W_key, W_value)
head = SelfAttentionV2(d_in=3, d_out=2)
head.load_state_dict(dict(zip(names, matrices, strict=True)))

Z = head(inputs + position_table[:6])
print(Z.detach()[0])
