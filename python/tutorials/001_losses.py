"""Losses, and two ways down: gradient descent on all rows and on one row at a time.

You will learn
- that a column of ones does what an offset does;
- what the zero-one loss cannot see and the hinge loss can;
- batch and stochastic gradient descent, by hand and with `LinearClassifier`;
- how to tell how far from the least loss you are, without knowing the least.
"""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

import perceptron

print("1. The perceptron with and without an offset")

X = np.array([[2, 5], [3, 1], [9, 6], [12, 5]], dtype=float)
y = np.array([1, -1, 1, -1])
ones_first = np.column_stack([np.ones(len(X)), X])

with_offset = perceptron.PerceptronClassifier(shuffle=False).fit(X, y)
origin = perceptron.PerceptronClassifier(shuffle=False, fit_intercept=False)
lengthened = origin.fit(ones_first, y)
print("offset", with_offset.intercept_, "weights", with_offset.coef_[0])
print("weights on [1, X], no offset:", lengthened.coef_[0])
assert lengthened.coef_[0].tolist() == [2, -9, 18]
assert with_offset.n_updates_ == lengthened.n_updates_ == 12

# Where no plane separates, only a limit ends the search. It is looked at after each pass,
# so that a few updates more than the limit may have been made.
data = perceptron.generate("flipped", rows=300, flip=0.1, seed=4)
tired = perceptron.PerceptronClassifier(max_updates=1000).fit(data.X, data.y)
print(f"flipped labels: {tired.n_updates_} updates in {tired.n_iter_} passes, then the limit")
assert 1000 <= tired.n_updates_ < 1300 and not tired.converged_

print("\n2. Two losses")


def zero_one(scores: np.ndarray) -> np.ndarray:
    """1 for each mistake; a score of 0 is one. `scores` are times the label."""
    return (scores <= 0).astype(float)


def hinge(scores: np.ndarray) -> np.ndarray:
    """What is missing from a score of 1."""
    return np.maximum(0, 1 - scores)


steps = np.array([-1, -0.1, 0, 0.1, 1, 2])
print("label · score", *(f"{s:5.1f}" for s in steps))
print("zero-one     ", *(f"{s:5.1f}" for s in zero_one(steps)))
print("hinge        ", *(f"{s:5.1f}" for s in hinge(steps)))
# The zero-one loss is flat nearly everywhere: no slope says where to go. The hinge loss has
# one, and it lies above, so that pressing it down presses the mistakes down too.
assert (hinge(steps) >= zero_one(steps)).all()

print("\n3. Batch gradient descent, by hand and by the package")

rows = np.column_stack([np.ones(len(data.X)), data.X])
w = np.zeros(3)
for _ in range(200):
    short = data.y * (rows @ w) < 1  # the rows that cost something
    gradient = -(data.y[short, None] * rows[short]).sum(axis=0) / len(rows)
    w -= 0.1 * gradient  # against the gradient, which points uphill
by_hand = hinge(data.y * (rows @ w)).mean()

with warnings.catch_warnings():
    # 200 steps is what we ask for; that they end short of a proof is no surprise here.
    warnings.simplefilter("ignore", ConvergenceWarning)
    batch = perceptron.LinearClassifier(
        penalty=None, fit_intercept=False, solver="batch", eta0=0.1, max_iter=200
    ).fit(rows, data.y)
print(f"by hand   hinge loss {by_hand:.6f}  weights", w.round(4))
print(f"package   hinge loss {batch.objective_.upper:.6f}  weights", batch.coef_[0].round(4))
print("first steps:", batch.history_[0]["objective"][:5, 1].round(3))
assert np.allclose(batch.coef_[0], w)

print("\n4. How near is that to the least?")

# With a penalty on long weights the loss has a dual: whatever point of it we hold is a
# proof that no plane has less. `objective_` is (proved below, reached), `gap_` the rest.
alpha = 0.01
least = perceptron.LinearClassifier(alpha=alpha, tol=1e-6).fit(data.X, data.y)
print(f"least objective lies in {least.objective_}")
assert least.gap_ <= 1e-6

print("solver          passes  objective  above the least  gap it can prove itself")
small = {"solver": "online", "eta0": 0.01}  # a step of constant length
for name, passes, settings in (
    ("batch", 3, {"solver": "batch"}),
    ("batch", 10, {"solver": "batch"}),
    ("online, mean", 1, small),
    ("online, mean", 20, small),
    ("online, last", 20, {**small, "average": False}),
    ("online, falling", 20, {"solver": "online"}),  # the package's own steps grow shorter
):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model = perceptron.LinearClassifier(alpha=alpha, max_iter=passes, **settings)
        model.fit(data.X, data.y)
    below, reached = model.objective_
    above = reached / least.objective_.lower - 1
    print(f"{name:16} {model.n_iter_:5}  {reached:9.6f}  {above:15.1e}  {model.gap_:.1e}")
    # No plane is below what was proved, and each model's own proof holds too.
    assert reached >= least.objective_.lower and below <= least.objective_.upper
# One pass of stochastic descent makes 300 steps where the batch makes one: it is near soon,
# but with steps of one length it hops about the least for ever. The mean hops less, and
# steps that grow shorter settle.

try:
    import matplotlib.pyplot as plt
except ImportError:
    print("\nno matplotlib, so no picture")
else:
    curve = perceptron.LinearClassifier(alpha=alpha, solver="batch", tol=0.005)
    ax = perceptron.plot_history(curve.fit(data.X, data.y))
    ax.set_title("batch descent on the hinge loss")
    plt.savefig("001_losses.png", dpi=120)
    print("\n001_losses.png: the objective falls while what is proved below it rises")
