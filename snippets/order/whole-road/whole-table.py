from attention import inputs, position_table

inputs + position_table  # raises RuntimeError: The size of tensor a (6)
