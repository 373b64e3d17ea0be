import torch
from attention import split_words, story, story_ids, story_vocabulary

words = split_words(story)
vocabulary = sorted(set(words))
ids = torch.tensor([vocabulary.index(word) for word in words])

print(vocabulary[:8])
print(words[:8])
print(ids[:8])
print("shape:", ids.shape)
print(torch.equal(ids, story_ids), tuple(vocabulary) == story_vocabulary)
