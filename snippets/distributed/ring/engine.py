# runs on the CPU of Linux: ranks are forks of this process
import textwrap

import torch
import torch._dynamo  # it would be imported in each rank
import torch.nn.functional as F
from attention.distributed import on_ranks
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.experimental import context_parallel


def on_a_cpu():
    mesh = init_device_mesh("cpu", (4,))
    positions = torch.arange(32)
    q, k, v = (torch.rand(1, 4, 32, 8) for _ in range(3))
    with context_parallel(
        mesh, buffers=[positions, q, k, v], buffer_seq_dims=[0, 2, 2, 2]
    ):
        message = ""
        try:
            F.scaled_dot_product_attention(q, k, v, is_causal=True)
        except NotImplementedError as error:
            message = str(error)
        return positions.tolist(), tuple(q.shape), message


results = on_ranks(4, on_a_cpu)
for rank, (positions, shape, _) in enumerate(results):
    print(f"rank {rank}: queries {shape}, positions {positions}")
print(textwrap.fill(results[0][2], 68))
