import torch
from attention.examples import sentence
from attention.text import build_vocabulary, split_words

words = split_words(sentence)
vocabulary = build_vocabulary(words)
token_of = {number: token for token, number in vocabulary.items()}

ids = [vocabulary[token] for token in ["<bos>", *words, "<eos>"]]
print(ids)
print(" ".join(token_of[i] for i in ids))
print(torch.tensor(ids).shape, torch.tensor(ids).dtype)
