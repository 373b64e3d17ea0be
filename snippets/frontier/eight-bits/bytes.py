for name, numbers in (
    ("128 × 128", 128 * 128),
    ("1 × 128", 128),
    ("1 × 16", 16),
):
    print(f"{name:9} {1 + 4 / numbers:.4f} bytes a number")
