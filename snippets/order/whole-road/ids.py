# pip install attention-verified
from attention import build_vocabulary, encode_words, sentence, split_words

words = split_words(sentence)
vocabulary = build_vocabulary(words)
ids = encode_words(sentence, vocabulary)

print(words)
print(ids)
print(ids[1:-1])  # without begin and end
