import torch
from attention.examples import inputs, position_table

batch = torch.stack([inputs, inputs])  # the same sentence twice
sentences, words, _ = batch.shape
right = batch + position_table[:words]
wrong = batch + position_table[:sentences, None]

for x in (right, wrong):
    print(torch.equal(x[0], x[1]), (x - batch)[1, :2])
