import math

from attention import rotary_frequencies

for base in (500_000.0, 10_000.0):
    angles = 8192 * rotary_frequencies(128, base)
    few = (angles < 2 * math.pi).sum().item()
    print(f"{few} of 64 do not complete a turn, ", end="")
    print(f"the slowest turns by {angles[-1]:.2f}")
