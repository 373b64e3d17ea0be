"""The stored checkpoints, and for each at least one wrong recipe that must be seen."""

from tests.attention.gallery.case import Case
from tests.attention.gallery.dense_cases import CASES as DENSE
from tests.attention.gallery.special_cases import CASES as SPECIAL

CASES: dict[str, Case] = {**DENSE, **SPECIAL}
