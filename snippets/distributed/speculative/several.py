import itertools

import torch
from attention.distributed import draft_outcomes

torch.manual_seed(0)
# Row w: what follows word w. The last row begins a text.
P, Q = (torch.rand(2, 4, 3).double() * 4).softmax(dim=-1)


def one_pass(last, num_drafts):
    """What a pass can write after a word, with each probability."""
    for drafts in itertools.product(range(3), repeat=num_drafts):
        before, words = torch.tensor([last, *drafts]), torch.tensor(drafts)
        p, q = P[before], Q[before[:-1]]
        kept, ends = draft_outcomes(p, q, words)
        odds = q.gather(1, words[:, None]).prod()  # of these drafts
        for count in range(num_drafts + 1):
            refused = 1 - kept[count] if count < num_drafts else 1
            for word, end in enumerate(ends[count]):
                chance = odds * kept[:count].prod() * refused * end
                yield (*drafts[:count], word), chance.item()


for num_drafts in (1, 2, 3):
    passes = [list(one_pass(last, num_drafts)) for last in range(4)]
    found, texts = {}, {(3,): 1.0}
    while texts:
        longer = {}
        for text, before in texts.items():
            for words, chance in passes[text[-1]]:
                new = (text + words)[:5]  # four words after the beginning
                into = longer if len(new) < 5 else found
                into[new] = into.get(new, 0) + before * chance
        texts = longer
    off = max(
        abs(chance - P[list(text[:-1]), list(text[1:])].prod().item())
        for text, chance in found.items()
    )
    close = "below" if off < 1e-15 else "above"
    print(f"{num_drafts} drafts: {len(found)} texts, off {close} 1e-15")
