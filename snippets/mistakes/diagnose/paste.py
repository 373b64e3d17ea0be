# pip install attention-verified
from attention import diagnose


def attend(queries, keys, values):  # your own function, or your own layer
    scores = queries @ keys.mT / keys.shape[-1] ** 0.5
    weights = scores.softmax(dim=1)
    return weights @ values


print(diagnose(attend))
