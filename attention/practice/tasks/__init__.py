"""The twelve files with a gap, as a reader gets them."""
