import matplotlib.pyplot as plt
import torch
from attention.plotting import arrows

vectors = torch.tensor([[0.9, -0.2], [0.8, 0.7], [0.1, -0.3], [0.1, 0.1]])
king, queen, man, woman = vectors
target = king - man + woman

axes = arrows(
    torch.stack([king, queen, man, woman, target]),
    labels=["king", "queen", "man", "woman", "king - man + woman"],
)
axes.set(xlabel="royal", ylabel="female", xticks=[], yticks=[])
plt.show()
