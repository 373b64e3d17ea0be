import torch

vectors = {  # two features: royal, female
    "king": torch.tensor([0.9, -0.2]),
    "queen": torch.tensor([0.8, 0.7]),
    "man": torch.tensor([0.1, -0.3]),
    "woman": torch.tensor([0.1, 0.1]),
    "river": torch.tensor([-0.4, -0.5]),
}
target = vectors["king"] - vectors["man"] + vectors["woman"]

print("king - man + woman:", target)
for word, vector in vectors.items():
    cosine = torch.cosine_similarity(target, vector, dim=0)
    print(f"{word:6} {cosine:7.4f}")
