"""The plots show the plane, the margin, the rows and the history."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

import perceptron
from perceptron import (
    LinearClassifier,
    MarginClassifier,
    PassiveAggressiveClassifier,
    PerceptronClassifier,
)


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def test_the_plane_is_drawn_in_its_place():
    data = perceptron.generate("ball", rows=150, margin=1, seed=1)
    found = perceptron.margin(data.X, data.y)
    ax = perceptron.plot_margin(found, data.X, data.y)
    lines = {line.get_label(): line for line in ax.get_lines()}
    points = np.column_stack(lines["plane"].get_data())
    np.testing.assert_allclose(points @ found.weights + found.intercept, 0, atol=1e-9)
    edge = np.column_stack(lines["margin"].get_data())
    distance = (edge @ found.weights + found.intercept) / np.linalg.norm(found.weights)
    np.testing.assert_allclose(distance, found.lower, rtol=1e-6)
    labels = ax.get_legend_handles_labels()[1]
    assert {"-1", "1", "support vector", "plane", "margin"} <= set(labels)


def test_models_are_drawn_on_the_axes_given():
    data = perceptron.generate("flipped", rows=150, seed=1)
    _, ax = plt.subplots()
    model = PerceptronClassifier(max_iter=5).fit(data.X, data.y)
    assert perceptron.plot_margin(model, data.X, data.y, ax=ax) is ax
    assert "margin" not in ax.get_legend_handles_labels()[1]  # there is none


def test_every_point_is_inside_the_axes():
    data = perceptron.generate("ball", rows=200, margin=1, seed=7)
    model = PerceptronClassifier().fit(data.X, data.y)
    ax = perceptron.plot_margin(model, data.frame()[["x1", "x2"]].rename(columns=str.upper), data.y)
    assert ax.get_xlim()[0] <= data.X[:, 0].min() and ax.get_xlim()[1] >= data.X[:, 0].max()
    assert ax.get_ylim()[0] <= data.X[:, 1].min() and ax.get_ylim()[1] >= data.X[:, 1].max()
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("X1", "X2")
    unit = PerceptronClassifier(scale="unit").fit(data.X, data.y)
    with pytest.raises(ValueError, match="length 1"):
        perceptron.plot_margin(unit, data.X, data.y)


def test_more_than_two_features_give_a_histogram_of_distances():
    data = perceptron.generate("ball", rows=150, dimensions=6, seed=1)
    ax = perceptron.plot_margin(MarginClassifier().fit(data.X, data.y), data.X, data.y)
    assert ax.get_xlabel() == "distance from the plane"
    assert sum(patch.get_height() for patch in ax.patches) == 150


@pytest.mark.parametrize("gap", [1e-12, 1e-3, 1.0, 50.0])
def test_no_bin_straddles_the_plane(gap):
    rng = np.random.default_rng(1)
    X = np.abs(rng.normal(size=(60, 3)))
    X[:, 0] += gap
    X[::2] *= -1
    model = PerceptronClassifier().fit(X, np.sign(X[:, 0]))
    ax = perceptron.plot_margin(model, X, np.sign(X[:, 0]))
    edges = np.array([patch.get_x() for patch in ax.patches])
    assert len(ax.patches) < 200 and np.min(np.abs(edges)) < 1e-9 * np.max(np.abs(edges))


def test_histories_call_updates_mistakes_only_where_they_are():
    data = perceptron.generate("ball", rows=100, seed=1)
    for model, name in [
        (PerceptronClassifier("averaged"), "mistakes"),
        (PassiveAggressiveClassifier(), "updates"),
        (MarginClassifier("perceptron"), "updates"),
    ]:
        ax = perceptron.plot_history(model.fit(data.X, data.y))
        assert ax.get_ylabel() == name


def test_histories_are_drawn():
    data = perceptron.generate("gaussians", rows=150, classes=3, seed=1)
    ax = perceptron.plot_history(PerceptronClassifier(max_iter=6).fit(data.X, data.y))
    assert len(ax.get_lines()) == 3 and ax.get_ylabel() == "mistakes"
    model = LinearClassifier("log_loss").fit(data.X[data.y < 3], data.y[data.y < 3])
    ax = perceptron.plot_history(model)
    objective, bound = [line.get_ydata() for line in ax.get_lines()]
    assert objective[-1] >= bound[-1] * (1 - 1e-9)


def test_plots_refuse_invalid_arguments(tmp_path):
    data = perceptron.generate("gaussians", rows=90, classes=3, seed=1)
    model = PerceptronClassifier().fit(data.X, data.y)
    with pytest.raises(ValueError, match="two classes"):
        perceptron.plot_margin(model, data.X, data.y)
    perceptron.save(model, tmp_path / "model")
    with pytest.raises(ValueError, match="no history"):
        perceptron.plot_history(perceptron.load(tmp_path / "model"))
    xor = np.array([[0.0, 0], [1, 1], [0, 1], [1, 0]])
    with pytest.raises(ValueError, match="no plane separates"):
        perceptron.plot_margin(perceptron.margin(xor, [0, 0, 1, 1]), xor, [0, 0, 1, 1])


def test_the_margin_of_many_classes_is_not_drawn_as_one_plane():
    X = np.array([[0.0, 1.0], [1.0, 0.0], [-1.0, -1.0]])
    found = perceptron.margin(X, ["a", "b", "c"])
    with pytest.raises(ValueError, match="one plane"):
        perceptron.plot_margin(found, X[:2], ["a", "b"])
