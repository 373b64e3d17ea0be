import torch
from attention.examples import story_ids, story_vocabulary
from attention.text import SkipGram, nearest, train_skip_gram

generator = torch.Generator().manual_seed(3)
model = SkipGram(len(story_vocabulary), 16, generator=generator).double()
for when in ("before", "after"):
    if when == "after":
        train_skip_gram(model, story_ids, steps=300, generator=generator)
    vectors = model.centres.detach()
    for word in ("ada", "apples", "north", "morning", "red", "summer"):
        i = story_vocabulary.index(word)
        rows = nearest(vectors, vectors[i], k=3, exclude=[i])
        print(f"{when:6} {word:8}", *(story_vocabulary[j] for j in rows))
