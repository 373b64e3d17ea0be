import tiktoken
import torch
from attention.examples import story
from torch.utils.data import DataLoader, Dataset


class Windows(Dataset):
    def __init__(self, ids, length, stride):
        self.ids, self.length, self.stride = ids, length, stride

    def __len__(self):
        return (len(self.ids) - self.length - 1) // self.stride + 1

    def __getitem__(self, w):
        if not 0 <= w < len(self):
            raise IndexError(w)  # which ends a for loop over the windows
        start, end = w * self.stride, w * self.stride + self.length
        return self.ids[start:end], self.ids[start + 1 : end + 1]


ids = torch.tensor(tiktoken.get_encoding("gpt2").encode(story))
loader = DataLoader(Windows(ids, length=4, stride=4), batch_size=8)
inputs, targets = next(iter(loader))
print(inputs.shape, targets.shape)
print(inputs[:2])
print(targets[:2])
