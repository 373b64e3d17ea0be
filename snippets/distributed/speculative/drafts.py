import torch
from attention.distributed import draft_outcomes

torch.manual_seed(0)
words = ["one", "step", "word"]
p = torch.tensor([0.5, 0.3, 0.2])  # the model's probabilities
q = torch.tensor([0.2, 0.3, 0.5])  # the draft's
print("p", *(f"{n:.2f}" for n in p))
print("q", *(f"{n:.2f}" for n in q))
written = torch.zeros(3)
for _ in range(40):
    draft = torch.multinomial(q, 1)
    kept, last = draft_outcomes(p.repeat(2, 1), q[None], draft)
    number = torch.rand(1)
    word = draft if number < kept else torch.multinomial(last[0], 1)
    written[word] += 1
    what = "kept" if number < kept else "replaced"
    print(f"{words[draft]:5}{number.item():.3f}", what, words[word])
