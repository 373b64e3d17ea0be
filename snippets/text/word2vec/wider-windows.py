import torch
from attention.examples import story_ids, story_vocabulary
from attention.text import SkipGram, nearest, train_skip_gram

pairs = ["summer winter", "apples pears", "apples basket", "dog little"]
for window in (1, 8):
    found = dict.fromkeys(pairs, 0)
    for seed in range(5):
        generator = torch.Generator().manual_seed(seed)
        model = SkipGram(126, 16, generator=generator).double()
        settings = {"steps": 300, "window": window, "generator": generator}
        train_skip_gram(model, story_ids, **settings)
        vectors = model.centres.detach()
        for pair in pairs:
            a, b = (story_vocabulary.index(word) for word in pair.split())
            found[pair] += b in nearest(vectors, vectors[a], exclude=[a])
    print("window", window, found)
