# pip install attention-verified
from attention import toy_tokens, toy_values

library = dict(zip(toy_tokens, toy_values, strict=True))
query = "journey"

for key in library:
    print(f"{key:8}", key == query)
print("found:", library[query])
