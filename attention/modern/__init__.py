"""Part 7: attention as today's models compute it."""
