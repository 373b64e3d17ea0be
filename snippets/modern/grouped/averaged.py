import torch
from attention import to_grouped
from attention.examples import load_trained, story_ids

windows = story_ids.unfold(0, 25, 1)
ids, targets = windows[:, :-1], windows[:, 1:]


@torch.no_grad()
def right(model):
    found = model(ids).argmax(dim=-1) == targets
    return found[:, 12:].sum().item()  # of the second half of each text


model = load_trained("story")
block = model.blocks[0]
print("words to predict:", targets[:, 12:].numel())
print("two heads, as trained:", right(model))
block.attention = to_grouped(block.attention, num_kv_groups=1)
print("averaged into one group:", right(model))
