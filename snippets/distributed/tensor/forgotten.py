# runs on the CPU of Linux: ranks are forks of this process
from attention.distributed import OnRanks, on_ranks
from attention.distributed.tensor import layers, tokens


def as_it_is(x):
    return x  # and so is its gradient, a part of the sum


def off(with_enter):
    attention, _ = layers()
    whole, divided = tokens().requires_grad_(), tokens().requires_grad_()
    expected = attention(whole)
    expected.square().sum().backward()
    ours = (
        OnRanks(attention) if with_enter else OnRanks(attention, as_it_is)
    )
    found = ours(divided)
    found.square().sum().backward()
    return {
        "output": (found - expected, expected),
        "W_query": (
            ours.part.W_query.weight.grad
            - attention.W_query.weight.grad[:8],
            attention.W_query.weight.grad,
        ),
        "input": (divided.grad - whole.grad, whole.grad),
    }


for with_enter in (True, False):
    print("with" if with_enter else "without", "the all-reduce backwards")
    for name, (difference, true) in on_ranks(2, off, with_enter)[0].items():
        print(f"  {name:8} off by {difference.abs().max():.3f}", end="")
        print(f" of {true.abs().max():.3f}")
