# runs on the CPU: other devices have other kernels
import warnings

import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

warnings.simplefilter("ignore")  # they say why a kernel refuses
x = torch.randn(1, 4, 64, 32)
wide = torch.randn(1, 4, 64, 264)  # on CUDA, FlashAttention ends at 256
mask = torch.ones(64, 64, dtype=torch.bool)
calls = {
    "is_causal": ([x, x, x], {"is_causal": True}),
    "attn_mask": ([x, x, x], {"attn_mask": mask}),
    "2 groups": ([x, x[:, :2], x[:, :2]], {"enable_gqa": True}),
    "dropout": ([x, x, x], {"dropout_p": 0.1}),
    "no batch": ([x[0], x[0], x[0]], {}),
    "wide heads": ([wide, wide, wide], {}),
    "wider values": ([x, x, torch.randn(1, 4, 64, 48)], {}),
}
kernels = [SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION]
kernels += [SDPBackend.CUDNN_ATTENTION, SDPBackend.MATH]
for name, (tensors, options) in calls.items():
    taken = []
    for kernel in kernels:
        try:
            with sdpa_kernel(kernel):
                F.scaled_dot_product_attention(*tensors, **options)
            taken.append(kernel.name)
        except RuntimeError:  # this kernel does not take the call
            pass
    print(f"{name:12}", ", ".join(taken))
