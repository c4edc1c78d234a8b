"""Times what the Python module does, prints JSON.

usage: python_fit.py PACKAGES fit FILE csr|float32|float64 PASSES
       python_fit.py PACKAGES folds|tune FILE
"""

import json
import sys
import time
import warnings

sys.path.insert(0, sys.argv[1])

import numpy as np  # noqa: E402
from sklearn.linear_model import LogisticRegression, Perceptron  # noqa: E402
from sklearn.model_selection import GridSearchCV, cross_validate  # noqa: E402

import perceptron  # noqa: E402


def memory(field):
    """VmRSS, or VmHWM, the peak; of this process alone, unlike what rusage tells."""
    with open("/proc/self/status") as status:
        line = next(line for line in status if line.startswith(field))
    return int(line.split()[1]) * 1024


def seconds(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def fit(path, layout, passes):
    X, y = perceptron.read(path, return_X_y=True)
    size = X.data.nbytes + X.indices.nbytes
    if layout != "csr":
        # A copy, because NumPy asks for large pages for what it fills itself, as the library
        # does for its rows, but not for zeros that are filled later.
        X = np.array(X.toarray(), dtype=layout, order="C")
        size = X.nbytes
    perceptron.PerceptronClassifier(max_iter=1).fit(X[:1000], y[:1000])
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")  # forgets the peak so far
    before = memory("VmRSS")
    took = seconds(lambda: perceptron.PerceptronClassifier(max_iter=int(passes)).fit(X, y))
    return {"seconds": took, "growth": (memory("VmHWM") - before) / size}


def folds(path):
    X, y = perceptron.read(path, return_X_y=True)
    wide = X.astype(np.float64)  # scikit-learn would copy it for every fit
    ours = perceptron.PerceptronClassifier(shuffle=False, max_iter=10)
    theirs = Perceptron(shuffle=False, max_iter=10, tol=None)
    return {
        "theirs": seconds(lambda: cross_validate(theirs, wide, y, cv=10)),
        "loop": seconds(lambda: cross_validate(ours, X, y, cv=10)),
        "bank": seconds(lambda: perceptron.cross_validate(ours, X, y, cv=10, n_jobs=1)),
    }


def tune(path):
    X, y = perceptron.read(path, return_X_y=True)
    wide = X.astype(np.float64)
    alphas = np.logspace(-6, 0, 8).tolist()
    ours = perceptron.LinearClassifier("log_loss")
    grid = {"alpha": alphas}
    theirs = LogisticRegression(solver="liblinear")
    their_grid = {"C": [1 / (alpha * 0.8 * len(y)) for alpha in alphas]}
    return {
        "theirs": seconds(lambda: GridSearchCV(theirs, their_grid, cv=5).fit(wide, y)),
        "loop": seconds(lambda: GridSearchCV(ours, grid, cv=5).fit(X, y)),
        "bank": seconds(lambda: perceptron.tune(ours, X, y, grid, cv=5, n_jobs=1)),
    }


warnings.simplefilter("ignore")
work = {"fit": fit, "folds": folds, "tune": tune}[sys.argv[2]]
print(json.dumps(work(*sys.argv[3:])))
