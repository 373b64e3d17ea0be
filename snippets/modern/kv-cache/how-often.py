n = 1024
print(f"answer: {n * (n + 1) // 2}")

print(f"each token once, as with a cache: {n}")
print(f"the whole context at each step: {n * n}")
print(f"the last token left out: {n * (n - 1) // 2}")
