from torch import nn

model = nn.Sequential(nn.Linear(3, 2), nn.Sequential(nn.Dropout(0.5)))
print(model.training, model[1][0].training)
model.eval()
print(model.training, model[1][0].training)
model.train()
print(model.training, model[1][0].training)
