"""Docstrings that are written for the source read well in the reference too."""

import griffe
import pytest

from publish.docstrings import Docstrings, markdown
from publish.project import Project

TEXT = """Cut each row.

x:         (..., width)
num_heads: pieces of each row,
           at least 1
returns:   (..., num_heads)

For a sequence:

    Z_h = softmax(a < b)
      + M

Note: this is prose.

Raises ValueError if x has no axis.
"""


def test_columns_become_definitions_and_indented_lines_keep_their_shape() -> None:
    assert markdown(TEXT, {"x", "num_heads", "returns"}) == (
        "Cut each row.\n\n"
        "`x`\n:   (..., width)\n\n"
        "`num_heads`\n:   pieces of each row, at least 1\n\n"
        "*returns*\n:   (..., num_heads)\n\n"
        "For a sequence:\n\n"
        '<p class="lines"><code>Z_h = softmax(a &lt; b)\n  + M</code></p>\n\n'
        "Note: this is prose.\n\n"
        "**Raises** `ValueError` if x has no axis."
    )


def test_names_that_share_a_description_share_a_line() -> None:
    said = markdown("W_q, W_k: made in turn\nand trained", {"W_q", "W_k"})
    assert said == "`W_q`, `W_k`\n:   made in turn and trained"


@pytest.fixture(scope="module")
def package(project: Project) -> griffe.Module:
    loaded = griffe.load(
        "attention",
        search_paths=[project.root],
        extensions=griffe.load_extensions(Docstrings),
    )
    assert isinstance(loaded, griffe.Module)
    return loaded


def test_only_what_the_package_exports_is_public(package: griffe.Module) -> None:
    module = package["causal_attention"]
    assert module["CausalAttention"].public
    assert not module["leave_out_saved_mask"].public
    assert package["plotting.style.COLOURS"].public
    assert not package["plotting.style.WIDTH"].public


@pytest.mark.parametrize(
    "name", ["softmax.naive_softmax", "multi_head.MultiHeadAttention", "example.tokens"]
)
def test_a_name_leads_to_the_lines_that_define_it(
    package: griffe.Module, project: Project, name: str
) -> None:
    obj = package[name]
    address = obj.docstring.value.rpartition("[Source](repo:")[2].partition(")")[0]
    file, _, lines = address.partition("#L")
    first, last = (int(number) for number in lines.split("-L"))
    source = (project.root / file).read_text(encoding="utf-8").splitlines()
    assert name.partition(".")[2] in source[first - 1]
    assert last >= first


def test_a_constant_without_words_shows_its_value(package: griffe.Module) -> None:
    assert "'journey'" in package["example.tokens"].docstring.value


def test_no_description_of_a_parameter_is_left_in_columns(
    package: griffe.Module,
) -> None:
    """A line such as ``x:   (..., width)`` that stays is a misspelt name."""
    left = []
    for module in package.modules.values():
        for member in module.members.values():
            inner = [] if member.is_alias else list(member.members.values())
            for obj in (member, *inner):
                if obj.is_alias or obj.docstring is None:
                    continue
                lines = obj.docstring.value.splitlines()
                left += [f"{obj.path}: {line}" for line in lines if ":  " in line[:20]]
    assert [line for line in left if ": :   " not in line] == []


def test_a_value_that_looks_like_a_tag_is_shown_as_it_is(
    package: griffe.Module,
) -> None:
    assert "'<pad>'" in package["words.SPECIAL_TOKENS"].docstring.value
    assert markdown("Begins with <bos>, not `<pad>`.", set()) == (
        "Begins with &lt;bos>, not `<pad>`."
    )


def test_a_module_that_shares_its_name_with_a_function_is_described_once(
    package: griffe.Module,
) -> None:
    assert package["plotting"]["heatmap"].docstring.value.count("[Source]") == 1
