from attention import inputs, position_table

word, place, table = inputs[3, 0], position_table[3, 0], position_table
print(f"answer: {word + place:.4f}")

print(f"places counted from one: {word + table[4, 0]:.4f}")
print(f"the row of its id, not of its place: {word + table[7, 0]:.4f}")
print(f"the word without its place: {word:.4f}")
print(f"the place without its word: {place:.4f}")
print(f"multiplied, not added: {word * place:.4f}")
