from attention.distributed import positions_of_ranks

for ranks in (2, 4, 8, 16):
    for way, zigzag in (("plain", False), ("zig-zag", True)):
        positions = positions_of_ranks(128 * ranks, ranks, zigzag=zigzag)
        pairs = (positions + 1).sum(dim=1)  # each token's keys
        share = pairs.float().mean() / pairs.max()
        print(f"{ranks:2} ranks, {way:7}: {share:5.1%}", end="   ")
    print(f"p / (2p - 1) = {ranks / (2 * ranks - 1):.1%}")
