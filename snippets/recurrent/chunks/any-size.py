import torch
import torch.nn.functional as F
from attention import delta_rule, delta_rule_in_chunks

torch.manual_seed(0)
queries, keys, values = torch.randn(3, 100, 16).double()
keys, betas = F.normalize(keys, dim=-1), torch.rand(100).double()
logs = -torch.rand(100).double()
steps, _ = delta_rule(queries, keys, values, betas, logs)
for size in (1, 16, 64, 100):
    chunks, _ = delta_rule_in_chunks(
        queries, keys, values, betas, logs, chunk_size=size
    )
    same = ((chunks - steps).abs() < 1e-12).sum()
    print(f"{size:3} {chunks[-1, :4].float()} {same} of 1600 within 1e-12")
