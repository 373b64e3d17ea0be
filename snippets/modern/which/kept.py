# runs on the CPU: what a backward pass needs depends on the kernel
import torch
import torch.nn.functional as F
from attention import causal_mask, scaled_dot_product_attention


def kept(attend, **options):  # bytes that the backward pass will need
    tensors = [torch.randn(1, 12, 1024, 64) for _ in range(3)]
    sizes = {}

    def keep(tensor):
        storage = tensor.untyped_storage()
        sizes[storage.data_ptr()] = storage.nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda t: t):
        contexts = attend(*[t.requires_grad_() for t in tensors], **options)
    return sum(sizes.values()), contexts


sdpa, mask = F.scaled_dot_product_attention, causal_mask(1024)
for name, attend, options in (
    ("all the weights", scaled_dot_product_attention, {"mask": mask}),
    ("SDPA, is_causal", sdpa, {"is_causal": True}),
    ("SDPA, attn_mask", sdpa, {"attn_mask": mask}),
    ("SDPA, dropout", sdpa, {"is_causal": True, "dropout_p": 0.1}),
):
    print(f"{name} {kept(attend, **options)[0]:>12,} bytes")
