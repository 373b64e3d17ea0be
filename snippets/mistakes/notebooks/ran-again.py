import torch
from attention.examples import inputs


def cell_1():
    torch.manual_seed(123)


def cell_2():
    global W_query
    W_query = torch.rand(3, 2)
    print(W_query[0])


def cell_3():
    print("query of journey", inputs[1] @ W_query)


for cell in (cell_1, cell_2, cell_3, cell_2, cell_3):
    cell()
