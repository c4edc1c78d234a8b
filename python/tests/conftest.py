"""Fixtures of all tests: datasets, and the folder of data files."""

import os
import pathlib

import matplotlib
import pytest
from sklearn.datasets import load_iris

matplotlib.use("Agg")

DATA = pathlib.Path(
    os.environ.get(
        "PERCEPTRON_DATA", pathlib.Path(__file__).parents[3] / "shared" / "data"
    )
)


@pytest.fixture(scope="module")
def iris():
    return load_iris(return_X_y=True)


@pytest.fixture
def data_file():
    """The path of a file of real data; the test is skipped if the file is missing."""

    def find(name):
        path = DATA / name
        if not path.exists():
            pytest.skip(f"no {name}")
        return str(path)

    return find
