"""Part 7: modern attention: cached, rotary, grouped, compressed, fused."""
