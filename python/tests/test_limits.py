"""Limits on what is read from files."""

import numpy as np
import pytest

import perceptron
from perceptron._options import limit_table


@pytest.fixture()
def model(tmp_path):
    data = perceptron.generate("ball", rows=50, dimensions=3, seed=1)
    path = tmp_path / "ball.model"
    perceptron.save(perceptron.MarginClassifier().fit(data.X, data.y), path)
    return path


def test_read_refuses_what_exceeds_a_limit(tmp_path):
    path = tmp_path / "rows.libsvm"
    path.write_text("a 1:1 4:1\nb 2:1\nc 3:1\n")
    with pytest.raises(ValueError, match="at most 3 features, found 4 .*most_features=4"):
        perceptron.read(path, most_features=3)
    with pytest.raises(ValueError, match="at most 2 classes"):
        perceptron.read(path, most_classes=2)
    assert perceptron.read(path, most_features=4, most_classes=3).X.shape == (3, 4)


def test_load_refuses_what_exceeds_a_limit(model):
    for limit in ("largest_header", "largest_certificate"):
        with pytest.raises(ValueError, match=limit):
            perceptron.load(model, **{limit: 100})
    with pytest.raises(ValueError, match="most_features=3"):
        perceptron.load(model, most_features=2)
    assert perceptron.load(model, most_features=3).n_features_in_ == 3


def test_verify_refuses_what_exceeds_a_limit(tmp_path):
    X, y = np.array([[1.0, 2.0], [2.0, 3.0], [6.0, 5.0]]), np.array([0, 0, 1])
    found = perceptron.margin(X, y)
    proof = tmp_path / "proof.json"
    proof.write_text(found.certificate + " " * 2000)
    assert perceptron.verify(proof, X, y).valid
    with pytest.raises(ValueError, match="largest_certificate"):
        perceptron.verify(proof, X, y, largest_certificate=1000)
    with pytest.raises(ValueError, match="deepest_json"):
        perceptron.verify('{"certificate": 1, "x": ' + "[" * 70 + "]" * 70 + "}", X, y)


def test_limits_are_checked_and_named():
    with pytest.raises(ValueError, match="most_classes"):
        perceptron.load("none.model", most_classes=1)
    with pytest.raises(TypeError, match="load has no option longest_line"):
        perceptron.load("none.model", longest_line=10**6)


def test_each_function_takes_the_limits_of_what_it_reads():
    shared = {"deepest_json", "largest_header", "most_features", "most_classes"}
    functions = {
        "data": shared | {"longest_line"},
        "model": shared | {"largest_certificate"},
        "certificate": {"deepest_json", "largest_certificate"},
        "record": {"deepest_json", "largest_record"},
    }
    for content, names in functions.items():
        assert {limit["parameter"] for limit in limit_table(content)} == names
