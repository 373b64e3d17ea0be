"""The recipe of the models `mixture` and `mixture-balanced`."""

from collections.abc import Iterator

import torch
from torch import Tensor, nn

from attention.examples.agreement import agreement_halves, agreement_words
from attention.examples.training import fit
from attention.frontier.balance import balanced_bias, expert_load
from attention.frontier.deepseek import DeepSeekRouter
from attention.frontier.experts import MixtureOfExperts
from attention.frontier.swiglu import SwiGLU
from attention.models.attention import Attention
from attention.models.block import TransformerBlock
from attention.models.decoder import Decoder
from attention.order.learned import LearnedPositions

LENGTH, D_MODEL, EXPERTS, STEPS, EVERY = 10, 32, 8, 600, 10


class Mixture(Decoder):
    """A GPT of one block that has eight experts, of which a word uses two.

    Attributes:
        loads: nn.Parameter without a gradient: of each tenth step of its training, how
            many times each expert was chosen.
    """

    def __init__(self) -> None:
        positions = LearnedPositions(LENGTH, D_MODEL)
        super().__init__(
            len(agreement_words), LENGTH, D_MODEL, 1, _block, positions, tied=True
        )
        loads = torch.zeros(STEPS // EVERY, EXPERTS)
        self.loads = nn.Parameter(loads, requires_grad=False)


def _block(number: int) -> TransformerBlock:
    heads = Attention(D_MODEL, D_MODEL, LENGTH, 0.0, 2, qkv_bias=True)
    experts = (SwiGLU(D_MODEL, 16) for _ in range(EXPERTS))
    router = DeepSeekRouter(D_MODEL, EXPERTS, top_k=2)
    return TransformerBlock(D_MODEL, heads, MixtureOfExperts(router, experts))


def train_mixture(balanced: bool = True, seed: int = 0) -> Mixture:
    """Train a mixture on sentences of a source whose entropy is known.

    Args:
        balanced: Whether the bias of the router is moved after each step.
        seed: Decides the first weights and the order of the sentences.
    """
    torch.manual_seed(seed)
    model = Mixture()
    router = next(m for m in model.modules() if isinstance(m, DeepSeekRouter))
    chosen: list[Tensor] = []
    hook = router.register_forward_hook(lambda *call: chosen.append(call[-1][0]))
    sentences, _ = agreement_halves()

    def batches() -> Iterator[tuple[Tensor, Tensor]]:
        for step in range(STEPS):
            ids = sentences[torch.randint(len(sentences), (64,))]
            yield ids[:, :-1], ids[:, 1:]
            load = expert_load(chosen.pop(), EXPERTS)
            if step % EVERY == 0:
                model.loads[step // EVERY] = load
            if balanced:  # after the step of the optimizer
                router.bias.copy_(balanced_bias(router.bias, load, step=0.003))

    fit(model, batches(), learning_rate=0.005)
    hook.remove()
    return model.eval()
