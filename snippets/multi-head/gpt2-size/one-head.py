d_model, num_heads = 768, 12
head_dim = d_model // num_heads

of_a_head = 3 * d_model * head_dim  # its share of W_query, W_key, W_value
print("width of a head:", head_dim)
print("its three matrices:", f"{of_a_head:,}")
print("twelve heads:", f"{num_heads * of_a_head:,}")
print("with out_proj:", f"{num_heads * of_a_head + 768 * 768 + 768:,}")
