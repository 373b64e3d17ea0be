import torch
from attention import GPT, MultiToken, multi_token_loss

torch.manual_seed(123)
torch.set_num_threads(1)
odds = torch.full((11, 3), 1 / 3)  # three words may follow
odds[:5] = torch.tensor([0.8, 0.1, 0.1])  # words 0 to 4: one favourite


def write(num_texts):
    ids = torch.randint(11, (num_texts, 1))
    while ids.shape[1] < 12:
        last = ids[:, -1:]
        step = torch.multinomial(odds[last[:, 0]], 1)
        ids = torch.cat([ids, (3 * last + step + 1) % 11], dim=1)
    return ids


both = MultiToken(GPT(11, 12, 16, num_layers=1, num_heads=2))
optimizer = torch.optim.AdamW(both.parameters(), lr=1e-2)
for ids in write(80 * 32).split(32):
    optimizer.zero_grad()
    logits, later = both(ids)
    multi_token_loss(logits, later, ids).backward()
    optimizer.step()

ids = write(200)
with torch.no_grad():
    logits, later = both(ids)
p = logits[:, 1:].softmax(dim=-1)  # both predict the word after ids[:, 1:]
q = later.softmax(dim=-1)
kept = torch.minimum(p, q).sum(dim=-1)
same = (p.argmax(dim=-1) == q.argmax(dim=-1)).double()
for name, of in (("favourite", ids[:, 1:] < 5), ("three", ids[:, 1:] >= 5)):
    for what, share in (("kept", kept), ("agreed", same)):
        few = "more" if share[of].mean() > 0.87 else "fewer"
        print(f"{name:10}{what:7}{few} than 0.87 of the drafts")
