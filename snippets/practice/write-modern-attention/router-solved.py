import torch
from attention.practice import judge


def route(scores, top_k):
    largest, experts = scores.topk(top_k, dim=-1)
    return experts, torch.softmax(largest, dim=-1)


verdict = judge("router", route)
assert verdict.ok
print(verdict)
