from attention import DeepSeek
from attention.loaders import shapes_only

with shapes_only():
    model = DeepSeek(
        vocab_size=129280,
        context_length=4096,
        d_model=7168,
        num_layers=2,  # of 61: the first 3 are dense, 58 have experts
        num_dense=1,
        num_heads=128,
        head_dim=128,
        rotary_dim=64,
        latent_dim=512,
        query_dim=1536,
        d_hidden=18432,
        d_expert=2048,
        num_experts=256,
        top_k=8,
        num_groups=8,
        top_groups=4,
    )


def count(part):
    return sum(p.numel() for p in part.parameters())


dense, sparse = model.blocks
ends = count(model) - count(dense) - count(sparse)
total = ends + 3 * count(dense) + 58 * count(sparse)
idle = 58 * (256 - 8) * count(sparse.feed_forward.experts[0])
print(f"{count(dense):>15,} in a dense block")
print(f"{count(sparse):>15,} in a block with experts")
for name, numbers in {
    "in all": total,
    "that a token uses": total - idle,
    "without the embeddings": total - idle - count(model.tok_emb),
}.items():
    print(f"{numbers:>15,} {name}: {numbers / 1e9:.1f} billion")
