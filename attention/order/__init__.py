"""Part 3: the position of a word, as a learned or a computed vector."""
