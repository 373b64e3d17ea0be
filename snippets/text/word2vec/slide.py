words = ["and", "rang", "the", "bell"]
window = 2

for i, centre in enumerate(words):
    for j in range(max(0, i - window), min(len(words), i + window + 1)):
        if j != i:
            print(f"{centre} -> {words[j]}")
