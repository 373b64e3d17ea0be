import torch
from attention import (
    SkipGram,
    nearest,
    story_ids,
    story_vocabulary,
    train_skip_gram,
)

generator = torch.Generator().manual_seed(3)
model = SkipGram(len(story_vocabulary), 16, generator=generator).double()
train_skip_gram(model, story_ids, steps=300, generator=generator)
vectors = model.centres.detach()

for question in ("apples ada mira", "apples mira ada", "apples dog bell"):
    start, minus, plus = rows = [
        story_vocabulary.index(word) for word in question.split()
    ]
    target = vectors[start] - vectors[minus] + vectors[plus]
    (answer,) = nearest(vectors, target, k=1, exclude=rows)
    print(
        "{} - {} + {}:".format(*question.split()), story_vocabulary[answer]
    )
