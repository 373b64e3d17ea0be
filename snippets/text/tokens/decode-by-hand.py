from attention import build_vocabulary, sentence, split_words

vocabulary = build_vocabulary(split_words(sentence))
token_of = {number: token for token, number in vocabulary.items()}

decoded = " ".join(token_of[i] for i in [1, 8, 3, 5, 7, 4, 6, 2])
print(decoded)
print("as it was:", decoded == sentence)
