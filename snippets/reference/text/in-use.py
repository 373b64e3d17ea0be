# pip install attention-verified
import torch
from attention.examples import inputs, sentence, tokens
from attention.text import (
    SPECIAL_TOKENS,
    SkipGram,
    SlidingWindows,
    build_vocabulary,
    decode_words,
    embedding_table,
    encode_words,
    merge_steps,
    nearest,
    noise_distribution,
    skip_gram_loss,
    skip_gram_pairs,
    split_words,
    train_skip_gram,
)
from torch.utils.data import DataLoader

words = split_words(sentence)
vocabulary = build_vocabulary(words)
ids = torch.tensor(encode_words(sentence, vocabulary))
print(SPECIAL_TOKENS, len(vocabulary))
print(words, decode_words(ids, vocabulary))
print(merge_steps(b"one", {b"o": 0, b"n": 1, b"e": 2, b"on": 3}))

table = embedding_table(vocabulary, tokens, inputs)  # zeros for the others
print(table[ids].shape)
print(nearest(inputs, inputs[1], k=2, exclude=[1]))

centres, contexts = skip_gram_pairs(ids, window=2)
noise = noise_distribution(ids, num_words=9)
drawn = torch.multinomial(noise.expand(len(centres), -1), 5)
pairs = table[centres], table[contexts], table[drawn]
print(skip_gram_loss(*pairs).shape)
print(train_skip_gram(SkipGram(9, width=4), ids, steps=3).shape)

print(SlidingWindows(ids, length=4, stride=2)[0])
loader = DataLoader(SlidingWindows(ids, length=4, stride=2), batch_size=2)
print([tuple(part.shape) for part in next(iter(loader))])
