from attention import Llama
from attention.gallery import count, outline, release
from attention.loaders import shapes_only

with shapes_only():
    llama = Llama(32000, 4096, 4096, 32, 32, 32, 11008)
releases = [release("mistral-7b"), release("mixtral-8x7b")]
built = [(each.title, outline(each.config)) for each in releases]
print("                   parameters  of a token  cache of 32,768 tokens")
for title, model in [("Llama 2 7B", llama), *built]:
    costs = count(model)
    gib = 2 * costs.cached(32768) / 2**30  # two bytes for a number
    print(
        f"{title:17}  {costs.parameters / 1e9:8.2f} B"
        f"  {costs.active / 1e9:8.2f} B  {gib:18.1f} GiB"
    )
for each in releases:
    print("published:", each.parameters, each.active)
