from attention.distributed import positions_of_ranks

for way, zigzag in (("plain", False), ("zig-zag", True)):
    positions = positions_of_ranks(32, 4, zigzag=zigzag)
    for rank, mine in enumerate(positions):
        pairs = [  # with the blocks in the order in which they come by
            int((mine[:, None] >= positions[(rank - step) % 4]).sum())
            for step in range(4)
        ]
        pieces = mine[::4] // 4  # of four tokens each
        print(f"{way:7} rank {rank}: pieces {pieces.tolist()}, ", end="")
        print("pairs", *(f"{n:2}" for n in pairs), end=", ")
        print(f"together {sum(pairs):3}")
