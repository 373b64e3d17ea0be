from attention.examples import inputs

x = inputs.to("meta")  # stands for a GPU
print(inputs[0].cpu().numpy())  # right on each device that has data
x.numpy()  # raises TypeError: can't convert meta device type tensor
