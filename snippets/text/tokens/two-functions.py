import torch
from attention import (
    build_vocabulary,
    decode_words,
    encode_words,
    sentence,
    split_words,
)

vocabulary = build_vocabulary(split_words(sentence))
ids = torch.tensor(encode_words(sentence, vocabulary))

print(ids)
print(ids.shape, ids.dtype)
print(decode_words(ids, vocabulary))
