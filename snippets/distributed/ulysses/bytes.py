from math import lcm

MODELS = {"Llama 3 8B": (32, 8), "Llama 3 70B": (64, 8), "Gemma 2B": (8, 1)}
for name, (heads, groups) in MODELS.items():
    print(f"{name}, {heads} heads, {groups} groups: ring / Ulysses", end="")
    for ranks in (2, 4, 8, 16, 32):
        if heads % ranks == 0:
            ring = (ranks - 1) * 2 * groups
            copied = lcm(groups, ranks)  # so that the ranks divide them
            ulysses = (ranks - 1) / ranks * (2 * heads + 2 * copied)
            print(f", {ranks}: {ring / ulysses:.2f}", end="")
    print()
