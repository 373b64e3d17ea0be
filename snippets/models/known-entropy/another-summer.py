import torch
from attention.examples import load_trained, story, story_vocabulary
from attention.text import split_words

model = load_trained("story")
for beginning in (
    "In summer the river was",
    "In summer the river was high",
):
    words = split_words(beginning)
    ids = torch.tensor([[story_vocabulary.index(word) for word in words]])
    written = model.generate(ids, 9)[0, len(words) :]
    print(beginning, "...", *(story_vocabulary[i] for i in written))
print("and wild, and the dog slept by the fire" in story)
