layers, shared, groups, width = 35, 15, 2, 256
kinds = ["full" if (i + 1) % 5 == 0 else "local" for i in range(layers)]
own = kinds[: layers - shared]
last = {kind: len(own) - 1 - own[::-1].index(kind) for kind in set(own)}
print(f"{len(own)} layers keep a cache, {shared} read one:")
print(f"local ones that of layer {last['local']},", end=" ")
print(f"full ones that of layer {last['full']}, counted from 0")


def kept(kinds, tokens):
    rows = {"full": tokens, "local": min(tokens, 512)}
    return sum(rows[kind] for kind in kinds) * 2 * groups * width * 2


for tokens in (512, 32_768):
    sizes = (kept(each, tokens) / 2**20 for each in (kinds, own))
    print(f"{tokens:6,} tokens", *(f"{size:6.1f} MiB" for size in sizes))
