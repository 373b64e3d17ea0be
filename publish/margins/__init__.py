"""Which published numbers might another machine print with another last digit?

`make margins` runs each snippet on machines that round otherwise (`jitter`), with an
eye on the digits that are not printed (`digits`). A number that such a machine rounds
the other way, or nearly, is listed, on the page *Verified* too. A snippet that prints
anything else there would be red on a real machine: the command fails.
"""
