import torch
from attention import SkipGram, nearest, story_vocabulary

generator = torch.Generator().manual_seed(3)
model = SkipGram(len(story_vocabulary), 16, generator=generator).double()
vectors = model.centres.detach()

for word in ("ada", "apples", "north", "morning", "red", "summer"):
    i = story_vocabulary.index(word)
    rows = nearest(vectors, vectors[i], k=3, exclude=[i])
    print(f"{word:8}", *(story_vocabulary[row] for row in rows))
