"""Part 4: masks, dropout, and causal self-attention."""
