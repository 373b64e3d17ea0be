import torch
from attention import SkipGram, story_vocabulary

generator = torch.Generator().manual_seed(3)
model = SkipGram(len(story_vocabulary), 16, generator=generator)

for name, table in model.named_parameters():
    largest = table.abs().max().item()
    print(f"{name:8} {tuple(table.shape)}  none beyond {largest:.4f}")
