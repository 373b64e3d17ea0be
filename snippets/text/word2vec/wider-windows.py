import torch
from attention import (
    SkipGram,
    nearest,
    story_ids,
    story_vocabulary,
    train_skip_gram,
)

for window in (1, 2, 4, 8):
    generator = torch.Generator().manual_seed(3)
    model = SkipGram(126, 16, generator=generator).double()
    train_skip_gram(
        model, story_ids, steps=300, window=window, generator=generator
    )
    vectors = model.centres.detach()
    print("window", window)
    for word in ("apples", "summer", "dog"):
        i = story_vocabulary.index(word)
        rows = nearest(vectors, vectors[i], k=3, exclude=[i])
        print(f"  {word:7}", *(story_vocabulary[row] for row in rows))
