import torch

print("difference   larger  smaller    slope")
for difference in (0.0, 2.0, 5.0, 10.0, 20.0, 43.0):
    scores = torch.tensor([difference, 0.0])
    larger, smaller = torch.softmax(scores, dim=-1)
    slope = larger * smaller
    print(f"{difference:10.0f}   {larger:.4f}  {smaller:.1e}  {slope:.1e}")
