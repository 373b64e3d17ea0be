"""Published weights, fetched for `load_gpt2`: `python -m attention.models.download`."""
