from attention import build_vocabulary, sentence, split_words

vocabulary = build_vocabulary(split_words(sentence))
vocabulary["<unk>"] = len(vocabulary)

for text in ["Your peace starts with love.", "Your war starts with hate."]:
    words = split_words(text)
    print([vocabulary.get(word, vocabulary["<unk>"]) for word in words])
