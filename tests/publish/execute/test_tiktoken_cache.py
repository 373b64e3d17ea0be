"""The cache folder is what tiktoken looks for, and works with sockets refused."""

import importlib
import os
from pathlib import Path

import pytest
import tiktoken

import publish
from publish.execute import tiktoken_cache


def test_the_folder_that_the_set_up_fills_is_named_whatever_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "/elsewhere")
    importlib.reload(publish)
    assert Path(os.environ["TIKTOKEN_CACHE_DIR"]) == tiktoken_cache.CACHE
    sentence = "Your journey starts with one step."
    expected = [7120, 7002, 4940, 351, 530, 2239, 13]
    assert tiktoken.get_encoding("gpt2").encode(sentence) == expected
