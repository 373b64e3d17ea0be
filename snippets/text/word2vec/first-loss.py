import torch
from attention.examples import story_vocabulary
from attention.text import SkipGram

model = SkipGram(len(story_vocabulary), 16)
apples, basket = (story_vocabulary.index(w) for w in ("apples", "basket"))
loss = model(
    torch.tensor([apples]), torch.tensor([basket]), torch.arange(5)[None]
)
print(f"answer: {loss.item():.4f}")

one_pair = -torch.log(torch.sigmoid(torch.tensor(0.0)))
softmax = torch.log(torch.tensor(float(len(story_vocabulary))))
base_10 = 6 * torch.log10(torch.tensor(2.0))
print(f"the real pair alone, without the negatives: {one_pair:.4f}")
print(
    f"the five negatives alone, without the real pair: {5 * one_pair:.4f}"
)
print(f"a softmax over the whole vocabulary: {softmax:.4f}")
print(f"the logarithm to base 10: {base_10:.4f}")
