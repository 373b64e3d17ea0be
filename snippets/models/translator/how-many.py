from attention.examples import held_out_phrases

objects = (4, 4, 8, 8, 8, 8)
print("answer:", len(held_out_phrases))

print("one number, or no negation:", 2 * sum(objects))
print("8 objects for each verb:", 2 * 2 * 6 * 8)
