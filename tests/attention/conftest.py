"""In these tests, the shapes in the package's signatures are checked at each call.

Elsewhere, in the same process too, the package runs unchecked, as readers run it.
"""

from collections.abc import Iterator

import pytest
from jaxtyping import config, install_import_hook

install_import_hook("attention", "beartype.beartype")
config.update("jaxtyping_disable", True)


@pytest.fixture(scope="module", autouse=True)
def _shapes_are_checked() -> Iterator[None]:
    config.update("jaxtyping_disable", False)
    yield
    config.update("jaxtyping_disable", True)
