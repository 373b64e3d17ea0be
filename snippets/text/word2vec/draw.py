import torch
from attention import (
    draw_words,
    noise_distribution,
    story_ids,
    story_vocabulary,
)

generator = torch.Generator().manual_seed(3)
noise = noise_distribution(story_ids, len(story_vocabulary))
for row in draw_words(noise, (3, 5), generator):
    print(*(story_vocabulary[i] for i in row))
