import torch
from attention.examples import inputs

cells = {
    "seed": "torch.manual_seed(123)",
    "W_query": "W_query = torch.randn(3, 2)",
    "W_key": "W_key = torch.randn(3, 2)",
    "W_value": "W_value = torch.randn(3, 2)",
    "query": "query = inputs[1] @ W_query",
    "keys": "keys = inputs @ W_key",
    "values": "values = inputs @ W_value",
}
morning = "seed W_query query W_key keys"
evening = "seed W_key W_query W_key W_value values W_value W_key"

names: dict = {"torch": torch, "inputs": inputs}
for cell in (morning + " " + evening).split():
    exec(cells[cell], names)

for name in ("W_query", "W_key", "W_value"):
    print(name, names[name])
print("query ", names["query"])
print("keys  ", names["keys"][1])
print("values", names["values"][1])
