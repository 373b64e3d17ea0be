# pip install attention-verified
import torch
from attention import Transformer
from attention.examples import target_tokens, tokens

english = ["<pad>", *tokens]
german = ["<start>", *target_tokens, "deine", "reise", "<end>"]
source = torch.tensor([[1, 2, 3, 4, 5, 6]])
target = torch.tensor([[0, 1, 2, 3]])

torch.manual_seed(123)
model = Transformer(
    source_vocab_size=7,
    target_vocab_size=8,
    context_length=8,
    d_model=16,
    num_layers=2,
    num_heads=2,
)
print("read:   ", *[english[i] for i in source[0]])
print("written:", *[german[i] for i in target[0]])
print(model(source, target).shape)
