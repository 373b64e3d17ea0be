"""The table of the page on diagnosis says what the tests beside this one ask."""

from tests.attention.diagnosis.table import FILE, tables
from tests.attention.diagnosis.test_diagnose import WRONG


def test_the_published_table_names_each_broken_layer_and_counts_the_right_ones():
    every = dict.fromkeys(WRONG, "named")
    assert FILE.read_text("utf-8") == tables(every, alarms=0)
