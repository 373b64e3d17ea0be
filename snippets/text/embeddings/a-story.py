from attention import inputs, tokens

names = ["movement", "objectness", "belonging"]
for feature, name in enumerate(names):
    order = inputs[:, feature].argsort(descending=True).tolist()
    print(f"{name:10}", [tokens[i] for i in order])
