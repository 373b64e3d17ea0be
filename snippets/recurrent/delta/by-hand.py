import torch

ada, ben = torch.tensor([1.0, 0.0]), torch.tensor([0.28, 0.96])
garden, kitchen, office = torch.eye(3)
state = torch.zeros(2, 3)
for key, value in ((ada, garden), (ben, kitchen), (ada, office)):
    error = value - key @ state  # what is missing
    state = state + torch.outer(key, error)
    missing = error.numpy().round(2)
    print("reads", (key @ state).numpy(), "was missing", missing)
print("ben ", (ben @ state).numpy().round(2))
