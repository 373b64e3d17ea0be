import torch
from attention import KVCache
from attention.distributed import BlockPool, PagedCache

pool, names = BlockPool(num_blocks=9, block_size=4), {}


def write(name, num_new):
    """Give a sequence more tokens; what their keys are does not matter."""
    cache = names.setdefault(name, PagedCache(pool))
    total = cache.num_tokens + num_new
    rows = torch.zeros(1, 1, total, 1)
    cache.write([KVCache(rows, rows, total)])


def show(*slots):
    print(*slots, "|", end="")
    for block, users in enumerate(pool.users):
        have = [n for n in names if block in names[n].table]
        full = 0
        for name in have[:1]:
            place = names[name].table.index(block)
            full = min(4, names[name].num_tokens - 4 * place)
        print("", "".join(have) + str(full) if users else ".", end="")
    print(" |", pool.copies)


write("A", 6)  # the prompt of A
show("A", ".", ".")
write("B", 3)  # of B
show("A", "B", ".")
names["C"] = names["A"].fork()  # C has the prompt of A
show("A", "B", "C")
for step in range(9):
    live = ["A", "B" if step < 3 else "D", "C"]
    if step == 3:  # B has its words, and D is next
        names["B"].release()
        write("D", 2)
        show(*live)
    for name in live:
        write(name, 1)
    show(*live)
