from attention.practice import judge


def softmax(scores):
    shares = scores.exp()
    return shares / shares.sum(dim=-1, keepdim=True)


print(judge("softmax", softmax))
