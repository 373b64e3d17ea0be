from math import comb

print(f" 2 of   8 experts: {comb(8, 2):>19,}")
print(f" 8 of  64 experts: {comb(64, 8):>19,}")
print(f" 8 of 256 experts: {comb(256, 8):>19,}")
