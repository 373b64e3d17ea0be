import torch
from attention import quantise

torch.manual_seed(123)
weight = 0.02 * torch.randn(256, 128)
codes, weight_scale_inv = quantise(weight, (128, 128))
for name, scale in (
    ("times weight_scale_inv", weight_scale_inv),
    ("divided by it", 1 / weight_scale_inv),
):
    read = codes.float() * scale.repeat_interleave(128, dim=0)
    print(f"{name:22}", *(f"{number:10.4g}" for number in read[0, :4]))
print(f"{'weight':22}", *(f"{number:10.4g}" for number in weight[0, :4]))
