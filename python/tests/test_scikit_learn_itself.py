"""scikit-learn's own tests of its linear classifiers, on ours: as many pass as we say."""

import pathlib
import subprocess
import sys

import pytest
import sklearn

SCRIPT = pathlib.Path(__file__).parents[2] / "scripts" / "sklearn-tests"


@pytest.mark.parametrize("name", ["perceptron", "passive-aggressive", "svm", "logistic", "sgd"])
def test_as_many_pass_as_we_say(name):
    if sklearn.__version__ != "1.2.1":
        pytest.skip("the numbers are those of scikit-learn 1.2.1")
    ended = subprocess.run([sys.executable, SCRIPT, "--failed", name], capture_output=True, text=True)
    if "is not installed" in ended.stdout:
        pytest.skip("scikit-learn was installed without its tests")
    assert ended.returncode == 0, ended.stdout + ended.stderr
