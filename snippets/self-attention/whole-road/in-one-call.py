from attention import W_K, W_Q, W_V, SelfAttentionV2, inputs, position_table

head = SelfAttentionV2(d_in=3, d_out=2)
head.load_state_dict(
    {"W_query.weight": W_Q, "W_key.weight": W_K, "W_value.weight": W_V}
)

print(head(inputs + position_table[:6]).detach())
