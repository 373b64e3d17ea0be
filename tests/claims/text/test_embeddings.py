"""What is behind the general sentences of docs/text/embeddings.md."""

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st

from attention import inputs, look_up, sinusoidal_positions


@given(st.lists(st.integers(0, 8), min_size=2, max_size=6), st.data())
def test_a_lookup_ignores_the_other_ids(ids: list[int], data: st.DataObject) -> None:
    embedding = torch.nn.Embedding(9, 3)
    place = data.draw(st.integers(0, len(ids) - 1))
    alone = embedding(torch.tensor(ids[place]))
    assert torch.equal(embedding(torch.tensor(ids))[place], alone)
    assert embedding(torch.tensor([ids, ids])).shape == (2, len(ids), 3)


@given(st.integers(1, 20), st.integers(1, 8), st.data())
def test_a_linear_layer_of_one_hot_rows_is_the_lookup(
    num_ids: int, width: int, data: st.DataObject
) -> None:
    ids = torch.tensor(data.draw(st.lists(st.integers(0, num_ids - 1), min_size=1)))
    embedding = torch.nn.Embedding(num_ids, width)
    linear = torch.nn.Linear(num_ids, width, bias=False)
    linear.weight.data = embedding.weight.data.T
    rows = F.one_hot(ids, num_ids).float()
    assert torch.equal(linear(rows), embedding(ids))
    E = embedding.weight
    for row, number, vector in zip(rows, ids, look_up(ids, E), strict=True):
        assert torch.equal(row @ E, vector)
        assert torch.equal(sum(row[i] * E[i] for i in range(num_ids)), vector)
        assert torch.equal(E[number], vector)


@given(
    st.floats(0, 180),
    st.floats(0.1, 10),
    st.floats(0.1, 10),
    st.floats(0, 6),
)
def test_the_sign_of_a_dot_product_is_that_of_the_angle(
    degrees: float, a: float, b: float, turn: float
) -> None:
    angle = torch.deg2rad(torch.tensor(degrees, dtype=torch.float64))
    directions = torch.stack([torch.zeros_like(angle), angle]) + turn
    first, second = torch.stack([directions.cos(), directions.sin()], dim=1)
    dot = (a * first) @ (b * second)
    lengths = (a * first).norm() * (b * second).norm()
    cosine = torch.cosine_similarity(a * first, b * second, dim=0)
    assert dot == pytest.approx(a * b * angle.cos().item(), abs=1e-12)
    assert cosine == pytest.approx(angle.cos().item(), abs=1e-12)
    assert dot / lengths == pytest.approx(angle.cos().item(), abs=1e-12)
    if abs(degrees - 90) > 1e-6:
        assert (dot > 0) == (degrees < 90)


def test_the_running_example_is_positive_and_with_is_shortest() -> None:
    assert inputs.gt(0).all()
    assert (inputs @ inputs.T).gt(0).all()
    assert inputs.norm(dim=1).argmin() == 3


@given(st.floats(0.01, 100), st.integers(0, 50))
def test_scaling_changes_the_dot_product_and_not_the_cosine(
    factor: float, seed: int
) -> None:
    generator = torch.Generator().manual_seed(seed)
    a, b = torch.randn(2, 5, generator=generator, dtype=torch.float64)
    cosine = torch.cosine_similarity(a, b, dim=0)
    assert torch.isclose(torch.cosine_similarity(a, factor * b, dim=0), cosine)
    assert torch.isclose(a @ (factor * b), factor * (a @ b))


@given(st.lists(st.integers(0, 8), min_size=1, max_size=12), st.integers(0, 20))
def test_a_row_gathers_the_gradients_of_its_positions(
    ids: list[int], seed: int
) -> None:
    generator = torch.Generator().manual_seed(seed)
    table = torch.randn(9, 3, generator=generator, requires_grad=True)
    vectors = F.embedding(torch.tensor(ids), table)
    loss = vectors.pow(3).sum() + vectors.prod(dim=0).sum()
    of_table, of_vectors = torch.autograd.grad(loss, (table, vectors))
    for i in range(9):
        total = sum(
            (of_vectors[t] for t in range(len(ids)) if ids[t] == i), torch.zeros(3)
        )
        assert torch.allclose(of_table[i], total, atol=1e-5)
        assert i in ids or of_table[i].eq(0).all()


def _train(optimizer: type[torch.optim.Optimizer], **settings: float) -> torch.Tensor:
    """The table after each step: row 1 is looked up in the first step only."""
    table = torch.nn.Embedding(4, 3)
    steps = optimizer(table.parameters(), lr=0.05, **settings)
    history = [table.weight.detach().clone()]
    for ids in [[1, 2]] + 20 * [[2]]:
        steps.zero_grad()
        table(torch.tensor(ids)).pow(2).sum().backward()
        steps.step()
        history.append(table.weight.detach().clone())
    return torch.stack(history)


@pytest.mark.parametrize("seed", range(3))
def test_plain_sgd_moves_no_row_without_a_gradient(seed: int) -> None:
    torch.manual_seed(seed)
    history = _train(torch.optim.SGD)
    assert torch.equal(history[-1][[0, 3]], history[0][[0, 3]])
    assert torch.equal(history[-1][1], history[1][1])
    moved = _train(torch.optim.SGD, momentum=0.9)  # which is not plain
    assert not torch.equal(moved[-1][1], moved[1][1])
    shrunk = _train(torch.optim.SGD, weight_decay=0.1)
    assert not torch.equal(shrunk[-1][0], shrunk[0][0])


@pytest.mark.parametrize("seed", range(3))
def test_adam_and_adamw_move_rows_without_a_gradient(seed: int) -> None:
    torch.manual_seed(seed)
    adam = _train(torch.optim.Adam)
    assert (adam[2:, 1] != adam[1:-1, 1]).any(dim=1).all()
    assert torch.equal(adam[-1][0], adam[0][0])
    no_average = _train(torch.optim.Adam, betas=(0.0, 0.999))
    assert torch.equal(no_average[-1][1], no_average[1][1])
    adamw = _train(torch.optim.AdamW)
    assert (adamw[1:, 0].abs() < adamw[:-1, 0].abs()).all()
    # Rows with a gradient are pulled as well, though they may grow all the same.
    start = torch.randn(4, 3)
    after = []
    for settings in ({}, {"weight_decay": 0.0}):
        table = torch.nn.Parameter(start.clone())
        optimizer = torch.optim.AdamW([table], lr=0.05, **settings)
        table[torch.tensor([1, 2])].pow(2).sum().backward()
        optimizer.step()
        after.append(table.detach())
    assert torch.allclose(after[0] - after[1], -0.05 * 0.01 * start, atol=1e-6)


@pytest.mark.parametrize("seed", range(3))
def test_a_shared_table_has_a_gradient_in_each_row(seed: int) -> None:
    torch.manual_seed(seed)
    table = torch.randn(9, 3, requires_grad=True)
    logits = table[torch.tensor([4])] @ table.T
    F.cross_entropy(logits, torch.tensor([6])).backward()
    assert table.grad.ne(0).any(dim=1).all()


def test_half_of_all_seeds_make_cat_and_dog_alike() -> None:
    cosines = []
    for seed in range(200):
        torch.manual_seed(seed)
        cat, dog = torch.nn.Embedding(5, 3).weight[:2].detach()
        cosines.append(torch.cosine_similarity(cat, dog, dim=0).item())
    assert 70 < sum(cosine > 0 for cosine in cosines) < 130


@pytest.mark.parametrize("width", [2, 3, 64])
def test_dot_products_survive_any_rotation(width: int) -> None:
    torch.manual_seed(width)
    vectors = torch.randn(6, width, dtype=torch.float64)
    turn = torch.linalg.qr(torch.randn(width, width, dtype=torch.float64)).Q
    assert not torch.allclose(vectors, vectors @ turn)
    before, after = (
        (x @ x.T, x.norm(dim=1), torch.cosine_similarity(x[:, None], x, dim=-1))
        for x in (vectors, vectors @ turn)
    )
    for a, b in zip(before, after, strict=True):
        assert torch.allclose(a, b)


@pytest.mark.parametrize("width", [16, 64, 512])
def test_nn_embedding_is_level_with_positions_without_the_factor(width: int) -> None:
    torch.manual_seed(width)
    words = torch.nn.Embedding(1000, width).weight.detach()
    positions = sinusoidal_positions(torch.arange(100), width)
    assert words.std() == pytest.approx(1, abs=0.03)
    ratio = words.std() / positions.std()
    assert 1.4 < ratio < 1.8
    assert (width**0.5 * words).std() / positions.std() > 0.99 * width**0.5 * ratio
