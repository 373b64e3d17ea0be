"""Part 3: masks, dropout, and causal self-attention."""
