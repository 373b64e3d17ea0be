# pip install attention-verified
import torch
from attention import inputs

sentences = [inputs, inputs[:2], inputs[2:]]  # 6, 2 and 4 words
torch.stack(sentences)  # raises RuntimeError: stack expects each tensor
