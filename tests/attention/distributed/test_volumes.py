"""Bytes counted from shapes, against models that are built, and refusals."""

import pytest
import torch

from attention import GPT, Llama
from attention.distributed import (
    SHAPES,
    WAYS,
    Memory,
    bytes_kept,
    bytes_sent,
    cache_bytes,
    step_operations,
)

GPT2, LLAMA, DEEPSEEK = SHAPES.values()


def matrices(model: torch.nn.Module) -> int:
    return sum(p.numel() for p in model.parameters() if p.ndim > 1)


def test_weights_are_those_of_the_matrices_of_models():
    with torch.device("meta"):
        gpt = GPT(50257, 1024, 768, 12, 12)
        llama = Llama(128256, 8192, 8192, 80, 64, 8, 28672)
    assert GPT2.weights == matrices(gpt)
    assert LLAMA.weights == matrices(llama)


@pytest.mark.parametrize(
    ("shape", "published"),
    [(GPT2, 124_439_808), (LLAMA, 70_553_706_496), (DEEPSEEK, 671_026_419_200)],
)
def test_norms_and_biases_are_less_than_a_thousandth_of_a_model(shape, published):
    assert 0 < published - shape.weights < published / 1000


def test_a_token_uses_all_but_what_is_looked_up_and_not_chosen():
    assert GPT2.active == GPT2.weights - 1024 * 768
    assert LLAMA.active == LLAMA.weights - 128256 * 8192
    assert DEEPSEEK.expert_weights == 58 * 256 * 3 * 7168 * 2048
    idle = DEEPSEEK.expert_weights * 248 // 256
    assert DEEPSEEK.active == DEEPSEEK.weights - idle - 129280 * 7168


@pytest.mark.parametrize("way", WAYS)
def test_one_rank_keeps_everything_and_sends_nothing(way):
    kept = bytes_kept(DEEPSEEK, way, 1, 100)
    weights = DEEPSEEK.weights
    assert kept == Memory(2 * weights, 2 * weights, 12 * weights, 2 * 61 * 7168 * 100)
    assert kept.total == sum(kept)
    assert bytes_sent(DEEPSEEK, way, 1, 100) == 0


@pytest.mark.parametrize(
    ("shape", "way"),
    [*((LLAMA, way) for way in WAYS[:-1]), *((DEEPSEEK, way) for way in WAYS)],
)
def test_more_ranks_never_keep_more_nor_send_less(shape, way):
    ranks = (2, 4, 8, 16, 32)
    kept = [bytes_kept(shape, way, n, 8192)[:3] for n in ranks]
    assert kept == sorted(kept, reverse=True)
    sent = [bytes_sent(shape, way, n, 8192) for n in ranks]
    assert sent == sorted(sent)


def test_operations_are_four_times_those_of_a_forward_pass():
    weights, scores = 8 * LLAMA.active * 3, 8 * 80 * 64 * 256 * (1 + 2 + 3)
    assert step_operations(LLAMA, 3) == weights + scores


def test_a_cache_has_keys_and_values_or_latent_vectors():
    assert cache_bytes(LLAMA, 10) == 2 * 80 * 2 * 8 * 128 * 10
    assert cache_bytes(DEEPSEEK, 10) == 2 * 61 * 576 * 10


@pytest.mark.parametrize(
    ("shape", "way", "ranks", "tokens", "message"),
    [
        (LLAMA, "fsdp", 2, 8, r"way must be one of data, .*, experts\. Got 'fsdp'"),
        (LLAMA, "tensor", 3, 8, r"ranks must divide 64 heads\. Got 3"),
        (LLAMA, "ulysses", 128, 8, r"ranks must divide 64 heads\. Got 128"),
        (LLAMA, "ring", 3, 8, r"ranks must divide 8 tokens\. Got 3"),
        (LLAMA, "experts", 2, 8, r"ranks must divide 0 experts\. Got 2"),
        (DEEPSEEK, "experts", 3, 8, r"ranks must divide 256 experts\. Got 3"),
        (DEEPSEEK, "pipeline", 62, 8, r"at most 61, the layers\. Got 62"),
        (LLAMA, "data", 0, 8, r"ranks must be at least 1\. Got 0"),
        (LLAMA, "data", 2, 0, r"tokens must be at least 1\. Got 0"),
    ],
)
def test_what_cannot_be_divided_is_refused(shape, way, ranks, tokens, message):
    for count in (bytes_kept, bytes_sent):
        with pytest.raises(ValueError, match=message):
            count(shape, way, ranks, tokens)


def test_a_text_has_at_least_one_token():
    for count in (step_operations, cache_bytes):
        with pytest.raises(ValueError, match=r"tokens must be at least 1\. Got 0"):
            count(LLAMA, 0)
