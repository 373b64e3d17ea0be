alpha, cost = 0.8, 0.05  # a draft takes a twentieth of a pass
for drafts in (1, 3, 5, 7, 9, 20):
    words = (1 - alpha ** (drafts + 1)) / (1 - alpha)
    faster = words / (1 + cost * drafts)
    print(f"{drafts:2} drafts: {words:.2f} words, {faster:.2f} times")
