import torch
from attention.examples import inputs

scores = inputs @ inputs[1]
temperatures = torch.arange(0.01, 1, 0.0001)
weights = torch.softmax(scores / temperatures[:, None], dim=-1)
words = torch.special.entr(weights).sum(dim=-1).exp()


def temperature_for(number):
    return temperatures[(words - number).abs().argmin()]


answer = temperature_for(3)
torchs = torch.distributions.Categorical(logits=scores / answer)
assert torch.allclose(torchs.perplexity(), torch.tensor(3.0), atol=1e-3)
print(f"answer: {answer:.4f}")

two = torch.log(torch.tensor(2))
by_two = temperature_for(3 ** (1 / two))
by_e = temperature_for(3**two)
print(f"the factor, one over the temperature: {1 / answer:.4f}")
print(f"2 to the power of an entropy taken with ln: {by_two:.4f}")
print(f"e to the power of an entropy in bits: {by_e:.4f}")
print(f"scores divided by the root of 3 before: {answer / 3**0.5:.4f}")
print("the weights:", weights[(words - 3).abs().argmin()])
