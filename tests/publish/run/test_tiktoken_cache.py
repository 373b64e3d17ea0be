"""The cache folder is what tiktoken looks for, and works with sockets refused."""

import importlib
import os
from pathlib import Path

import pytest
import tiktoken

import publish
from publish.run import tiktoken_cache


def test_the_standard_call_works_offline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tiktoken_cache.CACHE))
    encoding = tiktoken.get_encoding("gpt2")
    assert encoding.n_vocab == 50257
    sentence = "Your journey starts with one step."
    assert encoding.encode(sentence) == [7120, 7002, 4940, 351, 530, 2239, 13]


@pytest.mark.parametrize("before", [None, "/elsewhere"])
def test_the_folder_that_the_set_up_fills_is_named_whatever_was(
    before: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TIKTOKEN_CACHE_DIR", raising=False)
    if before:
        monkeypatch.setenv("TIKTOKEN_CACHE_DIR", before)
    importlib.reload(publish)
    assert Path(os.environ["TIKTOKEN_CACHE_DIR"]) == tiktoken_cache.CACHE
