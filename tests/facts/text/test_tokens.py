"""What is behind the general sentences of docs/text/tokens.md."""

import tiktoken

from attention.text import merge_steps
from tests.facts.says import says


def test_a_token_is_merged_from_tokens_with_lower_ids():
    says(
        "text/tokens",
        "The ids follow the order in which the merges were learned: each step merged the pair that was then most frequent (Sennrich et al., 2016, section 3.2).",
    )
    encoding = tiktoken.get_encoding("gpt2")
    pieces = [encoding.decode_single_token_bytes(i) for i in range(50256)]
    ids = {piece: i for i, piece in enumerate(pieces)}
    for i in range(256, 50256, 97):
        *before, last = merge_steps(pieces[i], ids)
        assert list(last) == [pieces[i]]
        assert all(ids[part] < i for step in before for part in step)
