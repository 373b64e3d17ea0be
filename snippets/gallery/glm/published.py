from attention.gallery import count, outline, release

config = release("glm-4.5").config
whole, longer = (
    count(outline({**config, "num_hidden_layers": n})) for n in (92, 93)
)
print(f"{whole.parameters / 1e9:.1f} billion in 92 layers and two tables")
tables = 2 * whole.embeddings
without = whole.parameters - tables
print(f"{without / 1e9:.1f} billion without the tables")
more = longer.parameters - tables
print(f"{more / 1e9:.1f} billion with a layer more")
