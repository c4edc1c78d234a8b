"""Training error, and what to do if the classes are not separable.

You will learn
- the perceptron in augmented form, where the offset is the last weight;
- that it stops at the first pass without a mistake;
- the two meanings of a score of 0: an error in training, the class +1 in prediction;
- how to recognise data that no plane separates, and how to prove it;
- how well the averaged perceptron and the pocket algorithm do on such data.
"""

import numpy as np

import perceptron

print("1. The augmented form")

X = np.array([[2, 5], [3, 2], [9, 6], [12, 5]], dtype=float)
y = np.array([1, -1, 1, -1])


def augment(X: np.ndarray) -> np.ndarray:
    """The rows with a 1 appended, so that w·[x, 1] includes an offset."""
    return np.column_stack([X, np.ones(len(X))])


def train(X: np.ndarray, y: np.ndarray, max_epochs: int = 1000) -> tuple[np.ndarray, list[int]]:
    """The weights, and the mistakes of each pass. The first pass without one is the last."""
    w, mistakes = np.zeros(X.shape[1]), []
    for _ in range(max_epochs):
        mistakes.append(0)
        for row, label in zip(X, y):
            if label * (w @ row) <= 0:
                w += label * row
                mistakes[-1] += 1
        if mistakes[-1] == 0:
            break
    return w, mistakes


w, mistakes = train(augment(X), y)
model = perceptron.PerceptronClassifier(shuffle=False, max_iter=1000).fit(X, y)
print("by hand: weights and offset", w, "after", len(mistakes), "passes")
print("package: weights", model.coef_[0], "offset", model.intercept_[0],
      "after", model.n_iter_, "passes")
print("mistakes of each pass:", model.history_[0]["mistakes"])
assert w.tolist() == [*model.coef_[0], *model.intercept_] == [-24, 37, -3]
assert model.history_[0]["mistakes"].tolist() == mistakes
assert model.converged_ and model.n_updates_ == sum(mistakes) == 47

print("\n2. Training error and prediction")


def training_error(X: np.ndarray, y: np.ndarray, w: np.ndarray) -> float:
    """The fraction of rows that are not strictly on the right side; a score of 0 is an error."""
    return float(np.mean(y * (X @ w) <= 0))


def predict(X: np.ndarray, w: np.ndarray) -> np.ndarray:
    """The class of each row; a score of 0 is predicted as +1."""
    return np.where(X @ w >= 0, 1, -1)


print("training error of the learned weights:", training_error(augment(X), y, w))
# With weights of 0 every score is 0. Because that counts as an error, the first row makes an
# update; if 0 were right for +1, rows of that class alone would make none.
zeros = np.zeros(3)
print("weights of 0: training error", training_error(augment(X), y, zeros),
      "but predictions", predict(augment(X), zeros))
on_the_plane = np.array([[23.0, 15.0]])  # −24·23 + 37·15 − 3 = 0
score, answer = model.decision_function(on_the_plane)[0], model.predict(on_the_plane)[0]
print(f"a row on the plane: score {score}, predicted {answer:+d}")
assert training_error(augment(X), y, w) == 0 and training_error(augment(X), y, zeros) == 1
assert score == 0 and answer == 1 == predict(augment(on_the_plane), w)[0]

print("\n3. When no plane separates the classes")

corners = np.array([[1, 1], [2, 2], [1, 2], [2, 1]], dtype=float)
crossed = np.array([1, 1, -1, -1])
last = perceptron.PerceptronClassifier(shuffle=False, max_iter=100).fit(corners, crossed)
print(f"crossed corners: {last.n_updates_} updates in {last.n_iter_} passes, converged:",
      last.converged_)
# Training without end proves nothing. A positive combination of the signed rows that is zero
# does.
verdict = perceptron.separable(corners, crossed)
checked = perceptron.verify(verdict, corners, crossed)
print("proved instead:", checked.reason)
assert not last.converged_ and not verdict and checked.valid

print("\n4. Inseparable data: one label in ten is wrong")

data = perceptron.generate("flipped", rows=300, flip=0.1, seed=4)
new = perceptron.generate("flipped", rows=5000, flip=0.1, seed=5)
assert not perceptron.separable(data.X, data.y)
# The last weights of the plain perceptron vary a lot. The pocket algorithm keeps the best
# weights seen; the average reduces the variance.
print("training accuracy by the number of passes")
print("passes   plain   averaged   pocket")
for passes in (20, 40, 60, 80, 100):
    plain, averaged, pocket = (
        perceptron.PerceptronClassifier(variant, max_iter=passes).fit(data.X, data.y)
        .training_accuracy_
        for variant in ("plain", "averaged", "pocket")
    )
    print(f"{passes:6}   {plain:.3f}   {averaged:8.3f}   {pocket:6.3f}")
    assert plain < averaged < pocket < 1  # on this dataset; no theorem says so
print("on new rows, after 100 passes:")
for variant in ("plain", "averaged", "pocket"):
    noisy = perceptron.PerceptronClassifier(variant).fit(data.X, data.y)
    print(f"  {variant:9} {noisy.score(new.X, new.y):.3f}")

try:
    import matplotlib.pyplot as plt
except ImportError:
    print("\nno matplotlib, so no plot")
else:
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.5), constrained_layout=True)
    perceptron.plot_history(model, left).set_title("separable: no mistakes in the last pass")
    left.set_yticks(range(4))
    perceptron.plot_history(noisy, right).set_title("not separable: mistakes in every pass")
    figure.savefig("002_training_error.png", dpi=120)
    print("\n002_training_error.png: mistakes by pass, where training ends and where it does not")
