"""The mistakes that the judge of the tasks names are explained on the site."""

import re

from markdown.extensions.toc import slugify

from attention.practice.mistakes import KNOWN
from publish.page_model import Heading
from publish.project import Project


def test_each_mistake_leads_to_a_section(project: Project) -> None:
    for mistake in KNOWN.values():
        page, _, anchor = mistake.page.partition("#")
        headings = [h for h in project.page(page).walk() if isinstance(h, Heading)]
        anchors = {slugify(heading.title, "-") for heading in headings}
        anchors |= {name for h in headings for name in re.findall(r"#(\S+)", h.about)}
        assert not anchor or anchor in anchors, mistake
