heads, head_dim, latent_dim, rotary_dim = 128, 128, 512, 64

restore = heads * latent_dim * (head_dim + head_dim)
explicit = heads * (head_dim + rotary_dim + head_dim)
absorbed = heads * (latent_dim + rotary_dim + latent_dim)
print(f"restore one key and value: {restore:>10,}")
print(f"explicit, query and key:   {explicit:>10,}")
print(f"absorbed, query and key:   {absorbed:>10,}")
