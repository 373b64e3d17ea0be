import torch
from attention.examples import load_trained, story_vocabulary
from attention.gallery import BROKEN_LINES, gpt_logits
from attention.text import split_words

model = load_trained("story").double()
text = "In summer the river was low and slow, and the dog slept"
ids = torch.tensor(
    [story_vocabulary.index(word) for word in split_words(text)]
)


def close(right, wrong):
    return torch.allclose(right, wrong, rtol=0, atol=1e-6)


tests = {
    "the shape": lambda r, w: r.shape == w.shape,
    "one token": lambda r, w: close(*(f(model, ids[:1]) for f in both)),
    "the last position": lambda r, w: close(r[-1], w[-1]),
    "the most probable words": lambda r, w: r.argmax(-1).equal(
        w.argmax(-1)
    ),
    "all logits": close,
}
passed = dict.fromkeys(tests, 0)
with torch.no_grad():
    for mistake in BROKEN_LINES:
        both = gpt_logits, mistake.logits
        results = [function(model, ids) for function in both]
        for name, test in tests.items():
            passed[name] += test(*results)
for name, count in passed.items():
    print(f"{name:24}{count:3} of {len(BROKEN_LINES)} mistakes pass")
