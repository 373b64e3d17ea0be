# pip install attention-verified
from attention import grouped_costs
from attention.distributed import (
    SHAPES,
    WAYS,
    Memory,
    Shape,
    bytes_kept,
    bytes_sent,
    cache_bytes,
    step_operations,
)

small = Shape(
    *(4, 64, 4, 2, 16, 16),  # blocks, features, heads, groups, their widths
    attention=grouped_costs(64, 4, 2, 16),
    feed_forward=3 * 64 * 192,
    vocab=1000,
    looked_up=1000,
)
for way in WAYS[:5]:
    kept = bytes_kept(small, way, ranks=4, tokens=128)
    assert isinstance(kept, Memory)
    print(f"{way:7} {kept.total:10,.0f} bytes kept", end=", ")
    print(f"{bytes_sent(small, way, ranks=4, tokens=128):9,.0f} sent")
print(f"{step_operations(small, tokens=128):,.0f} operations")
print(
    f"{cache_bytes(SHAPES['GPT-2'], tokens=1):,} bytes of a token's cache"
)
