import torch
from attention.practice import judge


def next_word(logits, temperature, top_p):
    probabilities = torch.softmax(logits / temperature, dim=-1)
    ordered, words = probabilities.sort(dim=-1, descending=True)
    ordered = ordered.masked_fill(ordered.cumsum(dim=-1) > top_p, 0.0)
    kept = torch.zeros_like(probabilities).scatter(-1, words, ordered)
    return kept / kept.sum(dim=-1, keepdim=True)


print(judge("sampling", next_word))
