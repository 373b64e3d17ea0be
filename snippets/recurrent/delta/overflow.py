import torch
import torch.nn.functional as F
from attention import delta_rule

torch.manual_seed(0)
queries, keys, values = torch.randn(3, 100, 64)
betas = torch.rand(100)
raw, _ = delta_rule(queries, keys, values, betas)
unit, _ = delta_rule(queries, F.normalize(keys, dim=-1), values, betas)
for name, contexts in (("raw keys", raw), ("unit keys", unit)):
    finite = contexts.isfinite().all(dim=-1).sum()
    tenth = contexts[9].abs().max()
    print(f"{name:9} {finite} of 100 rows finite, row 10 up to {tenth:.2g}")
