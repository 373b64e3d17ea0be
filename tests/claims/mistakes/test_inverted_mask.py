"""What is behind the general sentences of docs/mistakes/inverted-mask.md."""

import torch

from attention import (
    apply_dropout,
    causal_mask,
    dropout_mask,
    inputs,
    masked_attention_weights,
)


def test_the_first_rows_become_empty_most_often() -> None:
    torch.manual_seed(0)
    kept = dropout_mask((20_000, 6, 6), 0.5)
    for allowed in (causal_mask(6), torch.ones(6, 6).bool()):
        empty = (~(kept & allowed).any(dim=-1)).double().mean(dim=0)
        expected = 0.5 ** allowed.sum(dim=-1).double()  # the cause, and without it
        assert torch.allclose(empty, expected, atol=0.02)


def test_dropout_keeps_nan() -> None:
    row = torch.full((100,), torch.nan)
    for dropped in (torch.nn.Dropout(0.9)(row), apply_dropout(row, 0.9)):
        assert dropped.isnan().all()


def test_the_check_from_outside_finds_every_leak() -> None:
    torch.manual_seed(0)

    def changed(mask: torch.Tensor, start: int) -> bool:
        other = torch.cat([inputs[:start], torch.rand(6 - start, 3)])
        before, after = (
            (masked_attention_weights(x @ x.T, mask) @ x)[:start]
            for x in (inputs, other)
        )
        return not torch.allclose(before, after, atol=1e-6)

    for query, key in (~causal_mask(6)).nonzero().tolist():
        leaks = causal_mask(6)
        leaks[query, key] = True
        assert any(changed(leaks, start) for start in range(1, 6))
        assert changed(leaks, 5) == (key == 5)
    assert not any(changed(causal_mask(6), start) for start in range(1, 6))
