from attention.examples import inputs, position_table

words, positions = inputs, position_table
print(f"word . word         {words[1] @ words[2]:.4f}")
print(f"word . position     {words[1] @ positions[2]:.4f}")
print(f"position . word     {positions[1] @ words[2]:.4f}")
print(f"position . position {positions[1] @ positions[2]:.4f}")
X = words + positions[:6]
print(f"their sum           {X[1] @ X[2]:.4f}")
