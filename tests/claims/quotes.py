"""What is behind a sentence of a page: a test, a derivation or a citation.

The quotes are read from the files (`publish.pages.sentences`), so that a page and its
quotes can be compared without running anything; these functions do nothing more.
"""

from collections.abc import Callable
from typing import TypeVar

Test = TypeVar("Test", bound=Callable[..., object])


def tested(*sentences: str) -> Callable[[Test], Test]:
    """The function below tries these sentences on many inputs."""
    assert sentences
    return lambda test: test


tested.__test__ = False  # it is no test, though its name begins so


def derived(*sentences: str, where: str) -> None:
    """These sentences follow from a section of the site: ``causal/mask.md#proof``."""
    assert sentences
    assert where


def cited(*sentences: str, source: str) -> None:
    """These sentences are another's: a paper and its section, a file at a version."""
    assert sentences
    assert source
