# pip install attention-verified
import torch
from attention import FeedForward

network = FeedForward(2, 2, activation=torch.nn.ReLU())
network.load_state_dict(
    {
        "layers.0.weight": torch.tensor([[1.0, 1.0], [1.0, 1.0]]),
        "layers.0.bias": torch.tensor([0.0, -1.0]),
        "layers.2.weight": torch.tensor([[1.0, -2.0], [0.0, 0.0]]),
        "layers.2.bias": torch.tensor([0.0, 0.0]),
    }
)
tokens = torch.tensor([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
print(network(tokens)[:, 0].detach())
