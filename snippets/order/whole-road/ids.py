import torch
from attention.examples import inputs, position_table, sentence, tokens
from attention.text import (
    build_vocabulary,
    embedding_table,
    encode_words,
    split_words,
)

vocabulary = build_vocabulary(split_words(sentence))
ids = encode_words(sentence, vocabulary)[1:-1]  # without begin and end
print(ids)

table = embedding_table(vocabulary, tokens, inputs)  # (9, 3)
X = table[torch.tensor(ids)] + position_table[: len(ids)]
print(X)
