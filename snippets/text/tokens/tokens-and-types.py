from attention import split_words

words = split_words("One step, then one step, then a journey.")

print(len(words), "tokens:", words)
print(len(set(words)), "of them different:", sorted(set(words)))
