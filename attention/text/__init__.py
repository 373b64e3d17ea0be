"""Part 1: words, sub-words, embeddings, skip-gram and windows of a text."""
