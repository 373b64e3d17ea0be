billions, most = 70, 80
for stage in range(4):
    for ranks in (8, 16, 32, 64, 128):
        divided = [ranks if stage >= first else 1 for first in (3, 2, 1)]
        parts = zip((2, 2, 12), divided, strict=True)
        each = sum(size * billions / by for size, by in parts)
        if each <= most:
            print(f"stage {stage}: {each:.1f} GB on each of {ranks} ranks")
            break
    else:
        print(f"stage {stage}: {each:.1f} GB on each of {ranks} ranks")
