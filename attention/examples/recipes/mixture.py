"""The recipe of the models `mixture` and `mixture-balanced`."""

from collections.abc import Iterator

import torch
from torch import Tensor

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

LENGTH, D_MODEL, EXPERTS = 10, 32, 8


def new_mixture() -> Decoder:
    """Return a GPT of one block with eight experts, of which a word uses two."""
    positions = LearnedPositions(LENGTH, D_MODEL)
    size = len(agreement_words)
    return Decoder(size, LENGTH, D_MODEL, 1, _block, positions, tied=True)


def _block(number: int) -> TransformerBlock:
    heads = Attention(D_MODEL, D_MODEL, LENGTH, 0.0, 2, qkv_bias=True)
    experts = (SwiGLU(D_MODEL, 16) for _ in range(EXPERTS))
    router = DeepSeekRouter(D_MODEL, EXPERTS, top_k=2)
    return TransformerBlock(D_MODEL, heads, MixtureOfExperts(router, experts))


def train_mixture(
    balanced: bool = True, seed: int = 0
) -> tuple[Decoder, dict[str, Tensor]]:
    """Train a mixture on sentences of a source whose entropy is known.

    Args:
        balanced: Whether the bias of the router is moved after each step.
        seed: Decides the first weights and the order of the sentences.

    Returns:
        model: The trained model.
        log: Under `loads`, how often each expert was chosen in each tenth step.
    """
    torch.manual_seed(seed)
    model = new_mixture()
    router = next(m for m in model.modules() if isinstance(m, DeepSeekRouter))
    chosen: list[Tensor] = []
    hook = router.register_forward_hook(lambda *call: chosen.append(call[-1][0]))
    sentences, _ = agreement_halves()
    loads: list[Tensor] = []

    def batches() -> Iterator[tuple[Tensor, Tensor]]:
        for _ in range(600):
            ids = sentences[torch.randint(len(sentences), (64,))]
            yield ids[:, :-1], ids[:, 1:]
            loads.append(expert_load(chosen.pop(), EXPERTS))
            if balanced:  # after the step of the optimizer
                router.bias.copy_(balanced_bias(router.bias, loads[-1], step=0.003))

    fit(model, batches(), learning_rate=0.005)
    hook.remove()
    return model.eval(), {"loads": torch.stack(loads[::10])}
