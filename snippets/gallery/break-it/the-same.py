import torch
from attention.examples import load_trained, story_ids
from attention.gallery import gpt_logits

model = load_trained("story").double()
with torch.no_grad():
    ids = story_ids[:24]
    difference = (gpt_logits(model, ids) - model(ids)).abs().max()
print(f"largest difference below 1e-12: {difference < 1e-12}")
