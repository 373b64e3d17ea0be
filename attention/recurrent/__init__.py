"""Part 10: what takes the place of the square of scores, and of a growing cache."""
