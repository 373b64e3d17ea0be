from attention import inputs, position_table

print(position_table[:6])
print("row of position 1:", position_table[1])
for word, position in zip(inputs[1], position_table[1], strict=True):
    print(f"{word:.2f} + {position:.2f} = {word + position:.2f}")
