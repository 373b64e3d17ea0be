# pip install attention-verified
import torch
from attention.examples import inputs

W_query = torch.tensor(  # as printed
    [[-0.9724, -0.7550], [0.3239, -0.1085], [0.2103, -0.3908]]
)
query = torch.tensor([-1.1729, -0.0048])  # as printed

print("printed ", query)
print("computed", inputs[1] @ W_query)
