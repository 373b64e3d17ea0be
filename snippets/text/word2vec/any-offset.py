import torch
import torch.nn.functional as F
from attention.examples import story_ids, story_vocabulary
from attention.text import SkipGram, train_skip_gram

generator = torch.Generator().manual_seed(3)
model = SkipGram(len(story_vocabulary), 16, generator=generator).double()
train_skip_gram(model, story_ids, steps=300, generator=generator)
vectors = model.centres.detach()

apples, pears = (story_vocabulary.index(w) for w in ("apples", "pears"))
others = [i for i in range(126) if i not in (apples, pears)]
a, b = torch.cartesian_prod(torch.tensor(others), torch.tensor(others)).T
a, b = a[a != b], b[a != b]
targets = vectors[apples] - vectors[a] + vectors[b]
cosines = F.normalize(targets, dim=-1) @ F.normalize(vectors, dim=-1).T
for excluded in (torch.full_like(a, apples), a, b):
    cosines[torch.arange(len(a)), excluded] = -2
share = (cosines.argmax(dim=-1) == pears).double().mean()
print(f"apples - a + b is pears for {share:.2f} of {len(a)} pairs a, b")
