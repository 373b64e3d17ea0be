import torch

print(torch.softmax(torch.tensor([0.76, 0.51, 0.26]), dim=0))
print("needed for 0.6 and 0.1:", torch.log(torch.tensor(0.6 / 0.1)))
