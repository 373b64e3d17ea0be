from attention import CausalAttention, diagnose

layer = CausalAttention(3, 3, 6, 0.0).requires_grad_(False)


def block(x):
    x += layer(x)
    return x


print(diagnose(block))
