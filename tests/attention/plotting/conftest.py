"""Each test of a drawing has matplotlib as it comes, and leaves no figure."""

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _fresh_matplotlib() -> Iterator[None]:
    import matplotlib as mpl
    from matplotlib import pyplot as plt

    with mpl.rc_context():
        plt.switch_backend("agg")
        yield
    plt.close("all")
