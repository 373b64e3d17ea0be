from attention import ChunkedMask, SlidingWindow

print(ChunkedMask(3)(7).int().numpy())
print("keys of a query")
print("chunk: ", ChunkedMask(3)(7).sum(dim=-1).tolist())
print("window:", SlidingWindow(3)(7).sum(dim=-1).tolist())
