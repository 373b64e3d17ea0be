from attention import (
    CrossAttention,
    DecoderBlock,
    FeedForward,
    MultiHeadAttention,
    TransformerBlock,
)


def count(block):
    return f"{sum(p.numel() for p in block.parameters()):,}"


d = 512
causal = MultiHeadAttention(d, d, 8, 0.0, 8, qkv_bias=True)
cross = CrossAttention(d, d, 0.0, 8, qkv_bias=True)
feed_forward = FeedForward(d, 4 * d)
print(count(TransformerBlock(d, causal, feed_forward)))
print(count(DecoderBlock(d, causal, cross, feed_forward)))
print(f"{4 * d * d + 4 * d:,} + {2 * d:,} = {4 * d * d + 6 * d:,} more")
