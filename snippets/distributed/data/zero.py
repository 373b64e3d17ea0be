billions, ranks = 7.5, 64
print(f"{billions} billion weights on {ranks} ranks")
for stage in range(4):
    weights = 2 * billions / (ranks if stage >= 3 else 1)  # bfloat16
    gradients = 2 * billions / (ranks if stage >= 2 else 1)
    adam = (
        12 * billions / (ranks if stage >= 1 else 1)
    )  # three times float32
    total = weights + gradients + adam
    print(
        f"stage {stage}: {weights:5.2f} + {gradients:5.2f} + {adam:5.2f}",
        end="",
    )
    print(f" = {total:6.2f} GB")
