# pip install attention-verified
from attention import inputs

print(inputs.shape)
