"""Each thing that must not pass, done on purpose, and the words that stop it."""

import json

import pytest

from publish.snapshots.ledger import digest
from tests.course_of_one_page import Course, copied

pytestmark = pytest.mark.slow

PAGE = "docs/part/page.md"
IDEAS = "snippets/part/page"
NUMBERS = '```python\n--8<-- "part/page/numbers'
FIGURE = "![A line through 0.25 and 0.5.](../figures/part/page/figure.svg)"
SOURCE = '```python\n--8<-- "attention/examples/example_sentence.py"\n```'


def only(problems: list[str], *words: str) -> None:
    """There is a complaint, and the first one says all of this."""
    assert problems, "nothing was found"
    for word in words:
        assert word in problems[0]


def test_the_whole_course_passes(course: Course) -> None:
    assert course.executed() + course.read() + course.built() == []


# --- outputs -----------------------------------------------------------------


def test_a_digit_of_an_output_moved_by_one_unit(course: Course) -> None:
    course.edit(f"{IDEAS}/numbers.out", "0.1250", "0.1251")
    only(course.executed(), "part/page/numbers", "numbers.out is not what was accepted")


def test_a_digit_of_an_output_moved_further(course: Course) -> None:
    course.edit(f"{IDEAS}/numbers.out", "0.1250", "0.1350")
    problems = course.executed()
    only(problems, "numbers.out is not what was accepted")
    says = ("docs/part/page.md", "expected '0.1350', got '0.1250'", "make outputs")
    only(problems[1:], *says)


def test_a_digit_moved_and_its_hash_moved_with_it(course: Course) -> None:
    course.edit(f"{IDEAS}/numbers.out", "0.1250", "0.1350")
    ledger = course.root / "snippets/accepted.json"
    accepted = json.loads(ledger.read_text())
    new = digest((course.root / f"{IDEAS}/numbers.out").read_bytes())
    accepted["part/page/numbers"][".out"] = new
    ledger.write_text(json.dumps(accepted))
    only(course.executed(), "expected '0.1350', got '0.1250'")


def test_a_digit_that_other_code_printed(course: Course) -> None:
    course.edit(f"{IDEAS}/numbers.py", "halves.prod()", "halves.prod() + 1e-4")
    only(
        course.executed(), "part/page/numbers: its code", "has changed", "make outputs"
    )


def test_a_package_that_computes_something_else(course: Course) -> None:
    course.edit("attention/examples/example_sentence.py", "0.05", "0.06")
    course.edit(f"{IDEAS}/nested.py", "inputs.shape", "inputs[5]")
    only(course.executed(), "nested.out differs")


def test_an_error_that_is_no_longer_raised(course: Course) -> None:
    course.edit(f"{IDEAS}/error.py", "torch.ones(2, 3)  #", "torch.ones(3, 2)  #")
    only(course.executed(), "part/page/error", "nothing was raised")


def test_an_error_with_another_message(course: Course) -> None:
    course.edit(f"{IDEAS}/error.py", "torch.ones(2, 3)  #", "torch.ones(2, 5)  #")
    only(course.executed(), "error.err differs", "2x3 and 2x5")


def test_an_error_of_another_type(course: Course) -> None:
    course.edit(f"{IDEAS}/error.py", "torch.ones(2, 3)  #", "missing  #")
    only(course.executed(), "announces 'RuntimeError: mat1", "NameError")


def test_a_figure_whose_data_moved_by_one_percent(course: Course) -> None:
    course.edit(f"{IDEAS}/figure.py", "0.5]", "0.505]")
    only(course.executed(), "part/page/figure: the figure differs", "0.505", "0.5")


def test_a_figure_with_another_label(course: Course) -> None:
    course.edit(f"{IDEAS}/figure.py", '"Halves"', '"Thirds"')
    only(course.executed(), "the figure differs", "Thirds")


def test_a_snippet_that_relies_on_the_one_before(course: Course) -> None:
    course.edit(f"{IDEAS}/solution.py", "from attention.examples import tokens\n\n", "")
    only(course.executed(), "part/page/solution", "NameError: name 'tokens'")


def test_a_module_that_does_not_run_when_pasted(course: Course) -> None:
    module = "attention/examples/example_sentence.py"
    course.edit(module, "import torch\n", "from . import torch\n")
    problems = [line for line in course.executed() if "pasted" in line]
    only(problems, "docs/part/page.md", "sentence.py does not run when it is pasted")


def test_a_snippet_that_warns(course: Course) -> None:
    course.edit(
        f"{IDEAS}/solution.py", "print", "import warnings\n\nwarnings.warn('x')\nprint"
    )
    only(course.executed(), "writes to stderr")


# --- pages -------------------------------------------------------------------


def test_a_snippet_that_no_page_shows(course: Course) -> None:
    course.write(f"{IDEAS}/lonely.py", "print(1)\n")
    only(course.read(), "snippets/part/page/lonely.py is shown on no page")


def test_a_page_that_shows_a_missing_snippet(course: Course) -> None:
    (course.root / IDEAS / "solution.py").unlink()
    only(course.read(), "docs/part/page.md shows snippets/part/page/solution.py")
    only(course.executed(), "file that is missing: part/page/solution.py")
    only(course.built(), "part/page/solution.py")


def test_a_snippet_shown_twice(course: Course) -> None:
    course.write("docs/index.md", '```python\n--8<-- "part/page/nested.py"\n```\n')
    problem = "nested.py is shown on index.md, part/page.md; it belongs on"
    only(course.read()[-1:], problem)


def test_an_output_that_is_left_out(course: Course) -> None:
    course.edit(PAGE, '```text\n--8<-- "part/page/error.err"\n```\n', "")
    says = "shows under error.py nothing; stored is ['part/page/error.err']"
    only(course.read(), says)


def test_an_output_that_belongs_to_another_block(course: Course) -> None:
    course.edit(PAGE, '"part/page/numbers.out"', '"part/page/solution.out"')
    only(course.executed(), "the output shown under numbers is not its own")
    only(course.read(), "shows under numbers.py ['part/page/solution.out']")


def test_a_block_under_a_title_that_prints_something_else(course: Course) -> None:
    course.edit(PAGE, NUMBERS, NUMBERS.replace("python", 'python title="x.py"'))
    assert course.executed() == []
    course.edit(f"{IDEAS}/numbers.py", "0.25", "0.35")
    only(course.executed(), "numbers.out differs")


def test_a_block_in_an_admonition_in_a_tab_that_prints_something_else(
    course: Course,
) -> None:
    course.edit(f"{IDEAS}/nested.py", "inputs.shape", "inputs.T.shape")
    only(course.executed(), "nested.out differs", "[3, 6]")


def test_a_fence_of_tildes(course: Course) -> None:
    course.edit(PAGE, SOURCE, SOURCE.replace("```", "~~~"))
    only(course.read(), "docs/part/page.md, line", "~~~ fences are not run")


def test_an_include_in_a_blockquote(course: Course) -> None:
    course.edit(PAGE, SOURCE, "> " + SOURCE.replace("\n", "\n> "))
    only(course.read(), "nothing is run inside a blockquote")
    only(
        course.rendered(),
        "that is not executed",
        "attention/examples/example_sentence.py",
    )


def test_a_fence_in_another_spelling(course: Course) -> None:
    course.edit(PAGE, SOURCE, SOURCE.replace("python", "py"))
    only(course.read(), "a fence is ```python, ```text or ```console, not ```py")


@pytest.mark.parametrize(
    "typed",
    [
        '<div class="record">0.99</div>',
        "<p class='big block-link'>0.99</p>",
        "Words.\n{: .record }",
    ],
)
def test_a_number_dressed_up_as_the_record_of_a_run(course: Course, typed: str) -> None:
    course.edit(PAGE, "## Numbers\n", f"## Numbers\n\n{typed}\n")
    only(course.read(), "docs/part/page.md types", "is made, never typed")


def test_code_typed_into_a_page(course: Course) -> None:
    course.edit(PAGE, '--8<-- "attention/examples/example_sentence.py"', "print(1)")
    only(course.read(), "code and results are not typed into a page")
    only(course.rendered(), "no file of snippets/ or attention/")


def test_code_typed_as_html(course: Course) -> None:
    html = '<pre><code class="language-python">print(1)</code></pre>'
    course.edit(PAGE, "## A source", f"{html}\n\n## A source")
    says = "docs/part/page.md: a Python block that is not executed"
    only(course.rendered(), says, "print(1)")


def test_a_result_typed_as_html(course: Course) -> None:
    course.edit(PAGE, "## A source", "<pre>0.7500</pre>\n\n## A source")
    only(course.rendered(), "a block that no snippet printed", "0.7500")


@pytest.mark.parametrize(
    ("printed", "says"),
    [
        ("```", "has a fence of its own; open the one that shows it with more"),
        ("--8<-- a", "says --8<--, which would be an include"),
    ],
)
def test_code_that_would_end_its_fence(course: Course, printed: str, says: str) -> None:
    course.write(f"{IDEAS}/nested.py", f'print("""\n{printed}\n""")\n')
    only(course.read(), f"docs/part/page.md: nested.py {says}")


def test_a_block_that_is_skipped(course: Course) -> None:
    course.edit(PAGE, NUMBERS, f"<!--pytest-codeblocks:skip-->\n{NUMBERS}")
    only(course.read(), "blocks are neither joined nor skipped")


def test_a_first_block_that_does_not_say_how_to_install(course: Course) -> None:
    course.edit(f"{IDEAS}/numbers.py", "# pip install attention-verified\n", "")
    only(course.read(), "numbers.py is the first block of docs/part/page.md: begin it")


def test_a_link_to_a_file_that_has_been_moved(course: Course) -> None:
    course.edit(PAGE, "## A source", "[Code](repo:attention/old.py#L1)\n\n## A source")
    only(course.read(), "docs/part/page.md links to attention/old.py, which does not")


# --- numbers -----------------------------------------------------------------


def test_a_digit_of_prose(course: Course) -> None:
    course.edit(PAGE, "The sum is 0.75", "The sum is 0.76")
    only(course.read(), "docs/part/page.md, section “Numbers”: 0.76 stands in no code")


def test_a_digit_of_a_formula(course: Course) -> None:
    course.edit(PAGE, r"\(0.25 \cdot", r"\(0.35 \cdot")
    only(course.read(), "section “Numbers”: 0.35 stands in no code")


def test_a_digit_of_an_alternative_text(course: Course) -> None:
    course.edit(PAGE, "through 0.25 and", "through 0.24 and")
    only(course.read(), "section “A figure”: 0.24 stands in no code")


def test_a_number_of_another_section(course: Course) -> None:
    course.edit(PAGE, "## Nested\n", "## Nested\n\nThe product is 0.125.\n")
    only(course.read(), "section “Nested”: 0.125 stands in no code")


def test_a_figure_that_is_not_shown(course: Course) -> None:
    course.edit(PAGE, FIGURE, "")
    only(course.read(), "docs/part/page.md does not show figures/part/page/figure.svg")


# --- the built site ----------------------------------------------------------


WARNED = {
    "a broken anchor": "'part/page.md#letters', but the doc 'part/page.md' does not",
    "a broken link": "a link 'part/pages.md', but the target is not found",
    "a page outside the nav": "  - part/hidden.md",
}


@pytest.fixture(scope="module")
def warned(whole: Course, tmp_path_factory: pytest.TempPathFactory) -> str:
    """What is said of a course with all of these."""
    course = copied(whole, tmp_path_factory.mktemp("warned") / "course")
    course.edit("docs/index.md", "#numbers", "#letters")
    course.edit("docs/verified.md", "# ", "[Next](part/pages.md)\n\n# ")
    course.write("docs/part/hidden.md", "# Hidden\n")
    (said,) = course.built()
    return said


@pytest.mark.parametrize("what", WARNED)
def test_what_mkdocs_warns_of(warned: str, what: str) -> None:
    assert WARNED[what] in warned


SMUGGLED = {
    '<img src="../nothing.svg" alt="">': "<img src='../nothing.svg'> leads nowhere",
    '<script src="https://cdn.example.org/x.js"></script>': (
        "<script> loads https://cdn.example.org/x.js from another origin"
    ),
    "<style>@import 'https://cdn.example.org/x.css';</style>": (
        "a style loads https://cdn.example.org/x.css from another origin"
    ),
    "<pre>0.7500</pre>": "docs/part/page.md: a block that no snippet printed:\n0.7500",
}


@pytest.fixture(scope="module")
def smuggled(whole: Course, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What is said of a course with all of these."""
    course = copied(whole, tmp_path_factory.mktemp("smuggled") / "course")
    course.edit(PAGE, "## A source", "\n\n".join([*SMUGGLED, "## A source"]))
    return course.built()


@pytest.mark.parametrize("html", SMUGGLED)
def test_html_that_loads_or_shows_what_it_may_not(
    smuggled: list[str], html: str
) -> None:
    assert any(SMUGGLED[html] in line for line in smuggled), smuggled


def test_a_script_in_a_page(course: Course) -> None:
    logger = '<script>addEventListener("keydown", (e) => kept.push(e.key))</script>'
    typed = f'{logger}\n\n<p onclick="alert(1)">Words</p>\n\n## A source'
    course.edit(PAGE, "## A source", typed)
    # Its notebook is refused first.
    says = ("part/page", ": a script that is not the theme's", "kept.push(e.key)")
    only(course.built(), *says, "code in an attribute: onclick='alert(1)'")


def test_a_formula_that_cannot_be_typeset(course: Course) -> None:
    course.edit(PAGE, r"\cdot 0.5", r"\cdotted 0.5")
    only(course.built(), "part/page", ": formula", "cdotted", "KaTeX parse error")
