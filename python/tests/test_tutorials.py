"""Every tutorial runs to its end and prints something."""

import os
import pathlib
import subprocess
import sys

import pytest

FOLDER = pathlib.Path(__file__).parents[1] / "tutorials"
TUTORIALS = sorted(FOLDER.glob("*.py"))


def test_there_is_one_for_each_document():
    assert [path.name[:3] for path in TUTORIALS] == ["000", "001", "002", "003", "004"]


@pytest.mark.parametrize("path", TUTORIALS, ids=[path.stem for path in TUTORIALS])
def test_tutorial_runs(path, tmp_path):
    done = subprocess.run(
        [sys.executable, "-W", "error::DeprecationWarning:__main__", str(path)],
        capture_output=True, text=True, cwd=tmp_path,
        env={**os.environ, "MPLBACKEND": "Agg"},
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) > 10
