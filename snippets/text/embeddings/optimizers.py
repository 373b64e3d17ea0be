import torch

for name in ["SGD", "Adam", "AdamW"]:
    torch.manual_seed(123)
    table = torch.nn.Embedding(9, 3)
    optimizer = getattr(torch.optim, name)(table.parameters(), lr=0.05)
    history = [table.weight.detach().clone()]
    for ids in [[4, 6]] + 199 * [[6]]:
        optimizer.zero_grad()
        table(torch.tensor(ids)).sum().backward()
        optimizer.step()
        history.append(table.weight.detach().clone())
    moved = (history[-1][4] - history[1][4]).abs().max()
    factor = (history[-1][8] / history[0][8]).mean()
    print(
        f"{name:5} row 4 moved on by {moved:.2f}, row 8 times {factor:.4f}"
    )
