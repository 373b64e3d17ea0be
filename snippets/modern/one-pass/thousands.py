import torch
from attention import naive_softmax, online_softmax

for scores in ([0.0, 999.0, 1000.0], [1000.0, 999.0, 0.0]):
    scores = torch.tensor(scores)
    print(naive_softmax(scores, dim=0), online_softmax(scores, dim=0))
