"""Each test of a drawing has matplotlib as it comes, and leaves no figure."""

from collections.abc import Iterator

import matplotlib as mpl
import pytest
from matplotlib import pyplot as plt


@pytest.fixture(autouse=True)
def _fresh_matplotlib() -> Iterator[None]:
    with mpl.rc_context():
        plt.switch_backend("agg")
        yield
    plt.close("all")
