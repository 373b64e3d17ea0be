"""Right answers in other styles than the solutions': none of them is called wrong."""

from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

from attention.practice import judge
from attention.practice.tasks import block, cache, cross, grouped, heads, rotary

INF = torch.inf


def mask_of_positions(num_queries: int, num_keys: int) -> Tensor:
    places = torch.arange(num_keys)
    return places <= places[num_keys - num_queries :, None]


def softmax_by_logsumexp(scores: Tensor) -> Tensor:
    return torch.exp(scores - scores.logsumexp(-1, keepdim=True))


def softmax_in_float32(scores: Tensor) -> Tensor:
    shares = torch.exp(scores.float() - scores.float().amax(-1, True))
    return shares / shares.sum(-1, True)


def attend_einsum(
    queries: Tensor, keys: Tensor, values: Tensor, mask: Tensor | None = None
) -> Tensor:
    scores = torch.einsum("...qd,...kd->...qk", queries, keys) * keys.size(-1) ** -0.5
    if mask is not None:
        scores = torch.where(mask, scores, -1e9)
    return torch.einsum("...qk,...kd->...qd", scores.softmax(-1), values)


class LoopOverHeads(heads.MultiHeadAttention):
    def forward(self, x: Tensor) -> Tensor:
        hidden = torch.full((x.shape[1], x.shape[1]), -INF, device=x.device).triu(1)
        outs = []
        for h in range(self.num_heads):
            own = slice(h * self.head_dim, (h + 1) * self.head_dim)
            q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
            scores = q[..., own] @ k[..., own].mT / self.head_dim**0.5 + hidden
            outs.append(scores.softmax(-1) @ v[..., own])
        return self.out_proj(torch.cat(outs, -1))


class Fused(cross.CrossAttention):
    def forward(self, x: Tensor, context: Tensor, mask: Tensor) -> Tensor:
        q, k, v = (
            t.unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
            for t in (self.W_query(x), self.W_key(context), self.W_value(context))
        )
        out = F.scaled_dot_product_attention(q, k, v, mask[:, None, None])
        return self.out_proj(out.transpose(1, 2).flatten(2))


class FromPositions(cache.CachedAttention):
    def forward(self, x: Tensor, cache: Any = None) -> Any:
        q = self.split(self.W_query(x))
        k, v = self.split(self.W_key(x)), self.split(self.W_value(x))
        start = 0 if cache is None else cache[0].size(2)
        if cache is not None:
            k, v = (torch.cat(pair, -2) for pair in zip(cache, (k, v), strict=True))
        places = torch.arange(k.size(2), device=x.device)
        out = F.scaled_dot_product_attention(q, k, v, places <= places[start:, None])
        return self.out_proj(out.transpose(1, 2).flatten(2)), (k, v)


def rotate_half(x: Tensor, start: int) -> Tensor:
    d = x.size(-1)
    speeds = 1 / (10000 ** (torch.arange(0, d, 2).float() / d))
    angles = torch.outer(torch.arange(start, start + x.size(-2)).float(), speeds)
    angles = torch.cat((angles, angles), -1).to(x.device)
    half = torch.cat((-x[..., d // 2 :], x[..., : d // 2]), -1)
    return x * angles.cos() + half * angles.sin()


class RotateHalf(rotary.RotaryAttention):
    def forward(self, x: Tensor, cache: Any = None) -> Any:
        start = 0 if cache is None else cache[0].size(2)
        q = rotate_half(self.split(self.W_query(x)), start)
        k = rotate_half(self.split(self.W_key(x)), start)
        v = self.split(self.W_value(x))
        if cache is not None:
            k, v = torch.cat((cache[0], k), 2), torch.cat((cache[1], v), 2)
        places = torch.arange(k.size(2), device=x.device)
        out = F.scaled_dot_product_attention(q, k, v, places <= places[start:, None])
        return self.out_proj(out.transpose(1, 2).flatten(2)), (k, v)


class Broadcast(grouped.GroupedAttention):
    def forward(self, x: Tensor) -> Tensor:
        q = self.W_query(x).unflatten(-1, (self.num_groups, -1, self.head_dim))
        k = self.W_key(x).unflatten(-1, (self.num_groups, -1))
        v = self.W_value(x).unflatten(-1, (self.num_groups, -1))
        scores = torch.einsum("bqgrd,bkgd->bgrqk", q, k) / self.head_dim**0.5
        later = torch.ones(scores.shape[-2:], device=x.device).triu(1).bool()
        weights = scores.masked_fill(later, torch.finfo(scores.dtype).min).softmax(-1)
        return self.out_proj(torch.einsum("bgrqk,bkgd->bqgrd", weights, v).flatten(2))


def tiles_merged(queries: Tensor, keys: Tensor, values: Tensor, tile: int) -> Tensor:
    logs, outs = [], []
    for k, v in zip(keys.split(tile), values.split(tile), strict=True):
        scores = queries @ k.T / queries.shape[1] ** 0.5
        logs.append(scores.logsumexp(1))
        outs.append(scores.softmax(1) @ v)
    shares = torch.stack(logs).softmax(0)
    return (shares[..., None] * torch.stack(outs)).sum(0)


def word_by_word(logits: Tensor, temperature: float, top_p: float) -> Tensor:
    p = (logits / temperature).softmax(-1)
    kept = torch.zeros_like(p)
    for row in range(len(p)):
        total = 0.0
        for word in p[row].argsort(descending=True):
            kept[row, word] = p[row, word]
            total += p[row, word].item()
            if total >= top_p:
                break
    return kept / kept.sum(-1, keepdim=True)


def shares_of_all(scores: Tensor, top_k: int) -> tuple[Tensor, Tensor]:
    weights, experts = scores.softmax(-1).topk(top_k)
    return experts, weights / weights.sum(-1, keepdim=True)


class Shortcut(block.Block):
    def forward(self, x: Tensor) -> Tensor:
        shortcut = x
        x = self.attention(self.norm_1(x)) + shortcut
        shortcut = x
        return self.feed_forward(self.norm_2(x)) + shortcut


OTHERS = [
    ("mask", mask_of_positions),
    ("softmax", softmax_by_logsumexp),
    ("softmax", softmax_in_float32),
    ("attention", attend_einsum),
    ("attention", F.scaled_dot_product_attention),
    ("heads", LoopOverHeads),
    ("cross", Fused),
    ("cache", FromPositions),
    ("rotary", RotateHalf),
    ("grouped", Broadcast),
    ("tiles", tiles_merged),
    ("sampling", word_by_word),
    ("router", shares_of_all),
    ("block", Shortcut),
]


@pytest.mark.parametrize(("task", "answer"), OTHERS)
def test_a_right_answer_in_another_style_is_right(task: str, answer: Any):
    judge(task, answer).require()
