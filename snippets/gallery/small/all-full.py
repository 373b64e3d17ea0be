from attention.gallery import count, outline, release

config = release("command-r7b").config
windows = count(outline(config))
full = count(outline({**config, "sliding_window": None}))
for num_tokens in (4096, 32768, 131072):
    kept = windows.cached(num_tokens) / full.cached(num_tokens)
    print(f"{num_tokens:7,} tokens: {100 * kept:.0f} %")
