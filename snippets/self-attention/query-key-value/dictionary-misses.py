from attention import toy_tokens, toy_values

library = dict(zip(toy_tokens, toy_values, strict=True))

library["trip"]  # raises KeyError: 'trip'
