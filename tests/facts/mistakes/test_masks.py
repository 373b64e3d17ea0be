"""What is behind the general sentences of docs/mistakes/masks.md."""

import torch

from tests.facts.says import says


def test_nan_needs_a_full_sentence_and_weights():
    """A limit of torch 2.13, which the page names, and which no block tries."""
    says(
        "mistakes/masks",
        "If every sentence in the batch has some padding, there is no `nan` at all.",
        "Nor is there in training with `need_weights=False`, in torch 2.13 on a CPU, because the layer then calls SDPA.",
    )
    torch.manual_seed(0)
    layer, x = torch.nn.MultiheadAttention(8, 2, batch_first=True), torch.randn(2, 6, 8)
    for longest in (5, 6):
        for need_weights in (True, False):
            real = torch.arange(6) < torch.tensor([[longest], [2]])
            options = {"key_padding_mask": real, "need_weights": need_weights}
            contexts, _ = layer(x, x, x, **options)
            assert contexts.isnan().any() == (longest == 6 and need_weights)
