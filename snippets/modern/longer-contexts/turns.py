import math

from attention import rotary_frequencies

omega = rotary_frequencies(128)
turns = 2048 * omega / (2 * math.pi)  # in the longest training text
for pair in (0, 16, 32, 45, 46, 63):
    print(f"pair {pair:2}: {turns[pair]:8.3f} turns")
print((turns < 1).sum().item(), "of 64 do not complete a turn")
