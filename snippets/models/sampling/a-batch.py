from functools import partial

import torch
from attention import generate, sample

words = ["<end>", "the", "river", "was", "wide", "low"]
following = torch.tensor(
    [
        [0.0, 1.0, 0.0, 0.0, 0.0, 0.0],  # after <end>: the next text
        [0.0, 0.0, 1.0, 0.0, 0.0, 0.0],  # after "the"
        [0.3, 0.0, 0.0, 0.7, 0.0, 0.0],  # after "river"
        [0.0, 0.2, 0.0, 0.0, 0.5, 0.3],  # after "was"
        [1.0, 0.0, 0.0, 0.0, 0.0, 0.0],  # after "wide"
        [1.0, 0.0, 0.0, 0.0, 0.0, 0.0],  # after "low"
    ]
)
model = torch.nn.Embedding.from_pretrained(following.log())

for end in (None, 0):
    generator = torch.Generator().manual_seed(123)
    choose = partial(sample, generator=generator)
    texts = generate(model, torch.tensor([[1], [1], [1]]), 7, choose, end)
    for text in texts:
        print(*[words[id] for id in text])
