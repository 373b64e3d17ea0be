from attention import W_query, inputs, position_table

journey = (inputs + position_table[:6])[1]

print(f"{0.5 * 0.56 + 0.0 * 0.89 + 0.5 * 0.69:.4f}")
print(f"{0.0 * 0.56 + 0.5 * 0.89 - 0.5 * 0.69:.4f}")
print(journey @ W_query.T)
