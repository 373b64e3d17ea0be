import tiktoken
import torch
from attention import build_vocabulary, encode_words, sentence, split_words

words = split_words(sentence)
vocabulary = build_vocabulary(words)
print("words", len(words))
print("vocabulary", len(vocabulary))
print("word ids", torch.tensor(encode_words(sentence, vocabulary)).shape)

encoding = tiktoken.get_encoding("gpt2")
print("GPT-2's vocabulary", encoding.n_vocab)
print("GPT-2 ids", torch.tensor(encoding.encode(sentence)).shape)
