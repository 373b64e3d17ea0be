import torch

scores = torch.tensor([0.0, 2.0, 1.0, 3.0])
log_sums = [scores[:2].logsumexp(dim=0), scores[2:].logsumexp(dim=0)]
print(scores.logsumexp(dim=0))
print(torch.logaddexp(*log_sums))
print(log_sums[0] + log_sums[1])
