import torch
from attention import attention_scores
from attention.examples import inputs


def causal_weights(x):
    scores = attention_scores(x, x)
    mask = torch.ones(6, 6, dtype=torch.bool).tril()
    print("scores elsewhere:", scores.is_meta, " mask:", mask.is_meta)
    return scores.masked_fill(~mask, -torch.inf).softmax(dim=-1)


print(causal_weights(inputs)[1])
try:
    causal_weights(inputs.to("meta"))
except RuntimeError as error:
    print(type(error).__name__)
