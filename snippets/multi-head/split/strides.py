import torch

Q = torch.rand(6, 4)
steps = {"Q": Q, "view": Q.view(6, 2, 2)}
steps["transpose"] = steps["view"].transpose(0, 1)

for name, x in steps.items():
    here = x.data_ptr() == Q.data_ptr()
    print(f"{name:9} {tuple(x.shape)!s:9} {x.stride()!s:9}", end=" ")
    print("in Q's memory:", here, " contiguous:", x.is_contiguous())
