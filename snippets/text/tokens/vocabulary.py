from attention import SPECIAL_TOKENS, sentence, split_words

words = split_words(sentence)

vocabulary = {}
for token in [*SPECIAL_TOKENS, *sorted(set(words))]:
    vocabulary[token] = len(vocabulary)  # the next free number
    print(vocabulary[token], token)
