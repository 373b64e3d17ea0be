from attention import build_vocabulary, sentence, split_words

words = split_words(sentence)
vocabulary = build_vocabulary(words)

ids = []
for token in ["<bos>", *words, "<eos>"]:
    ids.append(vocabulary[token])
    print(f"{token:8}", vocabulary[token])
print(ids)
