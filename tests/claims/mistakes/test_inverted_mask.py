"""What is behind the general sentences of docs/mistakes/inverted-mask.md."""

import torch

from attention import causal_mask, inputs, masked_attention_weights
from tests.claims.draw import draw


def test_the_check_from_outside_finds_every_leak():
    x = inputs.double()

    def changed(mask: torch.Tensor, start: int) -> bool:
        other = torch.cat([x[:start], draw(0, 6 - start, 3)])
        before, after = (
            (masked_attention_weights(words @ words.T, mask) @ words)[:start]
            for words in (x, other)
        )
        return not torch.allclose(before, after)

    for query, key in (~causal_mask(6)).nonzero().tolist():
        leaks = causal_mask(6)
        leaks[query, key] = True
        assert any(changed(leaks, start) for start in range(1, 6))
        assert changed(leaks, 5) == (key == 5)
    assert not any(changed(causal_mask(6), start) for start in range(1, 6))
