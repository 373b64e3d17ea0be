"""What is behind the general sentences of docs/self-attention/classes.md."""

import pytest
import torch

from attention import SelfAttentionV1, SelfAttentionV2, attention_scores, inputs
from tests.claims.draw import draw


def test_v2_takes_v1s_matrices_transposed_and_under_other_names():
    v1, v2 = SelfAttentionV1(3, 2), SelfAttentionV2(3, 2)
    transposed = {f"{name}.weight": W.T for name, W in v1.named_parameters()}
    v2.load_state_dict(transposed)
    torch.testing.assert_close(v1(inputs), v2(inputs))
    with pytest.raises(RuntimeError, match="must match the size"):
        v2.W_query.weight.detach().copy_(v1.W_query)
    with pytest.raises(RuntimeError, match="Missing key"):
        v2.load_state_dict(v1.state_dict())


def test_what_a_bias_of_each_layer_does():
    for seed in range(3):
        torch.manual_seed(seed)
        layer = SelfAttentionV2(3, 5, qkv_bias=True).double().requires_grad_(False)
        x, more = draw(seed, 7, 3), draw(seed + 1, 5)
        queries, keys, before = layer.W_query(x), layer.W_key(x), layer(x)
        changed = attention_scores(queries, keys + more)
        added = changed - attention_scores(queries, keys)
        torch.testing.assert_close(added, (queries @ more)[:, None].expand(7, 7))
        after = {}
        for name in ("W_query", "W_key", "W_value"):
            getattr(layer, name).bias += more
            after[name] = layer(x)
            getattr(layer, name).bias -= more
        torch.testing.assert_close(after["W_key"], before)
        torch.testing.assert_close(after["W_value"], before + more)
        assert not torch.allclose(after["W_query"], before)
