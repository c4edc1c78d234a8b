"""Rows in every layout, without needless copies."""

import os
import subprocess
import sys
import textwrap
import warnings

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.base import clone

import perceptron
from perceptron import LinearClassifier, PerceptronClassifier, _rows


@pytest.fixture(scope="module")
def task():
    rng = np.random.default_rng(1)
    X = rng.integers(-3, 4, (300, 9)).astype(float) * (rng.random((300, 9)) < 0.5)
    y = (X @ rng.normal(size=9) + 0.1 * rng.normal(size=300) > 0).astype(int)
    return X, y


def csr(X, indices=np.int32, indptr=np.int32, values=np.float64):
    m = sp.csr_matrix(X)
    out = sp.csr_matrix(m.shape, dtype=values)
    out.data = m.data.astype(values)
    out.indices = m.indices.astype(indices)
    out.indptr = m.indptr.astype(indptr)
    return out


def layouts(X):
    """Equal rows, by name: those that are dense in the library and those that are sparse."""
    frozen = X.copy()
    frozen.flags.writeable = False
    dense = {
        "float32": X.astype(np.float32),
        "read-only": frozen,
        "int8": X.astype(np.int8),
        "int64": X.astype(np.int64),
        "Fortran": np.asfortranarray(X),
        "strided": np.repeat(X, 2, axis=0)[::2],
        "backwards": X[::-1][::-1],
        "other endian": X.astype(">f8"),
        "list": X.tolist(),
        "objects": X.astype(object),
        "frame": pd.DataFrame(X),
    }
    sparse = {
        "sparse frame": pd.DataFrame.sparse.from_spmatrix(sp.csr_matrix(X)),
        "coo": sp.coo_matrix(X),
        "csc": sp.csc_matrix(X),
    }
    for indices in (np.int32, np.int64):
        for indptr in (np.int32, np.int64):
            for values in (np.float32, np.float64, np.int16):
                name = f"csr {indices.__name__} {indptr.__name__} {values.__name__}"
                sparse[name] = csr(X, indices, indptr, values)
    return dense, sparse


def fits(estimator, kinds, y):
    """The estimator fitted to rows of each kind: name, rows, model."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for name, rows in kinds.items():
            if "frame" in name:
                warnings.simplefilter("ignore")  # frames have feature names, arrays have none
            yield name, rows, clone(estimator).fit(rows, y)


def test_the_perceptron_has_the_same_bits_in_every_layout(task):
    X, y = task
    estimator = PerceptronClassifier("averaged")
    expected = clone(estimator).fit(X, y)
    dense, sparse = layouts(X)
    for name, rows, model in fits(estimator, dense | sparse, y):
        np.testing.assert_array_equal(model.coef_, expected.coef_, err_msg=name)
        np.testing.assert_array_equal(model.intercept_, expected.intercept_, err_msg=name)
        np.testing.assert_array_equal(
            model.decision_function(rows), expected.decision_function(X), err_msg=name
        )


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge", "log_loss"])
def test_a_loss_is_the_same_bits_within_a_layout_and_within_the_gap_between_layouts(task, loss):
    X, y = task
    tolerance = 1e-3
    estimator = LinearClassifier(loss, tol=tolerance)
    objectives = []
    for kinds, of in zip(layouts(X), (X, csr(X))):
        expected = clone(estimator).fit(of, y)
        objectives.append(expected.objective_)
        for name, rows, model in fits(estimator, kinds, y):
            np.testing.assert_array_equal(model.coef_, expected.coef_, err_msg=name)
            np.testing.assert_array_equal(model.intercept_, expected.intercept_, err_msg=name)
            assert model.objective_ == expected.objective_, name
    # Each interval contains the optimum, so the two overlap.
    for one in objectives:
        assert one.upper - one.lower <= tolerance * one.upper
        for other in objectives:
            assert one.lower <= other.upper
            assert abs(one.upper - other.upper) <= tolerance * max(one.upper, other.upper)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("ids", [np.int32, np.int64])
def test_csr_matrices_of_both_index_sizes_are_not_copied(task, kind, ids):
    X, y = task
    rows = csr(X, ids, ids, kind)
    assert _rows.rows_of(rows) is rows
    dense = np.ascontiguousarray(X.astype(kind))
    assert _rows.rows_of(dense) is dense


def test_unsorted_and_duplicate_indices_are_sorted_and_merged(task):
    X, y = task
    rows = sp.csr_matrix(X)
    shuffled = rows.copy()
    for i in range(rows.shape[0]):
        part = slice(rows.indptr[i], rows.indptr[i + 1])
        shuffled.indices[part] = rows.indices[part][::-1]
        shuffled.data[part] = rows.data[part][::-1]
    shuffled.has_sorted_indices = False
    before = shuffled.indices.copy()
    expected = PerceptronClassifier().fit(rows, y).coef_
    np.testing.assert_array_equal(PerceptronClassifier().fit(shuffled, y).coef_, expected)
    np.testing.assert_array_equal(shuffled.indices, before)  # the user's matrix is unchanged
    halves = sp.csr_matrix(
        (np.repeat(rows.data / 2, 2), np.repeat(rows.indices, 2), rows.indptr * 2),
        shape=rows.shape,
    )
    np.testing.assert_array_equal(PerceptronClassifier().fit(halves, y).coef_, expected)


@pytest.mark.parametrize(
    "change, message",
    [
        (lambda m: m.indices.__setitem__(3, 99), "index"),
        (lambda m: m.indices.__setitem__(3, -1), "index"),
        (lambda m: m.indptr.__setitem__(2, 10**6), "indptr"),
        (lambda m: m.indptr.__setitem__(-1, 10**6), "indptr"),
        (lambda m: m.indptr.__setitem__(0, 1), "indptr"),
        (lambda m: m.data.__setitem__(3, np.nan), "NaN"),
        (lambda m: m.data.__setitem__(3, np.inf), "inf"),
    ],
)
def test_damaged_matrices_are_refused(task, change, message):
    X, y = task
    for ids in (np.int32, np.int64):
        rows = csr(X, ids, ids)
        change(rows)
        with pytest.raises(ValueError, match=message):
            perceptron._core.check_rows(rows)


def test_the_position_of_a_nan_is_reported(task):
    X, y = task
    for value in (np.nan, np.inf, -np.inf):
        rows = X.copy()
        rows[123, 4] = value
        for kind in (np.float32, np.float64):
            with pytest.raises(ValueError, match="row 123, column 4"):
                PerceptronClassifier().fit(rows.astype(kind), y)


def test_large_copies_are_warned_of(task, monkeypatch):
    X, y = task
    monkeypatch.setattr(_rows, "LARGE", 1000)
    with pytest.warns(perceptron.Note, match="C order"):
        PerceptronClassifier().fit(np.asfortranarray(X), y)
    with pytest.warns(perceptron.Note, match="sum_duplicates"):
        rows = sp.csr_matrix(X)
        rows.indices = rows.indices[::-1].copy() % X.shape[1]
        PerceptronClassifier().fit(rows, y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        PerceptronClassifier().fit(X, y)


def test_training_on_memory_mapped_rows(task, tmp_path):
    X, y = task
    np.save(tmp_path / "X.npy", X)
    mapped = np.load(tmp_path / "X.npy", mmap_mode="r")
    model = PerceptronClassifier().fit(mapped, y)
    np.testing.assert_array_equal(model.coef_, PerceptronClassifier().fit(X, y).coef_)


MEASURE = """
    import sys
    import numpy as np, scipy.sparse as sp
    import perceptron
    def peak():
        with open("/proc/self/status") as status:
            return next(int(s.split()[1]) for s in status if s.startswith("VmHWM")) * 1024
    kind = sys.argv[1]
    rng = np.random.default_rng(1)
    small = perceptron.PerceptronClassifier(max_iter=1).fit(rng.random((10, 3)), [0, 1] * 5)
    if kind.startswith("csr"):
        ids = np.int64 if kind == "csr64" else np.int32
        n, each, d = 200_000, 100, 1000
        X = sp.csr_matrix((n, d))
        X.data = rng.random(n * each, dtype=np.float32)
        step = np.arange(0, d, d // each, dtype=ids)
        X.indices = np.tile(step, n)
        X.indptr = np.arange(0, n * each + 1, each, dtype=ids)
        size = X.data.nbytes + X.indices.nbytes
    else:
        X = rng.random((100_000, 300), dtype=np.dtype(kind))
        size = X.nbytes
    y = rng.integers(0, 2, X.shape[0])
    before = peak()
    model = perceptron.PerceptronClassifier(max_iter=2).fit(X, y)
    model.predict(X)
    print((peak() - before) / size)
"""


@pytest.mark.skipif(
    "asan" in os.environ.get("LD_PRELOAD", ""), reason="a sanitizer needs memory of its own"
)
@pytest.mark.parametrize("kind", ["float32", "float64", "csr32", "csr64"])
def test_fit_needs_no_second_copy_of_the_rows(kind):
    out = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(MEASURE), kind],
        capture_output=True, text=True, check=True,
    ).stdout
    # Of sparse rows the indices are copied, here to 16 bits of 64 or 96.
    assert float(out) < (0.35 if kind.startswith("csr") else 0.25)


# Another thread writes nonsense to the arrays of X while it is used. It runs in a process of its
# own, because the interpreter would crash if that did harm.
DISTURB = """
    import sys, threading, time, warnings
    import numpy as np, scipy.sparse as sp
    import perceptron
    field, ids, features = sys.argv[1], np.dtype(sys.argv[2]), int(sys.argv[3])
    rng = np.random.default_rng(1)
    n, each = 3000, 20
    def rows():
        step = features // each
        indices = np.arange(each, dtype=ids) * step + rng.integers(0, step, (n, each), dtype=ids)
        X = sp.csr_matrix((n, features))
        X.data = rng.random(n * each)
        X.indices = indices.reshape(-1)
        X.indptr = np.arange(0, n * each + 1, each, dtype=ids)
        return X if field != "dense" else np.ascontiguousarray(rng.random((n, each)))
    y = rng.integers(0, 2, n)
    X = rows()
    good = X if field == "dense" else getattr(X, field)
    array, good = good, good.copy()
    done = threading.Event()
    def disturb():
        worst = np.iinfo(ids).max if array.dtype == ids else np.nan
        while not done.is_set():
            array[...] = worst
            time.sleep(0.0005)
            array[...] = good
            time.sleep(0.0005)
    thread = threading.Thread(target=disturb)
    thread.start()
    model = perceptron.PerceptronClassifier(max_iter=3)
    linear = perceptron.LinearClassifier(max_iter=3)
    end = time.monotonic() + 2
    fits = 0
    warnings.simplefilter("ignore")
    while time.monotonic() < end:
        for estimator in (model, linear):
            fits += 1
            try:
                estimator.fit(X, y).predict(X)
            except (ValueError, ArithmeticError, RuntimeError):
                pass  # noticed in time
    done.set()
    thread.join()
    print("survived", fits > 2)
"""


@pytest.mark.parametrize(
    "field, ids, features",
    [
        ("indices", "int32", 1000),
        ("indices", "int64", 1000),
        ("indices", "int32", 100_000),
        ("indptr", "int32", 1000),
        ("indptr", "int64", 1000),
        ("data", "int32", 1000),
        ("dense", "int32", 1000),
    ],
)
def test_arrays_that_change_meanwhile_do_no_harm(field, ids, features):
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(DISTURB), field, ids, str(features)],
        capture_output=True, text=True,
    )
    assert run.returncode == 0, run.stderr
    assert "survived True" in run.stdout


def test_arrays_in_use_cannot_be_resized(task):
    X, y = task
    rows = csr(X)
    base = np.ascontiguousarray(X)
    for used, arrays in (
        (base, [base]),
        (base[:200], [base]),
        (rows, [rows.data, rows.indices]),
    ):
        tried = []

        def resize(*_):
            for array in arrays:
                with pytest.raises(ValueError, match="cannot resize"):
                    array.resize((1,), refcheck=False)
                tried.append(array)

        with perceptron.progress(resize):
            PerceptronClassifier(max_iter=5).fit(used, y[: used.shape[0]])
        assert len(tried) >= len(arrays)
