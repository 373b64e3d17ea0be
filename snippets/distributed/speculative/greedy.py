import torch
from attention import GPT, MultiToken, multi_token_loss
from attention.distributed import greedy_probabilities, speculate

torch.manual_seed(123)
torch.set_num_threads(1)
odds = torch.full((11, 3), 1 / 3)  # three words may follow
odds[:5] = torch.tensor([0.8, 0.1, 0.1])  # words 0 to 4: one favourite
both = MultiToken(GPT(11, 32, 16, num_layers=1, num_heads=2))
optimizer = torch.optim.AdamW(both.parameters(), lr=1e-2)
for _ in range(80):
    ids = torch.randint(11, (32, 1))
    while ids.shape[1] < 12:
        last = ids[:, -1:]
        step = torch.multinomial(odds[last[:, 0]], 1)
        ids = torch.cat([ids, (3 * last + step + 1) % 11], dim=1)
    optimizer.zero_grad()
    logits, later = both(ids)
    multi_token_loss(logits, later, ids).backward()
    optimizer.step()

model = both.model.double().eval()
both.double().eval()
same = passes = 0
for first in range(11):
    ids = torch.tensor([[first]])
    written, needed = speculate(
        model,
        lambda ids: both(ids)[1],  # the word after the text, by the block
        ids,
        num_new=24,
        probabilities=greedy_probabilities,
    )
    same += torch.equal(written, model.generate(ids, 24))
    passes += needed
print(f"{same} of 11 texts as the model writes them alone")
few = "fewer" if passes < 180 else "more"
print(f"{few} than 180 passes for {11 * 24} words")
