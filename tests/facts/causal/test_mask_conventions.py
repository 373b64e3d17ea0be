"""What is behind the general sentences of docs/causal/mask-conventions.md."""

import runpy

import torch

from attention import causal_mask
from tests.facts.says import says


def test_what_the_two_questions_tell() -> None:
    says(
        "causal/mask-conventions",
        "For an inverted causal mask with two queries or more, the answer to both is no.",
    )
    block = runpy.run_path("snippets/causal/mask-conventions/two-questions.py")
    for queries, keys in ((1, 1), (2, 2), (50, 50), (1, 6), (2, 6), (5, 6)):
        mask, earlier = causal_mask(queries, keys), keys - queries
        right = (queries, 0)
        assert block["ask"](mask) == right
        assert block["ask"](~mask) != right
        assert block["ask"](mask.tril(earlier - 1)) != right  # not to itself
        if queries > 1:  # of the inverted mask, the answer to both is no
            assert not (~mask).diagonal(earlier).any()
            assert (~mask).triu(earlier + 1).any()
            leaks = mask | torch.ones_like(mask).tril(earlier + 1)
            assert block["ask"](leaks) != right
