# runs on the CPU of Linux: ranks are forks of this process
import torch
import torch.distributed as dist
from attention import Attention
from attention.distributed import OnRanks, on_ranks
from attention.distributed.tensor import tokens

torch.manual_seed(0)
grouped = Attention(16, 16, 6, 0.0, num_heads=4, num_kv_groups=2).double()
repeated = Attention(16, 16, 6, 0.0, num_heads=4).double()
state = grouped.state_dict()
for name in (
    "W_key.weight",
    "W_value.weight",
):  # each group for its two heads
    rows = state[name].view(2, 4, 16).repeat_interleave(2, dim=0)
    state[name] = rows.flatten(0, 1)
repeated.load_state_dict(state)


def compare():
    rank = dist.get_rank()
    expected, ours = grouped(tokens()), OnRanks(repeated)
    found = ours(tokens())
    for out in (expected, found):
        out.square().sum().backward()
    whole = grouped.W_key.weight.grad.chunk(2)[rank // 2]
    own = ours.part.W_key.weight.grad
    pair, _ = dist.new_subgroups(2)  # the two ranks with the same group
    added = own.clone()
    dist.all_reduce(added, group=pair)
    pairs = (found, expected), (own, whole), (added, whole)
    return [f"{(a - b).abs().max():.3f}" for a, b in pairs]


out, own, added = on_ranks(4, compare)[0]
print(f"off by: outputs {out}, W_key's gradient {own}, added up {added}")
