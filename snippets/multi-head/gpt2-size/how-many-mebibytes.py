batch, num_heads, num_tokens = 8, 12, 1024
MiB = 2**20

weights = batch * num_heads * num_tokens**2
print(f"answer: {weights * 4 / MiB:.1f}")

print(f"one sequence, not eight: {weights * 4 / batch / MiB:.1f}")
print(f"one head, not twelve: {weights * 4 / num_heads / MiB:.1f}")
print(f"numbers, not bytes: {weights / MiB:.1f}")
print(f"two bytes each, as in bfloat16: {weights * 2 / MiB:.1f}")
print(f"tokens, not tokens squared: {weights * 4 / num_tokens / MiB:.1f}")
print(f"features, not tokens squared: {8 * 1024 * 768 * 4 / MiB:.1f}")
print(f"in millions of bytes, not MiB: {weights * 4 / 1e6:.1f}")
