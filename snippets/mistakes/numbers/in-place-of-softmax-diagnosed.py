import torch
from attention import diagnose


def attention_with(function):
    def attend(queries, keys, values):
        scores = queries @ keys.mT / keys.shape[-1] ** 0.5
        return function(scores) @ values

    return attend


for function in (torch.exp, torch.sigmoid, lambda scores: scores):
    print(diagnose(attention_with(function)).mistakes[0].mistake.name)
print(diagnose(attention_with(lambda scores: scores.log_softmax(dim=-1))))
