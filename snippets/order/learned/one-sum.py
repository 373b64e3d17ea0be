from attention import inputs, position_table

for word, place in zip(inputs[1], position_table[1], strict=True):
    print(f"{word:.2f} + {place:.2f} = {word + place:.2f}")
print(inputs[1] + position_table[1])
