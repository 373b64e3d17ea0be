import torch
from attention.examples import load_trained, story_ids

model = load_trained("story")
ids = story_ids[:8]
with torch.no_grad():
    while len(ids) < len(story_ids):
        logits = model(ids[-24:])[-1]  # it reads at most 24 words
        ids = torch.cat([ids, logits.argmax()[None]])
print((ids == story_ids).sum().item(), "of", len(story_ids))
