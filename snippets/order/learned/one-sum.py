from attention import inputs, position_table

print(position_table[:6])
print("row of position 1:", position_table[1])
for word, place in zip(inputs[1], position_table[1], strict=True):
    print(f"{word:.2f} + {place:.2f} = {word + place:.2f}")
