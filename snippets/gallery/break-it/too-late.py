import torch
from attention.examples import load_trained, story_vocabulary
from attention.gallery import BrokenLine, gpt_logits
from attention.text import split_words

model = load_trained("story").double()
text = "In summer the river was low and slow, and the dog slept"
ids = torch.tensor(
    [story_vocabulary.index(word) for word in split_words(text)]
)
late = BrokenLine("A mask that begins too late", "triu(1)", "triu(2)")
with torch.no_grad():
    for tokens in (ids, ids[:1]):
        right, wrong = gpt_logits(model, tokens), late.logits(model, tokens)
        moved = (wrong - right).abs().amax(dim=-1) / right.std()
        print(*(f"{each:.2f}" for each in moved))
        changed = wrong.argmax(dim=-1) != right.argmax(dim=-1)
        print([story_vocabulary[i] for i in right.argmax(dim=-1)[changed]])
