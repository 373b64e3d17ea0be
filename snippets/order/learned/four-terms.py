from attention import inputs, position_table

words, places = inputs, position_table
print(f"word  . word  {words[1] @ words[2]:.4f}")
print(f"word  . place {words[1] @ places[2]:.4f}")
print(f"place . word  {places[1] @ words[2]:.4f}")
print(f"place . place {places[1] @ places[2]:.4f}")
X = words + places[:6]
print(f"their sum     {X[1] @ X[2]:.4f}")
