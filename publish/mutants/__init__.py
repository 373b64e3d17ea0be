"""Mistakes made on purpose, one at a time: does anything notice?

`make mutants` alters a digit of a published number, a number of a figure, a line of
a snippet or of the package, and runs the check that must refuse it. What no check
refuses is a survivor: it is listed, with its reason, on the page *Verified*.
"""
