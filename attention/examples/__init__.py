"""Data and small experiments that pages use; no concept needs them."""
