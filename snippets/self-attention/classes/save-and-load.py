import io

import torch
from attention import SelfAttentionV2
from attention.examples import inputs

torch.manual_seed(789)
trained, file = SelfAttentionV2(3, 2), io.BytesIO()  # or a file's name
torch.save(trained.state_dict(), file)

file.seek(0)
layer = SelfAttentionV2(3, 2)  # drawn anew, other numbers
layer.load_state_dict(torch.load(file, weights_only=True))
print(layer(inputs)[0].detach())
