"""Part 4: several heads, and attention between two sequences."""
