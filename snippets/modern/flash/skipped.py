blocks = 1024 // 64
print(f"answer: {blocks * (blocks + 1) // 2}")

print(f"all tiles: {blocks * blocks}")
print(f"half of all: {blocks * blocks // 2}")
print(f"without the diagonal: {blocks * (blocks - 1) // 2}")
