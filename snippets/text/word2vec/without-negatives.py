import torch
import torch.nn.functional as F
from attention.examples import story_ids, story_vocabulary
from attention.text import SkipGram, nearest, train_skip_gram

pairs = ["ada mira", "apples pears", "north south"]
pairs += ["morning evening", "red blue", "summer winter"]

for k in (5, 0):
    generator = torch.Generator().manual_seed(3)
    model = SkipGram(126, 16, generator=generator).double()
    settings = {"steps": 300, "num_negatives": k, "generator": generator}
    losses = train_skip_gram(model, story_ids, **settings)
    vectors = model.centres.detach()
    directions = F.normalize(vectors, dim=-1)
    cosines = (directions @ directions.T)[~torch.eye(126, dtype=torch.bool)]
    found = 0
    for pair in pairs:
        a, b = (story_vocabulary.index(word) for word in pair.split())
        of_a = nearest(vectors, vectors[a], k=3, exclude=[a])
        of_b = nearest(vectors, vectors[b], k=3, exclude=[b])
        found += b in of_a and a in of_b
    print(f"{k} negatives: last loss {losses[-1]:.2f},", end=" ")
    print(f"cosines from {cosines.min():.2f}, mean {cosines.mean():.2f}")
    print(f"    {found} of {len(pairs)} pairs found")
