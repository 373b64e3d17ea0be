import torch
from attention.examples import story_ids, story_vocabulary
from attention.text import SkipGram, train_skip_gram

generator = torch.Generator().manual_seed(3)
model = SkipGram(len(story_vocabulary), 16, generator=generator).double()
losses = train_skip_gram(model, story_ids, steps=300, generator=generator)

print("losses:", losses.shape)
print(f"first: {losses[0]:.4f}")
for chunk in losses.split(50):
    print(f"mean of fifty: {chunk.mean():.2f}")
