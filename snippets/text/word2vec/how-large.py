words, width = 3_000_000, 300
download = 1_743_563_840  # bytes of the packed file, by gensim's own list

numbers = words * width
print(f"{numbers:,} numbers")
print(f"{numbers * 4 / 2**30:.2f} GiB in memory, four bytes a number")
print(f"{download / 2**30:.1f} GiB to download")
