import torch

scores = torch.tensor([0.0, 2.0, 1.0, 3.0])
maximum, total = torch.tensor(3.0), torch.exp(scores - 3.0).sum()
log_sum = maximum + total.log()
print(log_sum, torch.logsumexp(scores, dim=0))
print(torch.exp(scores - log_sum))
