"""A page alone, without building the site around it."""

from lxml import html

from publish.project import Project


def rendered(project: Project, page: str) -> html.HtmlElement:
    """The page as the site's Markdown makes it."""
    text = project.page(page).text
    made = project.markdown.reset().convert(text)
    return html.fromstring(f"<article>{made}</article>")
