spellings = ["step", "step.", "Step"]

print(spellings[0] == spellings[1], spellings[0] == spellings[2])
print("different tokens:", len(set(spellings)))
