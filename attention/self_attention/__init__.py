"""Part 2: scores, softmax, context vectors, and the first classes."""
