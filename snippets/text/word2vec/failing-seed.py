import torch
from attention.examples import story_ids, story_vocabulary
from attention.text import SkipGram, nearest, train_skip_gram

generator = torch.Generator().manual_seed(1)
model = SkipGram(len(story_vocabulary), 16, generator=generator).double()
for steps in (300, 100):
    train_skip_gram(model, story_ids, steps=steps, generator=generator)
    vectors = model.centres.detach()
    for word in ("summer", "winter"):
        i = story_vocabulary.index(word)
        rows = nearest(vectors, vectors[i], k=5, exclude=[i])
        print(f"{word}:", *(story_vocabulary[row] for row in rows))
