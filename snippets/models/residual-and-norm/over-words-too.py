import torch
from attention import MultiHeadAttention
from attention.examples import inputs

torch.manual_seed(123)
layer = MultiHeadAttention(3, 3, 6, 0.0, 1)
other = inputs.clone()
other[5] = torch.tensor([0.9, 0.1, 0.4])  # another last word


def over_words_too(x):
    return (x - x.mean()) / x.std()


def each_word(x):
    return torch.nn.functional.layer_norm(x, (3,))


for norm in (over_words_too, each_word):
    one, two = (x + layer(norm(x)) for x in (inputs, other))
    change = (one[:5] - two[:5]).abs().max()
    print(f"{norm.__name__:15}largest change {change:.4f}")
