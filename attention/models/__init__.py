"""Part 6: what surrounds attention in a model, and whole models."""
