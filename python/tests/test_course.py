"""The functions of the course give the numbers in its notes."""

import numpy as np
import pytest

from perceptron import (
    averaged_perceptron,
    eval_classifier,
    eval_learning_alg,
    generator,
    perceptron,
    read,
    xval_learning_alg,
)

FOUR = [
    ([(2, 5), (3, 1), (9, 6), (12, 5)], [1, -1, 1, -1], (-9, 18), 2, (-9.0525, 17.5825), 1.9425),
    ([(2, 5), (3, 2), (9, 6), (12, 5)], [1, -1, 1, -1], (-24, 37), -3, (-22.1925, 34.06), -2.1725),
    ([(1, 1), (2, 2), (1, 2), (2, 1)], [1, 1, -1, -1], (0, -3), 0, (1.47, -1.7275), 0.985),
]


@pytest.mark.parametrize("points, labels, theta, theta_0, mean, mean_0", FOUR)
def test_four_points(points, labels, theta, theta_0, mean, mean_0):
    data, labels = np.array(points).T, np.array([labels])
    th, th0 = perceptron(data, labels)
    assert th.shape == (2, 1) and th0.shape == (1, 1)
    assert tuple(th.ravel()) == theta and th0.item() == theta_0
    th, th0 = averaged_perceptron(data, labels, {"T": 100})
    np.testing.assert_allclose(th.ravel(), mean, rtol=1e-12)
    assert th0.item() == pytest.approx(mean_0, rel=1e-12)


@pytest.fixture
def columns(data_file):
    def load(name):
        data = read(data_file(name))
        return data.X.T.astype(float), data.y.reshape(1, -1)

    return load


def test_training_on_one_file_and_on_another(columns):
    one, two = columns("hw02_data1.csv"), columns("hw02_data2.csv")
    assert eval_classifier(perceptron, *one, *two) == 0.5333333333333333
    assert eval_classifier(perceptron, *two, *two) == 0.6333333333333333


@pytest.mark.parametrize(
    "k, plain, averaged",
    [(5, 0.61, 0.69), (7, 0.6013605442176871, 0.7224489795918367), (100, 0.71, 0.76)],
)
def test_folds(columns, k, plain, averaged):
    data, labels = columns("hw02_big_data.csv")
    assert data.shape[1] == 100 or k < 100
    assert xval_learning_alg(perceptron, data, labels, k) == pytest.approx(plain, rel=1e-15)
    assert xval_learning_alg(averaged_perceptron, data, labels, k) == pytest.approx(
        averaged, rel=1e-15
    )


def test_custom_learners_get_labels_as_a_row(columns):
    def learner(data, labels):
        assert labels.shape == (1, data.shape[1])
        return perceptron(data, labels)

    data, labels = columns("hw02_big_data.csv")
    assert xval_learning_alg(learner, data, labels, 5) == pytest.approx(0.61)


@pytest.mark.parametrize("learner, expected", [(perceptron, 0.56), (averaged_perceptron, 0.62)])
def test_a_generator_that_returns_rows_of_a_file(columns, learner, expected):
    data, labels = columns("hw02_big_data.csv")
    given = 0

    def hand_out(n):
        nonlocal given
        part = slice(given, given + n)
        given += n
        return data[:, part], labels[:, part]

    assert eval_learning_alg(learner, hand_out, 10, 10, 5) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    "learner, expected",
    [(perceptron, 0.7423076923076924), (averaged_perceptron, 0.8366025641025641)],
)
def test_auto_mpg(data_file, learner, expected):
    features = ["cylinders", "displacement", "horsepower", "weight", "acceleration", "origin"]
    data = read(data_file("auto-mpg.tsv"), label="mpg", columns=features)
    order = np.loadtxt(data_file("auto_shuffle.txt"), dtype=int, delimiter=",")
    X, y = data.X[order], data.y[order]
    score = xval_learning_alg(lambda d, l: learner(d, l, {"T": 10}), X.T, y.reshape(1, -1), 10)
    assert score == pytest.approx(expected, rel=1e-12)


def test_points_of_one_class_are_accepted():
    theta, theta_0 = perceptron(np.array([[1.0, 2.0]]), np.array([[1, 1]]))
    assert theta.item() == 1 and theta_0.item() == 1


def test_generators_continue_their_random_numbers():
    draw = generator("ball", seed=3)
    first, second = draw(5)[0], draw(5)[0]
    whole = generator("ball", seed=3)(10)[0]
    long = generator("ball", seed=3)
    many = np.hstack([long(7)[0] for _ in range(100)])
    np.testing.assert_array_equal(many, generator("ball", seed=3)(700)[0])
    np.testing.assert_array_equal(np.hstack([first, second]), whole)


def test_invalid_arguments_are_refused():
    data, labels = np.zeros((2, 4)), np.array([[1, -1, 1, -1]])
    for params in ({"t": 10}, {"T": 0}, {"T": 2.5}):
        with pytest.raises(ValueError, match="T: expected|expected T"):
            perceptron(data, labels, params)
    with pytest.raises(ValueError, match="are the points rows"):
        perceptron(data.T, labels)
    with pytest.raises(ValueError, match=r"\+1 and -1"):
        perceptron(data, labels + 1)
    with pytest.raises(ValueError, match="folds"):
        xval_learning_alg(perceptron, data, labels, 5)
    with pytest.raises(ValueError, match="NaN"):
        perceptron(data * np.nan, labels)


def test_a_harness_may_pass_params_and_a_hook():
    data = np.array([[2, 3, 9, 12], [5, 1, 6, 5]])
    labels = np.array([[1, -1, 1, -1]])
    seen = []
    theta, theta_0 = perceptron(data, labels, hook=seen.append, params={"T": 50})
    np.testing.assert_array_equal(seen[-1][0], theta)
    np.testing.assert_array_equal(seen[-1][1], theta_0)
    assert len(seen) == 12  # its updates
    alone = averaged_perceptron(data, labels, {"T": 50})
    seen.clear()
    watched = averaged_perceptron(data, labels, params={"T": 50}, hook=seen.append)
    np.testing.assert_array_equal(watched[0], alone[0])
    assert len(seen) == 12
