from attention import (
    SelfAttentionV2,
    W_key,
    W_query,
    W_value,
    inputs,
    position_table,
)

head = SelfAttentionV2(d_in=3, d_out=2)
head.load_state_dict(
    {
        "W_query.weight": W_query,
        "W_key.weight": W_key,
        "W_value.weight": W_value,
    }
)

print(head(inputs + position_table[:6]).detach())
