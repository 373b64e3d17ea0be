"""Part 8: what newer models exchanged, and whole models of that kind."""
