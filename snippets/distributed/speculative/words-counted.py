import torch


def words_a_pass(alpha, drafts):
    return (1 - alpha ** (drafts + 1)) / (1 - alpha)


torch.manual_seed(0)
for alpha, drafts in ((0.5, 1), (0.7, 4), (0.9, 4), (0.9, 8)):
    kept = torch.rand(100_000, drafts) < alpha
    words = 1 + kept.long().cumprod(dim=1).sum(dim=1).double().mean()
    expected = words_a_pass(alpha, drafts)
    print(f"{alpha:.0%} kept, {drafts} drafts: {expected:.2f} words a pass")
    assert abs(words - expected) < 0.05  # in 100,000 passes
