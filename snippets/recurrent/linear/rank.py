import torch
from attention import causal_mask, elu_plus_one, masked_attention_weights

torch.manual_seed(0)
queries, keys = torch.randn(2, 256, 8, dtype=torch.float64)
scores = (elu_plus_one(queries) @ elu_plus_one(keys).mT).tril()
linear = scores / scores.sum(dim=-1, keepdim=True)
scaled = queries @ keys.mT / 8**0.5
softmax = masked_attention_weights(scaled, causal_mask(256))
for name, weights in {"softmax": softmax, "elu + 1": linear}.items():
    later_from_earlier = weights[128:, :128]
    rank = torch.linalg.matrix_rank(later_from_earlier)
    print(f"{name}: rank {rank} of {len(later_from_earlier)}")
