import torch
from attention.examples import story, story_ids
from attention.text import SkipGram, split_words

words = split_words(story)
vectors = SkipGram(126, 16).centres[story_ids]  # a row for each word

print("vectors:", vectors.shape)
first, second = [i for i, word in enumerate(words) if word == "bank"][:2]
for i in (first, second):
    print(" ".join(words[i - 3 : i + 2]))
print("same vector:", torch.equal(vectors[first], vectors[second]))
