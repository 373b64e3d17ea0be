import torch
from attention.examples import load_trained, story_vocabulary
from attention.gallery import BROKEN_LINES, gpt_logits
from attention.text import split_words

model = load_trained("story").double()
text = "In summer the river was low and slow, and the dog slept"
ids = torch.tensor(
    [story_vocabulary.index(word) for word in split_words(text)]
)


def distance(mistake, ids):
    right, wrong = gpt_logits(model, ids), mistake.logits(model, ids)
    changed = (wrong.argmax(dim=-1) != right.argmax(dim=-1)).sum()
    return (wrong - right).abs().amax(dim=-1) / right.std(), changed


print(f"{'':26}most  last  one token  words changed")
with torch.no_grad():
    for mistake in BROKEN_LINES:
        moved, changed = distance(mistake, ids)
        alone, _ = distance(mistake, ids[:1])
        print(
            f"{mistake.name:26}{moved.max():.2f}  {moved[-1]:.2f}"
            f"  {alone[0]:9.2f}  {changed:13}"
        )
