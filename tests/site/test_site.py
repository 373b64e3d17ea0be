from tests.site import built
from tests.site.built import Site


def test_every_python_block_in_the_html_is_executed_and_every_output_is_its_own(
    site: Site,
) -> None:
    assert built.unexecuted(site) == []


def test_every_link_anchor_image_script_and_style_leads_somewhere(site: Site) -> None:
    assert built.dangling(site) == []


def test_nothing_is_loaded_from_another_origin(site: Site) -> None:
    assert built.foreign(site) == []
