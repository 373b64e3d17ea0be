import torch
from attention.examples import inputs, position_table, sentence
from attention.text import (
    build_vocabulary,
    embedding_table,
    encode_words,
    split_words,
)

words = split_words(sentence)
vocabulary = build_vocabulary(words)
ids = torch.tensor(encode_words(sentence, vocabulary)[1:-1])
table = embedding_table(vocabulary, words, inputs)
what, where = table[ids], position_table[:6]

print("ids", tuple(ids.shape))
print("table of words", tuple(table.shape))
print("what", tuple(what.shape))
print("table of places", tuple(position_table.shape))
print("where", tuple(where.shape))
print("X", tuple((what + where).shape))
