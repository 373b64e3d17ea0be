import tiktoken
from attention import story

encoding = tiktoken.get_encoding("gpt2")
ids = encoding.encode(story)

for end in range(1, 5):
    seen, following = ids[:end], ids[end]
    print(f"{encoding.decode(seen)!r} -> {encoding.decode([following])!r}")
