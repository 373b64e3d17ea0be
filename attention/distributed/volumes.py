"""Memory and traffic of a training step, counted from shapes.

On n ranks, a step takes n sequences of S tokens. Each rank does a share of the work of
1 / n, so that the ways of dividing it can be compared. With N weights, L layers and d
features, a rank keeps

    2 N / n_w + 2 N / n_g + 12 N / n_o    weights, gradients, and Adam's numbers
    2 L d S                               the inputs of all blocks

bytes, where n_w, n_g and n_o are n for what is in shards and 1 otherwise, and the
blocks are computed again in the backward pass (checkpointing). Weights, gradients and
features have two bytes; Adam keeps a float32 copy of the weights and two moments.

What a rank sends assumes rings, and experts that are chosen evenly. Norms, biases,
logits and whatever a block needs while it is computed are not counted: both numbers
are lower bounds.
"""

from math import ceil
from typing import NamedTuple

from attention.checks import check_sizes
from attention.modern.costs import Costs, grouped_costs, latent_costs

WAYS = (
    *("data", "zero-1", "zero-2", "zero-3"),
    *("tensor", "pipeline", "ring", "ulysses", "experts"),
)
"""Ways to divide a training step: its batch, its layers, its sequences, its experts."""


class Shape(NamedTuple):
    """The sizes of a decoder.

    Attributes:
        num_layers: Blocks.
        d_model: Features of a token between blocks.
        num_heads: Heads of a block.
        num_kv_groups: Different keys and values of a token.
        query_dim: Features of a query and of a key.
        value_dim: Features of a value.
        attention: What one attention layer costs.
        feed_forward: Weights of a block's feed-forward network, or of what each token
            uses beside the experts that it chooses: shared experts and the router.
        vocab: Words, which each have a row in the matrix of logits.
        looked_up: Rows of tables of which a token reads one: positions, and words,
            unless the matrix of logits is their table.
        compressed: Features to which latent attention compresses queries, keys and
            values, by matrices that tensor parallelism copies.
        num_dense: Blocks, of those with experts in the others, that have none.
        dense_feed_forward: Weights of the feed-forward network of such a block.
        num_experts: Experts of a block to choose from.
        num_chosen: Experts that a token chooses.
        expert: Weights of one expert.
    """

    num_layers: int
    d_model: int
    num_heads: int
    num_kv_groups: int
    query_dim: int
    value_dim: int
    attention: Costs
    feed_forward: int
    vocab: int
    looked_up: int
    compressed: int = 0
    num_dense: int = 0
    dense_feed_forward: int = 0
    num_experts: int = 0
    num_chosen: int = 0
    expert: int = 0

    @property
    def expert_layers(self) -> int:
        """Blocks with experts."""
        return self.num_layers - self.num_dense if self.num_experts else 0

    @property
    def expert_weights(self) -> int:
        """Weights of all experts that can be chosen."""
        return self.expert_layers * self.num_experts * self.expert

    @property
    def weights(self) -> int:
        """All weights, without norms and biases."""
        blocks = self.num_layers * self.attention.weights
        dense = self.num_dense * self.dense_feed_forward
        others = (self.num_layers - self.num_dense) * self.feed_forward
        tables = (self.vocab + self.looked_up) * self.d_model
        return blocks + dense + others + tables + self.expert_weights

    @property
    def active(self) -> int:
        """Weights that a token is multiplied with."""
        left_out = (self.num_experts - self.num_chosen) * self.expert
        tables = self.looked_up * self.d_model
        return self.weights - tables - self.expert_layers * left_out

    @property
    def copied(self) -> int:
        """Weights that tensor parallelism does not divide."""
        routers = self.expert_layers * self.num_experts
        return (routers + self.num_layers * self.compressed) * self.d_model

    @property
    def kv_weights(self) -> int:
        """Weights that make keys and values for the groups, and none if latent."""
        width = 0 if self.compressed else self.query_dim + self.value_dim
        return self.num_layers * self.d_model * self.num_kv_groups * width


SHAPES = {
    "GPT-2": Shape(
        *(12, 768, 12, 12, 64, 64),
        attention=grouped_costs(768, 12, 12, 64),
        feed_forward=2 * 768 * 3072,
        vocab=50257,
        looked_up=1024,
    ),
    "Llama 3 70B": Shape(
        *(80, 8192, 64, 8, 128, 128),
        attention=grouped_costs(8192, 64, 8, 128),
        feed_forward=3 * 8192 * 28672,
        vocab=128256,
        looked_up=128256,
    ),
    "DeepSeek-V3": Shape(
        *(61, 7168, 128, 128, 128 + 64, 128),
        attention=latent_costs(7168, 128, 128, 512, 64, 1536),
        feed_forward=3 * 7168 * 2048 + 256 * 7168,
        vocab=129280,
        looked_up=129280,
        compressed=1536 + 512 + 64,
        num_dense=3,
        dense_feed_forward=3 * 7168 * 18432,
        num_experts=256,
        num_chosen=8,
        expert=3 * 7168 * 2048,
    ),
}
"""Shapes of published models, by name."""


class Memory(NamedTuple):
    """Bytes that a rank keeps.

    Attributes:
        weights: Weights in bfloat16.
        gradients: Their gradients in bfloat16.
        optimizer: Adam's three float32 numbers for each weight.
        activations: The inputs of the blocks, for the backward pass.
    """

    weights: float
    gradients: float
    optimizer: float
    activations: float

    @property
    def total(self) -> float:
        """All of them."""
        return sum(self)


def bytes_kept(shape: Shape, way: str, ranks: int, tokens: int) -> Memory:
    """Return the bytes that the fullest rank keeps in a training step.

    Each rank that has all layers takes one sequence at a time. Tensor parallelism
    divides a sequence between its layers, too (sequence parallelism), and a pipeline
    runs 1F1B, with as many sequences in flight as ranks.

    Args:
        shape: Of the model.
        way: One of `WAYS`: how the step is divided.
        ranks: The number of ranks.
        tokens: Tokens of a sequence.

    Raises:
        ValueError: If the way is unknown, or the ranks do not divide what it divides.
    """
    _check(shape, way, ranks, tokens)
    stage = int(way[-1]) if way.startswith("zero") else 0
    copies = max(ranks / shape.num_kv_groups, 1) - 1
    own = shape.weights - shape.copied + copies * shape.kv_weights  # of all ranks
    blocks = ceil(shape.num_layers / ranks) if way == "pipeline" else shape.num_layers
    count = {
        "tensor": own / ranks + shape.copied,
        "pipeline": shape.weights * blocks / shape.num_layers,
        "experts": shape.weights - shape.expert_weights * (1 - 1 / ranks),
    }.get(way, shape.weights)
    shares = {"pipeline": ranks} | dict.fromkeys(
        ("tensor", "ring", "ulysses"), 1 / ranks
    )
    inputs = blocks * tokens * shares.get(way, 1)  # of sequences that a rank has
    return Memory(
        weights=2 * count / (ranks if stage >= 3 else 1),
        gradients=2 * count / (ranks if stage >= 2 else 1),
        optimizer=12 * count / (ranks if stage >= 1 else 1),
        activations=2 * shape.d_model * inputs,
    )


def bytes_sent(shape: Shape, way: str, ranks: int, tokens: int) -> float:
    """Return the bytes that a rank sends in a training step.

    Args:
        shape: Of the model.
        way: One of `WAYS`: how the step is divided.
        ranks: The number of ranks.
        tokens: Tokens of a sequence, of which the step has as many as ranks.

    Raises:
        ValueError: If the way is unknown, or the ranks do not divide what it divides.
    """
    _check(shape, way, ranks, tokens)
    if ranks == 1:
        return 0.0
    passed_on = (ranks - 1) / ranks  # of what is gathered or scattered
    features = 2.0 * shape.d_model * tokens  # bytes of a sequence between blocks
    gradients = 2 * passed_on * 2 * shape.weights
    cached = 2 * shape.attention.cached * tokens  # bytes of a block's keys and values
    numbers = shape.num_heads + max(shape.num_kv_groups, ranks)
    numbers *= shape.query_dim + shape.value_dim  # that a token exchanges in a block
    travel = 2 * passed_on * shape.num_chosen * features  # there and back
    others = 2 * passed_on * 2 * (shape.weights - shape.expert_weights)
    return {
        "zero-3": gradients * 3 / 2,
        # Of the forward pass that is repeated, one of two all-reduces.
        "tensor": shape.num_layers * (2 + 1 + 2) * 2 * passed_on * ranks * features,
        "pipeline": 2 * ranks * features,
        "ring": gradients + shape.num_layers * (4 * ranks - 3) * cached,
        "ulysses": gradients + shape.num_layers * 3 * passed_on * 2 * numbers * tokens,
        "experts": others + shape.expert_layers * 3 * travel,
    }.get(way, gradients)


def step_operations(shape: Shape, tokens: int) -> float:
    """Return the floating-point operations of a rank in a training step.

    These are a forward pass, its repetition, and a backward pass of twice the work. A
    multiply-add is two operations, and a query has the keys up to its own token.

    Args:
        shape: Of the model.
        tokens: Tokens of a sequence.
    """
    check_sizes(tokens=tokens)
    pairs = tokens * (tokens + 1) / 2
    scores = shape.num_heads * (shape.query_dim + shape.value_dim) * pairs
    return 4 * 2 * (shape.active * tokens + shape.num_layers * scores)


def cache_bytes(shape: Shape, tokens: int) -> int:
    """Return the bytes of the keys and values, or latent vectors, of a text.

    Args:
        shape: Of the model.
        tokens: Tokens of the text.
    """
    check_sizes(tokens=tokens)
    return 2 * shape.num_layers * shape.attention.cached * tokens


def _check(shape: Shape, way: str, ranks: int, tokens: int) -> None:
    check_sizes(ranks=ranks, tokens=tokens)
    if way not in WAYS:
        raise ValueError(f"way must be one of {', '.join(WAYS)}. Got {way!r}.")
    if way == "pipeline" and ranks > shape.num_layers:
        raise ValueError(
            f"ranks must be at most {shape.num_layers}, the layers. Got {ranks}."
        )
    divided = {
        "tensor": ("heads", shape.num_heads),
        "ulysses": ("heads", shape.num_heads),
        "ring": ("tokens", tokens),
        "experts": ("experts", shape.num_experts),
    }
    what, number = divided.get(way, ("", ranks))
    if number < 1 or number % ranks:
        raise ValueError(f"ranks must divide {number} {what}. Got {ranks}.")
