import torch

words = ("anna", "gave", "ben", "red", "flowers")
vectors = torch.tensor(
    [[1.0, 0.1], [-0.8, 0.2], [0.9, 0.0], [0.1, 1.0], [0.2, -0.3]]
)
question = torch.tensor([0.0, 4.0])  # "Which colour?"

scores = vectors @ question  # one dot product for each word
shares = torch.softmax(scores, dim=0)
for word, score, share in zip(words, scores, shares, strict=True):
    print(f"{word:8} score {score:4.1f}  share {share:.2f}")
print("the mixture:", shares @ vectors)
print("the average:", vectors.mean(dim=0))
