"""Losses, and batch and stochastic gradient descent.

You will learn
- that a column of ones does what an offset does;
- why the hinge loss can be minimised by gradient descent and the zero-one loss cannot;
- batch and stochastic gradient descent, by hand and with `LinearClassifier`;
- how a duality gap bounds the distance from the minimum, without knowing the minimum.
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
augmented = origin.fit(ones_first, y)
print("offset", with_offset.intercept_, "weights", with_offset.coef_[0])
print("weights on [1, X], no offset:", augmented.coef_[0])
assert augmented.coef_[0].tolist() == [2, -9, 18]
assert with_offset.n_updates_ == augmented.n_updates_ == 12

# If no plane separates the classes, only a limit ends training. It is checked after each pass,
# so that there may be a few more updates than the limit.
data = perceptron.generate("flipped", rows=300, flip=0.1, seed=4)
limited = perceptron.PerceptronClassifier(max_updates=1000).fit(data.X, data.y)
print(f"flipped labels: {limited.n_updates_} updates in {limited.n_iter_} passes, then the limit")
assert 1000 <= limited.n_updates_ < 1300 and not limited.converged_

print("\n2. Two losses")


def zero_one(scores: np.ndarray) -> np.ndarray:
    """1 for each mistake; a score of 0 counts as one. `scores` are multiplied by the label."""
    return (scores <= 0).astype(float)


def hinge(scores: np.ndarray) -> np.ndarray:
    """How far a score is below 1."""
    return np.maximum(0, 1 - scores)


steps = np.array([-1, -0.1, 0, 0.1, 1, 2])
print("label · score", *(f"{s:5.1f}" for s in steps))
print("zero-one     ", *(f"{s:5.1f}" for s in zero_one(steps)))
print("hinge        ", *(f"{s:5.1f}" for s in hinge(steps)))
# The zero-one loss is flat nearly everywhere, so its gradient is 0. The hinge loss has a useful
# gradient and is an upper bound, so that minimising it also limits the mistakes.
assert (hinge(steps) >= zero_one(steps)).all()

print("\n3. Batch gradient descent, by hand and by the package")

rows = np.column_stack([np.ones(len(data.X)), data.X])
w = np.zeros(3)
for _ in range(200):
    lossy = data.y * (rows @ w) < 1  # the rows whose loss is not 0
    gradient = -(data.y[lossy, None] * rows[lossy]).sum(axis=0) / len(rows)
    w -= 0.1 * gradient  # against the gradient, which points uphill
by_hand = hinge(data.y * (rows @ w)).mean()

with warnings.catch_warnings():
    # 200 steps do not converge to a proved optimum, so the warning is expected.
    warnings.simplefilter("ignore", ConvergenceWarning)
    batch = perceptron.LinearClassifier(
        penalty=None, fit_intercept=False, solver="batch", eta0=0.1, max_iter=200
    ).fit(rows, data.y)
print(f"by hand   hinge loss {by_hand:.6f}  weights", w.round(4))
print(f"package   hinge loss {batch.objective_.upper:.6f}  weights", batch.coef_[0].round(4))
print("first steps:", batch.history_[0]["objective"][:5, 1].round(3))
assert np.allclose(batch.coef_[0], w)

print("\n4. How near is that to the minimum?")

# With an L2 penalty the problem has a dual: every dual point gives a lower bound on the
# objective of any plane. `objective_` is (lower bound, objective), `gap_` the relative gap.
alpha = 0.01
optimum = perceptron.LinearClassifier(alpha=alpha, tol=1e-6).fit(data.X, data.y)
print(f"the minimum lies in {optimum.objective_}")
assert optimum.gap_ <= 1e-6

print("solver          passes  objective  above minimum  gap it can prove itself")
small = {"solver": "online", "eta0": 0.01}  # a constant learning rate
for name, passes, settings in (
    ("batch", 3, {"solver": "batch"}),
    ("batch", 10, {"solver": "batch"}),
    ("online, mean", 1, small),
    ("online, mean", 20, small),
    ("online, last", 20, {**small, "average": False}),
    ("online, falling", 20, {"solver": "online"}),  # the default learning rate decreases
):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model = perceptron.LinearClassifier(alpha=alpha, max_iter=passes, **settings)
        model.fit(data.X, data.y)
    lower, reached = model.objective_
    above = reached / optimum.objective_.lower - 1
    print(f"{name:16} {model.n_iter_:5}  {reached:9.6f}  {above:13.1e}  {model.gap_:.1e}")
    # No objective is below the proved bound, and each model's own bound holds too.
    assert reached >= optimum.objective_.lower and lower <= optimum.objective_.upper
# One pass of stochastic gradient descent makes 300 steps where batch descent makes one, so it
# comes near the minimum soon. But with a constant learning rate it keeps jumping around the
# minimum. The mean of the weights jumps less, and with a decreasing rate it converges.

try:
    import matplotlib.pyplot as plt
except ImportError:
    print("\nno matplotlib, so no plot")
else:
    curve = perceptron.LinearClassifier(alpha=alpha, solver="batch", tol=0.005)
    ax = perceptron.plot_history(curve.fit(data.X, data.y))
    ax.set_title("batch descent on the hinge loss")
    plt.savefig("001_losses.png", dpi=120)
    print("\n001_losses.png: the objective falls while its proved lower bound rises")
