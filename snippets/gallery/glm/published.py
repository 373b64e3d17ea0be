from attention.gallery import count, outline, release

config = release("glm-4.5").config
one, two = (
    count(outline({**config, "num_hidden_layers": 3 + n})) for n in (1, 2)
)
each = two.parameters - one.parameters
total = one.parameters + 88 * each
print(f"{total / 1e9:.1f} billion in 92 layers and two tables")
without = total - 2 * one.embeddings
print(f"{without / 1e9:.1f} billion without the tables")
print(f"{(without + each) / 1e9:.1f} billion with a layer more")
