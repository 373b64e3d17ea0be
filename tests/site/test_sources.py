from publish.project import Project
from tests.course_of_one_page import check_sources


def test_every_snippet_is_shown_once_on_its_page_with_all_its_outputs(
    project: Project,
) -> None:
    assert check_sources(project) == []


def test_no_stored_output_lies_about_without_its_snippet(project: Project) -> None:
    from publish.outputs.store import STORED

    stray = [
        path.relative_to(project.root).as_posix()
        for path in project.snippets_dir.rglob("*")
        if path.suffix in STORED
        and path.name != "accepted.json"
        and not path.with_name(path.name.partition(".")[0] + ".py").exists()
    ]
    assert stray == []
