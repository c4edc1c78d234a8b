"""The perceptron, and how to evaluate it.

You will learn
- how the perceptron and the averaged perceptron are called, with the points as columns;
- what the margin of a point and of a dataset is, and why it bounds the number of mistakes;
- how one more dimension replaces an offset (bias, intercept);
- how to evaluate a classifier and a learning algorithm on test points and by cross-validation.
"""

import numpy as np

from perceptron import (
    PerceptronClassifier,
    averaged_perceptron,
    eval_classifier,
    eval_learning_alg,
    generator,
    margin,
    perceptron,
    separable,
    verify,
    xval_learning_alg,
)

print("1. Two learners, four points")

# Each column is a point; the labels are one row of +1 and -1.
data = np.array([[2, 3, 9, 12], [5, 1, 6, 5]])
labels = np.array([[1, -1, 1, -1]])

theta, theta_0 = perceptron(data, labels, {"T": 100})
print("perceptron: theta", theta.ravel(), "theta_0", theta_0.item())

# The last weights depend on the last mistakes. Their mean over all T·n steps depends less.
mean_theta, mean_theta_0 = averaged_perceptron(data, labels, {"T": 100})
print("averaged:   theta", mean_theta.ravel(), "theta_0", mean_theta_0.item())
assert theta.ravel().tolist() == [-9, 18] and theta_0.item() == 2
assert np.allclose(mean_theta.ravel(), [-9.0525, 17.5825])

print("\n2. Margins")


def margins(theta: np.ndarray, theta_0: np.ndarray) -> np.ndarray:
    """The signed distance of each point from a plane: negative on the wrong side."""
    return (labels * (theta.T @ data + theta_0) / np.linalg.norm(theta)).ravel()


print("of each point, with the perceptron's plane:", margins(theta, theta_0).round(3))
print("of the dataset, which is their minimum:    ", margins(theta, theta_0).min().round(3))
# A plane and its negative are the same plane, but opposite classifiers: margins change sign.
print("of the dataset, with the plane negated:    ", margins(-theta, -theta_0).min().round(3))

# The estimators and `margin` take points as rows, as scikit-learn does: hence the transpose.
X, y = data.T.astype(float), labels.ravel()
widest = margin(X, y)
print(f"widest of any plane: {widest.lower:.6f}, proved up to {widest.upper - widest.lower:.0e}")
assert 0 < margins(theta, theta_0).min() <= widest.upper

print("\n3. The number of mistakes is bounded")

# The theorem is about planes through the origin. With an offset it holds for the points
# [x, 1], because there the offset is a weight like the others.
long = margin(X, y, lift=1, claim="mistake-bound")
bound = (long.radius / long.lower) ** 2
model = PerceptronClassifier(shuffle=False).fit(X, y)
print(f"R = {long.radius:.3f}, gamma = {long.lower:.4f}: at most {int(bound)} mistakes")
print(f"made: {model.n_updates_}, by pass: {model.history_[0]['mistakes']}")
assert model.n_updates_ == 12 <= bound
assert np.isclose(bound, long.mistake_bound)

# The bound comes with a certificate, which an independent verifier checks.
verdict = verify(long, X, y)
print("the verifier says:", verdict.reason)
assert verdict.valid

print("\n4. An offset is one more dimension")

# Two points on one side of the origin: no plane through it separates them.
line, sides = np.array([[1.0], [2.0]]), np.array([-1, 1])
augmented = np.hstack([line, np.ones((2, 1))])
print("1 and 2 on a line, through the origin:", bool(separable(line, sides, fit_intercept=False)))
print("(1, 1) and (2, 1), through the origin:",
      bool(separable(augmented, sides, fit_intercept=False)))
assert not separable(line, sides, fit_intercept=False)
assert separable(augmented, sides, fit_intercept=False)

print("\n5. Test points")

# In twenty dimensions a plane separates nearly any thirty points, whatever their labels. So a
# training accuracy of 1 says little about new points.
draw = generator("gaussians", dimensions=20, distance=1, seed=5)
train, test = draw(30), draw(1000)
seen = eval_classifier(perceptron, *train, *train)
unseen = eval_classifier(perceptron, *train, *test)
print(f"perceptron on its 30 training points {seen:.3f}, on 1000 new ones {unseen:.3f}")
assert seen == 1 and unseen < 0.8  # training accuracy is too optimistic

# Now one label in ten is wrong, so that nothing can do better than about 0.9.
print("learners, each trained on 50 new points and tested on 50 more, 20 times:")
for learner in (perceptron, averaged_perceptron):
    fresh = generator("flipped", flip=0.1, seed=3)  # the same draws for both
    score = eval_learning_alg(learner, fresh, n_train=50, n_test=50, it=20)
    print(f"  {learner.__name__:20} {score:.3f}")

print("\n6. When there are no new points: cross-validation")

points, marks = generator("flipped", flip=0.1, seed=8)(60)
scores = {}
for name, k in (("5 folds", 5), ("7 folds", 7), ("leave one out", 60)):
    plain = xval_learning_alg(perceptron, points, marks, k)
    scores[name] = xval_learning_alg(averaged_perceptron, points, marks, k)
    print(f"  {name:14} perceptron {plain:.3f}   averaged {scores[name]:.3f}")

# Folds are contiguous. If all points of one class come first, each fold has one class.
order = np.argsort(marks.ravel(), kind="stable")
by_class = xval_learning_alg(averaged_perceptron, points[:, order], marks[:, order], 2)
print(f"  2 folds, the points sorted by class: averaged {by_class:.3f} - so shuffle first")
assert by_class < min(scores.values())
