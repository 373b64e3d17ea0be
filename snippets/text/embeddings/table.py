from attention import build_vocabulary, embedding_table, inputs, tokens

vocabulary = build_vocabulary(tokens)
table = embedding_table(vocabulary, tokens, inputs)

for token, i in vocabulary.items():
    print(f"{i} {token:8}", table[i])
print(table.shape)
