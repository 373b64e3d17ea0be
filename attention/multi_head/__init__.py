"""Part 5: several heads, and attention between two sequences."""
