from attention.examples import inputs, position_table

word, position, table = inputs[3, 0], position_table[3, 0], position_table
print(f"answer: {word + position:.4f}")

print(f"positions counted from one: {word + table[4, 0]:.4f}")
print(f"the row of its id, not of its position: {word + table[7, 0]:.4f}")
print(f"the word without its position: {word:.4f}")
print(f"the position without its word: {position:.4f}")
print(f"multiplied, not added: {word * position:.4f}")
