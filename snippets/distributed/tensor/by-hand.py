# runs on the CPU of Linux: ranks are forks of this process
import torch.distributed as dist
from attention import (
    causal_mask,
    merge_heads,
    scaled_dot_product_attention,
    split_heads,
)
from attention.distributed import on_ranks
from attention.distributed.tensor import layers, tokens


def with_two_heads(layer, x):
    rank, size = dist.get_rank(), dist.get_world_size()

    def project(linear):  # some rows of W: some of the outputs
        weight, bias = (
            linear.weight.chunk(size)[rank],
            linear.bias.chunk(size)[rank],
        )
        return split_heads(x @ weight.T + bias, head_dim=4)

    contexts, _ = scaled_dot_product_attention(
        project(layer.W_query),
        project(layer.W_key),
        project(layer.W_value),
        causal_mask(x.shape[-2]),
    )
    columns = layer.out_proj.weight.chunk(size, dim=1)[rank]
    part = merge_heads(contexts) @ columns.T
    total = part.clone()
    dist.all_reduce(total)  # the parts meet
    return part, total + layer.out_proj.bias


def compare():
    attention, _ = layers()
    part, out = with_two_heads(attention, tokens())
    return part[0, -1, :5].tolist(), out[0, -1, :5].tolist()


attention, _ = layers()
whole = attention(tokens())[0, -1, :5].tolist()
results = on_ranks(2, compare)
for rank, (part, _) in enumerate(results):
    print(f"heads of rank {rank}:", *(f"{n:7.4f}" for n in part))
print("sum and bias:   ", *(f"{n:7.4f}" for n in results[0][1]))
print("in one process: ", *(f"{n:7.4f}" for n in whole))
