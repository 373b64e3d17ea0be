from attention import alibi_slopes

paper = [2 ** (-8 * h / 12) for h in range(1, 13)]
for name, slopes in (("formula", paper), ("code", alibi_slopes(12))):
    print(f"{name:8}", " ".join(f"{slope:.3f}" for slope in slopes))
