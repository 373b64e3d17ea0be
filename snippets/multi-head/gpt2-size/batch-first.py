import torch

torch.manual_seed(123)
right = torch.nn.MultiheadAttention(768, 12, batch_first=True)
wrong = torch.nn.MultiheadAttention(768, 12)  # tokens first, then batch
wrong.load_state_dict(right.state_dict())

x = torch.randn(2, 16, 768)
changed = x.clone()
changed[1] = 0.0  # another second sequence
for name, theirs in (("batch first", right), ("default", wrong)):
    before, _ = theirs(x, x, x)
    after, _ = theirs(changed, changed, changed)
    print(name, before.shape)
    print("before:", before[0, 0, :3].detach())
    print("after: ", after[0, 0, :3].detach())
