"""Files of data and of models, generators, and full disks."""

import gzip
import os

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.datasets import dump_svmlight_file, load_svmlight_file

import perceptron
from perceptron import LinearClassifier, MarginClassifier, PerceptronClassifier


def test_libsvm_files_are_read_as_scikit_learn_reads_them(tmp_path):
    X = sp.random(50, 30, 0.2, format="csr", random_state=1)
    y = np.random.default_rng(1).integers(-1, 2, 50)
    path = str(tmp_path / "data.libsvm")
    dump_svmlight_file(X, y, path, zero_based=False)
    with open(path, "rb") as file, gzip.open(path + ".gz", "wb") as packed:
        packed.write(file.read())
    theirs, labels = load_svmlight_file(path)
    for name in (path, path + ".gz"):
        data = perceptron.read(name)
        assert sp.issparse(data.X) and (data.X != theirs).nnz == 0
        np.testing.assert_array_equal(data.y, labels)
        assert data.X.has_canonical_format
    X_, y_ = perceptron.read(path, return_X_y=True)
    assert X_.shape == theirs.shape and len(y_) == 50


def test_columns_have_types(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("id;a=b;size;y\n1;1,5;S;u\n2;2,5;L;v\n")
    data = perceptron.read(path, ignore=["id"], column={"a=b": "number", "size": "ordinal:S,M,L"})
    assert data.feature_names == ["a=b", "size"]
    np.testing.assert_array_equal(data.X, [[1.5, 1], [2.5, 3]])


def test_tables_keep_names_and_kinds(tmp_path):
    frame = pd.DataFrame(
        {"size": [1.5, 2.5, 3.5], "colour": ["red", "blue", "red"], "kind": ["a", "b", "a"],
         "times": [1, 2, 3]}
    )
    frame.to_csv(tmp_path / "t.csv", index=False)
    data = perceptron.read(tmp_path / "t.csv", label="kind", weight="times")
    assert data.feature_names == ["size", "colour=blue", "colour=red"]
    assert list(data.y) == ["a", "b", "a"] and data.label == "kind"
    np.testing.assert_array_equal(data.sample_weight, [1, 2, 3])
    back = data.frame()
    assert list(back.columns) == ["size", "colour=blue", "colour=red", "kind"]
    only = perceptron.read(tmp_path / "t.csv", label="kind", columns=["size", "times"])
    assert only.feature_names == ["size", "times"]
    grouped = perceptron.read(tmp_path / "t.csv", label="kind", group="colour")
    assert list(grouped.groups) == [0, 1, 0]


def test_read_refuses_invalid_arguments(tmp_path):
    with pytest.raises(OSError, match="nowhere"):
        perceptron.read(tmp_path / "nowhere.csv")
    (tmp_path / "bad.csv").write_text("a,b,c\n1,2,x\n1,oops\n")
    with pytest.raises(ValueError, match="bad.csv:3"):
        perceptron.read(tmp_path / "bad.csv")
    with pytest.raises(TypeError, match="no option depth"):
        perceptron.read(tmp_path / "bad.csv", depth=3)
    with pytest.raises(ValueError, match="format: expected one of"):
        perceptron.read(tmp_path / "bad.csv", format="xml")


def test_arrays_outlive_their_dataset():
    X = perceptron.generate("ball", rows=1000, seed=1).X
    total = X.sum()
    perceptron.generate("ball", rows=100000, seed=2)
    assert X.sum() == total


@pytest.mark.parametrize("kind", ["ball", "flipped", "gaussians", "xor", "text"])
def test_generators_make_what_the_program_makes(kind):
    one = perceptron.generate(kind, rows=50, seed=3)
    two = perceptron.generate(kind, rows=50, seed=3)
    other = perceptron.generate(kind, rows=50, seed=4)
    same = (one.X != two.X).sum() == 0
    assert same and (one.X != other.X).sum() > 0
    assert len(one.y) == 50 and kind in repr(one)
    if kind == "ball":
        assert np.all(np.sign(one.X @ one.plane) == one.y)


def test_generate_refuses_invalid_arguments():
    with pytest.raises(ValueError, match="there are ball"):
        perceptron.generate("cube")
    with pytest.raises(TypeError, match="means nothing to ball"):
        perceptron.generate("ball", words=3)
    with pytest.raises(ValueError, match="rows"):
        perceptron.generate("ball", rows=-1)


MODELS = [
    PerceptronClassifier("pocket", max_iter=9, shuffle=False, fit_intercept=False),
    PerceptronClassifier("averaged", penalty="l2", alpha=0.01),
    LinearClassifier("squared_hinge", penalty="l2", alpha=0.02, tol=1e-5, scale="standard"),
    LinearClassifier("log_loss", class_weight="balanced"),
    MarginClassifier(gap=1e-5),
]


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_loaded_models_equal_the_saved_ones(model, tmp_path):
    data = perceptron.generate("ball", rows=200, dimensions=3, margin=2, seed=2)
    model.fit(data.X, data.y)
    perceptron.save(model, tmp_path / "model")
    again = perceptron.load(tmp_path / "model")
    assert again.get_params() == model.get_params()
    assert again.gap_ == model.gap_ or not isinstance(model, MarginClassifier)
    np.testing.assert_array_equal(again.coef_, model.coef_)
    np.testing.assert_array_equal(again.predict(data.X), model.predict(data.X))
    assert again.certificate_ == model.certificate_
    assert "trained on" in again._repr_html_()
    if hasattr(model, "partial_fit") and model.class_weight is None:
        again.partial_fit(data.X, data.y)


def test_model_files_can_be_read_by_other_safetensors_readers(tmp_path):
    data = perceptron.generate("ball", rows=50, seed=2)
    perceptron.save(PerceptronClassifier().fit(data.X, data.y), tmp_path / "model")
    raw = (tmp_path / "model").read_bytes()
    length = int.from_bytes(raw[:8], "little")
    assert raw[8:9] == b"{" and 8 + length < len(raw)


def test_a_failed_save_keeps_the_old_file(tmp_path):
    data = perceptron.generate("ball", rows=50, seed=2)
    model = PerceptronClassifier().fit(data.X, data.y)
    perceptron.save(model, tmp_path / "model")
    before = (tmp_path / "model").read_bytes()
    with pytest.raises(OSError):
        perceptron.save(model, tmp_path / "no folder" / "model")
    if os.path.exists("/dev/full"):
        with pytest.raises(OSError):
            perceptron.save(model, "/dev/full")
    assert (tmp_path / "model").read_bytes() == before
    with pytest.raises(ValueError):
        perceptron.load(__file__)
    with pytest.raises(TypeError, match="estimator of this package"):
        perceptron.save(object(), tmp_path / "model")


def test_caches_are_kept_beside_the_file(tmp_path):
    path = tmp_path / "data.csv"
    perceptron.generate("ball", rows=100, seed=2).frame().to_csv(path, index=False)
    first = perceptron.read(path, cache=True)
    assert len(list(tmp_path.iterdir())) == 2
    second = perceptron.read(path, cache=True)
    np.testing.assert_array_equal(np.asarray(first.X), np.asarray(second.X))
    model = PerceptronClassifier().fit(second.X, second.y)
    assert model.score(first.X, first.y) == 1
    # The arrays are views of the rows that the library loaded.
    with pytest.raises(ValueError, match="read-only"):
        second.X[0, 0] = 1
    perceptron.read(path).X[0, 0] = 1


@pytest.mark.parametrize(
    "y", [[False, True], [-1, 1], [0.5, 1.5], ["007", "7b"], ["1_0", "1_1"], ["no", "yes"], [3, 11]]
)
def test_classes_keep_their_type_in_files(y, tmp_path):
    X = np.repeat([[-1.0], [1.0]], 5, axis=0)
    if isinstance(y[0], float):
        y = [1.0, 2.0]
    labels = np.repeat(np.array(y), 5)
    perceptron.save(PerceptronClassifier().fit(X, labels), tmp_path / "model")
    again = perceptron.load(tmp_path / "model")
    np.testing.assert_array_equal(again.predict(X), labels)


def test_generating_more_rows_than_memory_is_refused():
    with pytest.raises(ValueError, match="rows"):
        perceptron.generate("ball", rows=10**13)


def test_rows_are_read_with_a_feature_map(tmp_path):
    table = tmp_path / "points.csv"
    table.write_text("a,b,y\n2,3,no\n0,1,yes\n4,5,no\n", encoding="utf-8")
    data = perceptron.read(table, polynomial=2)
    assert data.feature_names == ["a", "b", "a^2", "a*b", "b^2"]
    expected = [[2, 3, 4, 6, 9], [0, 1, 0, 0, 1], [4, 5, 16, 20, 25]]
    np.testing.assert_array_equal(data.X, expected)
    assert perceptron.read(table, interact=["a*b", "a*a"]).feature_names[2:] == ["a^2", "a*b"]
    assert perceptron.read(table, fourier=3, gamma=0.5).X.shape == (3, 3)


def test_a_recipe_says_how_a_table_is_read(tmp_path):
    table = tmp_path / "towns.csv"
    table.write_text("id,size,kind,town\n1,2,u,Oslo\n2,3,v,Rome\n", encoding="utf-8")
    recipe = tmp_path / "towns.json"
    recipe.write_text('{"label": "kind", "ignore": ["id"], "column": {"size": "category"}}')
    data = perceptron.read(table, recipe=recipe)
    assert data.feature_names == ["size=2", "size=3", "town=Oslo", "town=Rome"]
    assert list(data.y) == ["u", "v"]
    # What is given as well takes precedence.
    assert perceptron.read(table, recipe=recipe, ignore=["id", "town"]).feature_names == [
        "size=2",
        "size=3",
    ]
    recipe.write_text('{"lable": "kind"}')
    with pytest.raises(ValueError, match="lable"):
        perceptron.read(table, recipe=recipe)
