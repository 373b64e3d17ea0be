from attention.gallery import count, outline, release

mistral = outline(release("mistral-7b").config)
whole = count(mistral).parameters
networks = sum(
    p.numel()
    for block in mistral.blocks
    for p in block.feed_forward.parameters()
)
routers = 32 * 4096 * 8
print(f"{8 * whole:,} in eight Mistrals")
print(f"{networks:,} in the feed-forward networks of one")
print(f"{whole + 7 * networks + routers:,} with seven more of these")
mixtral = outline(release("mixtral-8x7b").config)
print(f"{count(mixtral).parameters:,} in Mixtral")
