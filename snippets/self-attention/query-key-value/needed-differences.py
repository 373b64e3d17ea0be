import math

from attention.examples import toy_keys, toy_queries

scaled = toy_keys @ toy_queries[1] / 3**0.5  # journey asks
your, step, starts = scaled[[0, 6, 2]].tolist()
first, second = math.log(0.6 / 0.3), math.log(0.3 / 0.1)

print(f"your - step:   needs {first:.4f}, has {your - step:.4f}")
print(f"step - starts: needs {second:.4f}, has {step - starts:.4f}")
