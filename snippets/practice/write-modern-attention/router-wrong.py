import torch
from attention.practice import judge


def route(scores, top_k):
    weights, experts = torch.softmax(scores, dim=-1).topk(top_k, dim=-1)
    return experts, weights


print(judge("router", route))
