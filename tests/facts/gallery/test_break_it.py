"""What docs/gallery/break-it.md says in general."""

from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from attention import GPT
from attention.examples import load_trained, story_ids, story_vocabulary
from attention.gallery import BROKEN_LINES, gpt_logits
from attention.text import split_words
from tests.attention.expect import assert_close, random
from tests.facts.says import says

TEXT = split_words("In summer the river was low and slow, and the dog slept")
IDS = torch.tensor([story_vocabulary.index(word) for word in TEXT])
KEYS = {line.key: line for line in BROKEN_LINES}
ALIKE_ALONE = {"order=kqv", "split=view", "scale=one", "future", "mask=weights"}
ALIKE_ALONE |= {"softmax=queries", "merge=view"}


def model_of(num_layers: int, num_heads: int = 2, seed: int = 0) -> GPT:
    """A model with numbers of its own in every parameter."""
    model = GPT(126, 24, 32, num_layers, num_heads).double().eval()
    for number, parameter in enumerate(model.parameters()):
        drawn = random(*parameter.shape, seed=100 * seed + number)
        parameter.data = 0.3 * drawn + (parameter.dim() == 1)
    return model


def attend_by_head(layer: Any, key: str) -> None:
    """Make a layer compute each head by itself, and the mistake that a key names."""

    def split(made: torch.Tensor) -> list[torch.Tensor]:
        if key == "split=view":
            parts = made.flatten().chunk(layer.num_heads)
            return [part.unflatten(0, (len(made), -1)) for part in parts]
        return list(made.chunk(layer.num_heads, dim=-1))

    def context(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
        scale = 1 if key == "scale=one" else q.shape[1] ** -0.5
        every = (scale * torch.einsum("if,jf->ij", q, k)).exp()
        seen = every if key == "future" else every.tril()
        divisor = {
            "mask=weights": every.sum(1, keepdim=True),
            "softmax=queries": seen.sum(0, keepdim=True),
        }.get(key, seen.sum(1, keepdim=True))
        return torch.einsum("ij,jf->if", seen / divisor, v)

    def forward(x: torch.Tensor) -> torch.Tensor:
        linears = [layer.W_query, layer.W_key, layer.W_value]
        if key == "order=kqv":
            linears[:2] = layer.W_key, layer.W_query
        heads = zip(*(split(linear(x[0])) for linear in linears), strict=True)
        contexts = [context(*head) for head in heads]
        merged = torch.cat(contexts, dim=0 if key == "merge=view" else 1).view_as(x)
        return merged if key == "out=none" else layer.out_proj(merged)

    layer.forward = forward


def drop_residual(block: Any) -> None:
    def forward(x: torch.Tensor) -> torch.Tensor:
        x = block.attention(block.norm_1(x))
        return x + block.feed_forward(block.norm_2(x))

    block.forward = forward


@torch.no_grad()
@pytest.mark.parametrize("key", KEYS)
def test_a_broken_line_is_the_mistake_that_its_key_names(key: str):
    says(
        "gallery/break-it",
        "A mistake replaces a piece of one of these lines, and the changed function is run.",
    )
    assert f"](../{KEYS[key].page})" in Path("docs/gallery/break-it.md").read_text(
        "utf-8"
    )
    model: Any = model_of(2, 4)
    ids = story_ids[40:60]
    broken = KEYS[key].logits(model, ids)
    assert (broken - gpt_logits(model, ids)).abs().max() > 0.05
    if key == "order":
        model.positions = None
    elif key == "positions=1":
        table = model.positions.pos_emb.weight
        table.data = table.roll(-1, dims=0)
    elif key == "norm=last":
        model.final_norm = nn.Identity()
    for block in model.blocks:
        attend_by_head(block.attention, key)
        if key == "residual":
            drop_residual(block)
    assert_close(model(ids[None])[0], broken)


@torch.no_grad()
def test_the_function_computes_what_the_model_computes():
    says(
        "gallery/break-it",
        "It takes the parameters of a `GPT` with its default attention, and computes what the model itself computes without dropout:",
    )
    for num_layers, num_heads in ((1, 2), (3, 1), (2, 8)):
        model = model_of(num_layers, num_heads)
        for ids in (story_ids[:24], story_ids[5:6], story_ids[9:20]):
            assert_close(gpt_logits(model, ids), model(ids[None])[0])


@torch.no_grad()
def test_with_one_token_seven_mistakes_change_nothing():
    says(
        "gallery/break-it",
        "With one token there is one score, and whatever it is, its weight is 1: with any scale, with queries and keys exchanged, over queries or over keys, and with or without a mask.",
        "Nor does it matter whether the features of a single token are cut into heads with a transpose or without.",
        "So seven of the twelve mistakes change nothing.",
    )
    for seed in range(3):
        model, ids = model_of(2, 4, seed), story_ids[seed : seed + 1]
        right = gpt_logits(model, ids)
        off = {
            k: (line.logits(model, ids) - right).abs().max() for k, line in KEYS.items()
        }
        assert {key for key, each in off.items() if each < 1e-9} == ALIKE_ALONE
    assert len(ALIKE_ALONE) == 7


@torch.no_grad()
def test_without_a_mask_the_last_logits_of_one_block_stay_the_same():
    says(
        "gallery/break-it",
        "At the last position, the causal mask hides nothing.",
        "Without it, and with a mask that comes after the softmax, this model's last logits stay the same.",
        "Only the last logits are used to write, so the model without a mask writes the same text.",
        "No, only with one block.",
        "The keys and values of a second block are made from what the first block returned at earlier positions, and that did change.",
    )
    trained: Any = load_trained("story").double()
    for key in ("future", "mask=weights"):
        for num_layers in (1, 2, 3):
            model = trained if num_layers == 1 else model_of(num_layers)
            for start in range(0, 400, 80):
                ids = story_ids[start : start + 12]
                off = KEYS[key].logits(model, ids) - gpt_logits(model, ids)
                assert (off[-1].abs().max() < 1e-9) == (num_layers == 1)
                assert off[0].abs().max() > 1e-3
    ids = IDS[:4]
    while len(ids) < 24:
        ids = torch.cat([ids, KEYS["future"].logits(trained, ids)[-1:].argmax(-1)])
    assert ids.equal(trained.generate(IDS[None, :4], 20)[0])


@torch.no_grad()
def test_the_right_model_says_what_comes_next():
    says(
        "gallery/break-it",
        "From the third word on, the right model's most probable word is the one that comes next.",
    )
    model: Any = load_trained("story").double()
    said = gpt_logits(model, IDS).argmax(dim=-1)
    start = int((story_ids.unfold(0, 12, 1) == IDS).all(dim=1).nonzero())
    assert said[2:].equal(story_ids[start + 3 : start + 13])
