from attention import inputs

inputs @ inputs  # raises RuntimeError: mat1 and mat2 shapes
