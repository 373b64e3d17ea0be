import torch
from attention import CausalAttention
from attention.examples import inputs

torch.manual_seed(123)
layer = CausalAttention(3, 2, 6, 0.0).requires_grad_(False)


def run(sentences):
    contexts = layer(torch.stack(sentences, dim=0))
    return contexts.unbind(dim=0)


sentences = [inputs, inputs.flip(0)]
together = torch.cat(run(sentences))
alone = torch.cat([layer(sentence) for sentence in sentences])
same = torch.allclose(together, alone, atol=1e-6)
assert same, "not as alone"
print("each as alone:", same)
