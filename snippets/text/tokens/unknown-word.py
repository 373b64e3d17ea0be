from attention.examples import sentence
from attention.text import build_vocabulary, encode_words, split_words

vocabulary = build_vocabulary(split_words(sentence))
text = "Your path starts with one step."

encode_words(text, vocabulary)  # raises KeyError: "text must use words
