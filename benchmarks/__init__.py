"""What forms of attention cost here: seconds and bytes, measured side by side.

`make bench` runs this. It writes a record and its figures to ``evidence/bench/``; the
page of the site is made of them (`benchmarks.page`), and nothing on it is typed.
"""
