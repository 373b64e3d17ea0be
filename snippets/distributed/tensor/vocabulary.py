# runs on the CPU of Linux: ranks are forks of this process
import torch
import torch.distributed as dist
import torch.nn.functional as F
from attention.distributed import Traffic, on_ranks, vocabulary_loss

torch.manual_seed(0)
logits, targets = torch.randn(4, 1000), torch.tensor([3, 400, 650, 999])


def of_my_words():
    rank, size = dist.get_rank(), dist.get_world_size()
    mine = logits.chunk(size, dim=-1)[rank].clone().requires_grad_()
    with Traffic() as traffic:
        loss = vocabulary_loss(mine, targets)
    loss.sum().backward()
    return loss.tolist(), traffic.bytes["all_reduce"], mine.grad


whole = logits.clone().requires_grad_()
loss = F.cross_entropy(whole, targets, reduction="none")
loss.sum().backward()
results = on_ranks(4, of_my_words)
print("one process:", *(f"{n:.4f}" for n in loss))
print("four ranks: ", *(f"{n:.4f}" for n in results[0][0]))
gradient = torch.cat([grad for *_, grad in results], dim=-1)
print(
    "gradients:  ",
    int(((gradient - whole.grad).abs() < 1e-6).sum()),
    "equal",
)
print(f"passed: {results[0][1]} bytes, of logits: {logits.nbytes // 4:,}")
