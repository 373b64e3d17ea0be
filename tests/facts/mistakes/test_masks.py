"""What is behind the general sentences of docs/mistakes/masks.md."""

import torch


def test_nan_needs_a_full_sentence_and_weights():
    """A limit of torch 2.13, which the page names, and which no block tries."""
    torch.manual_seed(0)
    layer, x = torch.nn.MultiheadAttention(8, 2, batch_first=True), torch.randn(2, 6, 8)
    for longest in (5, 6):
        for need_weights in (True, False):
            real = torch.arange(6) < torch.tensor([[longest], [2]])
            options = {"key_padding_mask": real, "need_weights": need_weights}
            contexts, _ = layer(x, x, x, **options)
            assert contexts.isnan().any() == (longest == 6 and need_weights)
