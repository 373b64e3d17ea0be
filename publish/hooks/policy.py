"""The policy of every page: it loads and runs what is the site's own, and nothing else.

The theme puts a few scripts into its pages, which the policy knows by their hashes. Any
other script that stands in a page stops the build, and so does code in an attribute.
"""

import hashlib
import re
from base64 import b64encode

from lxml.html import Element, HtmlElement

from publish.page_model import PageError

# SHA-256 of the scripts that stand in pages. A new release of the theme may change its
# own: read them before you put their hashes here.
SCRIPTS = (
    "SscQ+fU4PzI9U8TrRlmjtm8p+xGO1Os8L4rgubxNR7k=",  # ours: partials/colours.html
    "apoQPHefCNWjxbCm+HzVDOAW4CSVWhY7VylQjgOFyfk=",  # the theme's, on the start page
    "/K9p2JtEqCycL2fSbEonMakkteWpAHv57x2wndLqMNo=",  # the same one folder deeper
    "/nhm8p50KJxvwWLggwJ1OF8Xgq5W/b3iKECITLASfOg=",  # two
    "0GFu787/AB2fAMyxux7Dp8eiOR0gFInKosPAeAkszqQ=",  # three
    "U0BcxZsVuOxS0SbuechwCfZ5fCLdFW9SagiiTPVRCkg=",  # the same where no page is found
    "/8wPdzX9q0NNJXyA5lzsLojXFpkeaXVxhbfkUOQaWy8=",  # the tab of an address
)
# Styles of elements are KaTeX's, which places each glyph by one.
POLICY = "; ".join(
    [
        "default-src 'self'",
        " ".join(["script-src 'self'", *(f"'sha256-{known}'" for known in SCRIPTS)]),
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self' data:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
    ]
)
DATA = {"application/json", "application/ld+json"}  # types of what is not run
ADDRESSES = "//@href | //@src | //@action | //@formaction | //@data"


def allow_own_alone(root: HtmlElement, name: str) -> None:
    """Puts the policy behind a page's encoding; PageError if the page breaks it."""
    if problems := forbidden(root):
        raise PageError("\n".join(f"{name}: {problem}" for problem in problems))
    (charset,) = root.xpath("/html/head/meta[@charset]")
    rule = {"http-equiv": "Content-Security-Policy", "content": POLICY}
    charset.addnext(Element("meta", rule))


def forbidden(root: HtmlElement) -> list[str]:
    """The scripts of a page that are not the theme's, wherever they stand."""
    found = []
    for script in root.iter("script"):
        code = script.text or ""
        if script.get("src") is None and script.get("type") not in DATA:
            digest = b64encode(hashlib.sha256(code.encode()).digest()).decode()
            if digest not in SCRIPTS:
                found.append(f"a script that is not the theme's ({digest}):\n{code}")
    for value in root.xpath("//@*[starts-with(name(), 'on')]"):
        found.append(f"code in an attribute: {value.attrname}={str(value)!r}")
    for value in root.xpath(ADDRESSES):
        if re.sub(r"[\x00-\x20]", "", value).lower().startswith("javascript:"):
            found.append(f"code in an address: {value.attrname}={str(value)!r}")
    return found
