"""Published weights for `load_gpt2`: `python -m attention.loaders.download`."""
