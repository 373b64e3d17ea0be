from attention.practice import judge


def softmax(scores):
    shares = (scores - scores.max(dim=-1, keepdim=True).values).exp()
    return shares / shares.sum(dim=-1, keepdim=True)


verdict = judge("softmax", softmax)
assert verdict.ok
print(verdict)
