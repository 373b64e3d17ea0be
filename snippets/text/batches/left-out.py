import tiktoken
import torch
from attention.examples import story
from attention.text import SlidingWindows

encoding = tiktoken.get_encoding("gpt2")
ids = torch.tensor(encoding.encode(story))
windows = SlidingWindows(ids, length=4, stride=4)

print("windows:", len(windows), "in batches of 8:", len(windows) // 8 * 8)
last_input, last_target = windows[len(windows) - 1]
print("last target:", repr(encoding.decode(last_target.tolist())))
end = (len(windows) - 1) * 4 + 5
print("never reached:", repr(encoding.decode(ids[end:].tolist())))
