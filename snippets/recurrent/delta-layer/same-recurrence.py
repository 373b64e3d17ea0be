import torch
from attention import decayed_attention, delta_rule

torch.manual_seed(123)
c, b, v = torch.randn(3, 9, 6).double()  # Mamba-2's names
step, log_a = torch.rand(9).double(), -torch.rand(9).double()


def recurrence(read):
    S, results = torch.zeros(6, 6).double(), []
    for t in range(9):
        S = log_a[t].exp() * S
        missing = v[t] - b[t] @ S if read else v[t]
        S = S + torch.outer(b[t], step[t] * missing)
        results.append(c[t] @ S)
    return torch.stack(results)


mamba, _ = decayed_attention(c, b, step[:, None] * v, log_a)
delta, _ = delta_rule(c, b, v, step, log_a)
print("it reads first:", recurrence(read=True)[-1, :4].float())
print("delta rule:    ", delta[-1, :4].float())
print("it only writes:", recurrence(read=False)[-1, :4].float())
print("Mamba-2:       ", mamba[-1, :4].float())
