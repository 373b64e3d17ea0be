import torch
from attention import naive_softmax, stable_softmax
from attention.examples import inputs

scores = inputs @ inputs[1]
for factor in (1, 1000):
    expected = torch.softmax(factor * scores, dim=0)
    for softmax in (naive_softmax, stable_softmax):
        off = (softmax(factor * scores, dim=0) - expected).abs().max()
        print(f"scores times {factor}: {softmax.__name__:14} off {off:.5f}")
