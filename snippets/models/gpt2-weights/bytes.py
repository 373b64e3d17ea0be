parameters = 124_439_808
print(f"{4 * parameters:,}")
masks = 12 * 1024**2
print(f"{548_105_171 - 4 * (parameters + masks):,}")
