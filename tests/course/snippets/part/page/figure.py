import matplotlib.pyplot as plt

figure, axes = plt.subplots()
axes.plot([0, 1], [0.25, 0.5], label="halves")
axes.set_title("Halves")
plt.show()
