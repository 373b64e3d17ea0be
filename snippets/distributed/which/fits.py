from attention.distributed import (
    SHAPES,
    bytes_kept,
    bytes_sent,
    step_operations,
)

MEMORY, SPEED, PEAK = (
    80e9,
    50e9,
    989e12,
)  # an H100, 400 Gb/s between machines
print(f"GPUs of {MEMORY / 1e9:.0f} GB, {SPEED / 1e9:.0f} GB/s between them")
for name, tokens in (
    *(("GPT-2", 1024), ("Llama 3 70B", 8192), ("DeepSeek-V3", 8192)),
):
    shape = SHAPES[name]
    computing = step_operations(shape, tokens) / PEAK
    for way in ("data", "zero-3"):
        for ranks in (2**power for power in range(11)):
            keeps = bytes_kept(shape, way, ranks, tokens).total
            if keeps <= MEMORY:
                print(f"{name}, {way}: fits on {ranks}", end=", ")
                break
        else:
            print(f"{name}, {way}: fits on none", end=", ")
        sending = bytes_sent(shape, way, 1024, tokens) / SPEED
        print(f"{keeps / 1e9:,.1f} GB on each;", end=" ")
        print(f"on 1,024, {sending / computing:.1f} x the computing")
