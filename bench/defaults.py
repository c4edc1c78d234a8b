"""Times the estimators of perceptron.sklearn against scikit-learn's, default against default.

usage: python3 bench/defaults.py PACKAGES FOLDER-OF-DATA [SET…]

PACKAGES is the folder of the package, FOLDER-OF-DATA has the files of docs/performance.md; sets are those files and generated ones. Both
train in turn, each ROUNDS times, and the best of each counts; the ratio is theirs to ours.
"""

import pathlib
import sys
import time
import warnings

sys.path.insert(0, sys.argv[1])

import numpy as np  # noqa: E402
import scipy.sparse as sp  # noqa: E402
import sklearn.linear_model  # noqa: E402
import sklearn.svm  # noqa: E402

import perceptron  # noqa: E402
import perceptron.sklearn as ours  # noqa: E402

ROUNDS = 3
NAMES = [
    "LogisticRegression", "LinearSVC", "SGDClassifier", "Perceptron", "PassiveAggressiveClassifier",
]


def dense(rows, columns=20):
    random = np.random.RandomState(1)
    X = random.randn(rows, columns)
    return X, (X @ random.randn(columns) + random.randn(rows) > 0).astype(int)


def sparse(rows, columns):
    random = np.random.RandomState(2)
    each = 100  # values a row
    ids = np.sort(random.randint(0, columns, (rows, each)), axis=1).ravel()
    values = random.randn(rows * each)
    X = sp.csr_matrix((values, ids, np.arange(0, rows * each + 1, each)), shape=(rows, columns))
    X.sum_duplicates()
    return X, (X @ random.randn(columns) > 0).astype(int)


def file(folder, name):
    return perceptron.read(folder / f"{name}.train.libsvm.gz", return_X_y=True)


def sets(folder):
    yield "dense 1e4", lambda: dense(10_000)
    yield "dense 1e5", lambda: dense(100_000)
    yield "dense 1e6", lambda: dense(1_000_000)
    yield "sparse 1e5 × 1e6", lambda: sparse(100_000, 1_000_000)
    for name in ("a9a", "news20", "mnist"):
        if (folder / f"{name}.train.libsvm.gz").exists():
            yield name, lambda name=name: file(folder, name)


def seconds(work):
    start = time.process_time()
    work()
    return time.process_time() - start


def main():
    folder = pathlib.Path(sys.argv[2])
    chosen = sys.argv[3:]
    warnings.simplefilter("ignore")
    print(f"{'set':18}{'estimator':30}{'theirs s':>10}{'ours s':>10}{'ratio':>8}")
    for title, make in sets(folder):
        if chosen and title not in chosen:
            continue
        X, y = make()
        theirs_X = X.astype(np.float64)  # as they want it
        for name in NAMES:
            kind = getattr(sklearn.svm if name == "LinearSVC" else sklearn.linear_model, name)
            best = [np.inf, np.inf]
            for _ in range(ROUNDS):
                best[0] = min(best[0], seconds(lambda: kind().fit(theirs_X, y)))
                best[1] = min(best[1], seconds(lambda: getattr(ours, name)().fit(X, y)))
                if min(best) > 20:
                    break
            ratio = best[0] / best[1]
            print(f"{title:18}{name:30}{best[0]:10.3f}{best[1]:10.3f}{ratio:8.2f}", flush=True)


if __name__ == "__main__":
    main()
