import torch
from attention import nearest

words = ["king", "queen", "man", "woman", "river"]
vectors = torch.tensor(
    [[0.9, -0.2], [0.8, 0.7], [0.1, -0.3], [0.1, 0.1], [-0.4, -0.5]]
)
king, queen, man, woman, river = vectors
target = king - man + woman

(all_words,) = nearest(vectors, target, k=1)
(others,) = nearest(vectors, target, k=1, exclude=[0, 2, 3])
print("nearest of all words:", words[all_words])
print("nearest but for king, man and woman:", words[others])
print(f"length of king: {king.norm():.4f}")
print(f"length of woman - man: {(woman - man).norm():.4f}")
