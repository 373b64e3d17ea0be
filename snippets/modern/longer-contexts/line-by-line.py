import math

from attention import llama3_frequencies, rotary_frequencies

omega = rotary_frequencies(128, base=500_000.0)
turns = 8192 * omega / (2 * math.pi)
kept = ((turns - 1) / (4 - 1)).clamp(0, 1)  # 4 turns or more: 1
scaled = kept * omega + (1 - kept) * omega / 8
print((scaled / omega)[::8].float())
print((llama3_frequencies(omega) / omega)[::8].float())
