from attention.distributed import SHAPES, bytes_kept, cache_bytes

MEMORY, tokens, texts = 80e9, 8192, 32
for name in ("GPT-2", "Llama 3 70B", "DeepSeek-V3"):
    shape = SHAPES[name]
    length = min(tokens, 1024) if name == "GPT-2" else tokens
    cache = texts * cache_bytes(shape, length)
    for ranks in (1, 2, 4, 8, 16, 32):
        way = "data" if ranks == 1 else "tensor"
        weights = bytes_kept(shape, way, ranks, length).weights
        # latent vectors belong to no head, so each rank has all of them
        each = cache if shape.compressed else cache / ranks
        if weights + each <= MEMORY:
            break
    print(
        f"{name:11} {ranks:2} GPUs: {weights / 1e9:5.1f} GB of weights",
        end="",
    )
    print(
        f" and {each / 1e9:4.1f} of {cache / 1e9:4.1f} GB of cache on each"
    )
