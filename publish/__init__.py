"""The little glue: run, compare, accept, expand, index."""
