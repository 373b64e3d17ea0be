from publish.guards import notebooks, numbers
from publish.guards import site as guards
from publish.guards.site import Site


def test_every_python_block_in_the_html_is_executed_and_every_output_is_its_own(
    site: Site,
) -> None:
    assert guards.unexecuted(site) == []


def test_notebooks_show_the_blocks_of_their_pages_and_nothing_else(site: Site) -> None:
    assert notebooks.astray(site) == []


def test_every_number_in_prose_stands_in_a_block_of_its_section(site: Site) -> None:
    assert numbers.unbacked(site) == []


def test_every_link_anchor_image_script_and_style_leads_somewhere(site: Site) -> None:
    assert guards.dangling(site) == []


def test_nothing_is_loaded_from_another_origin(site: Site) -> None:
    assert guards.foreign(site) == []


def test_snippets_json_says_what_the_pages_show(site: Site) -> None:
    assert guards.misindexed(site) == []
