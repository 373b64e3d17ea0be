"""The table of the gallery explains what its models are made of, all of it."""

import re

import pytest

from publish.markdown import model_table
from publish.markdown.model_table import MECHANISMS, mechanisms_of, unexplained
from publish.page_model import PageError
from publish.project import Project


@pytest.fixture(scope="module")
def rows(project: Project) -> list[dict]:
    return model_table.rows(project)


def facts_of(row: dict) -> list[dict[str, str]]:
    return [*row["layers"].values(), row["whole"]]


def test_each_fact_of_each_model_has_a_mechanism_and_each_mechanism_a_model(rows):
    every = [facts for row in rows for facts in facts_of(row)]
    assert [left for facts in every for left in unexplained(facts)] == []
    used = {each for facts in every for each in mechanisms_of(facts)}
    assert [each.words for each in MECHANISMS if each not in used] == []


def test_a_fact_that_nothing_explains_is_named():
    assert list(unexplained({"attention": "hyenas"})) == ["attention: hyenas"]
    assert list(unexplained({"spin": "left", "width": "8"})) == ["spin: left"]


def test_each_mechanism_leads_to_a_lesson_or_its_section(project: Project):
    for each in MECHANISMS:
        page, _, section = each.lesson.partition("#")
        assert f"{page}.md" in project.lessons
        assert not section or section in project.page(f"{page}.md").anchors


def test_the_table_has_a_row_for_each_model_with_its_letters(project: Project, rows):
    lines = model_table.models(project).splitlines()[2:]
    assert len(lines) == len(rows)
    for line, row in zip(lines, rows, strict=True):
        cells = line.strip("| ").split(" | ")
        assert row["title"] in cells[0]
        assert re.sub("<.*?>", "", cells[2]) == row["letters"]
        for facts in facts_of(row):
            for each in mechanisms_of(facts):
                assert each.column < 0 or f"[{each.words}]" in cells[3 + each.column]


def test_the_page_of_a_family_is_that_of_the_longest_beginning(project: Project):
    assert model_table.family(project, "mixtral-8x7b") == "mistral.md"
    assert model_table.FAMILIES["minimax-01"] == "linear"
    with pytest.raises(PageError, match=r"^gpt-6 needs a page: a row of FAMILIES"):
        model_table.family(project, "gpt-6")
