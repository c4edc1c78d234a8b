"""What the package tells installers: its metadata, and what its source distribution has."""

import os
import pathlib
import re
import subprocess
import sys
import tarfile

import pytest

import perceptron

ROOT = pathlib.Path(__file__).parents[2]
PROJECT = (ROOT / "pyproject.toml").read_text()


def test_the_version_is_that_of_the_library():
    project = (ROOT / "CMakeLists.txt").read_text()
    assert f"VERSION {perceptron.__version__} " in project


def test_what_builds_it_is_required():
    requires = re.search(r"requires = \[(.*)\]", PROJECT)[1]
    for name in ("setuptools", "wheel", "cmake", "ninja", "pybind11>=2.12"):
        assert f'"{name}' in requires
    assert "License :: OSI Approved :: MIT License" in PROJECT
    assert "[tool.cibuildwheel]" in PROJECT and "<1.6" not in PROJECT


def test_the_source_distribution_has_what_builds_it(tmp_path):
    bundle = tmp_path / "bundle"
    bundle.mkdir()
    for name in ("page.js", "page.css", "page.sha256"):
        (bundle / name).write_text("of a page")
    subprocess.run(
        [sys.executable, "setup.py", "-q", "egg_info", "-e", str(tmp_path), "sdist", "-d",
         str(tmp_path)],
        cwd=ROOT, check=True, capture_output=True, env={**os.environ, "PERCEPTRON_WEB_BUNDLE": str(bundle)},
    )
    (archive,) = tmp_path.glob("*.tar.gz")
    names = {name.split("/", 1)[-1] for name in tarfile.open(archive).getnames()}
    for path in ("CMakeLists.txt", "LICENSE", "cmake/exports.map", "web/bundle/page.js",
                 "web/bundle/page.sha256", "python/CMakeLists.txt", "python/core/module.cc",
                 "python/perceptron/py.typed", "python/perceptron/_core.pyi"):
        assert path in names, path
    for folder in ("src", "include", "cmake"):
        have = {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*.*")}
        assert {path for path in have if (ROOT / path).is_file()} <= names
    assert not any("node_modules" in name or name.endswith((".so", ".pyc")) for name in names)


def test_a_missing_bundle_is_named(tmp_path):
    if any((ROOT / place / "page.sha256").exists() for place in (
            "web/bundle", "build/web", "build-test/web", "build-bench/web")):
        pytest.skip("there is a bundle")
    ended = subprocess.run(
        [sys.executable, "setup.py", "-q", "egg_info", "-e", str(tmp_path), "sdist", "-d",
         str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, env={**os.environ, "PERCEPTRON_WEB_BUNDLE": ""},
    )
    assert ended.returncode == 1 and "make build" in ended.stderr


def test_tutorials_find_what_they_import():
    packages = (ROOT / "packages.txt").read_text()
    tutorials = "".join(path.read_text() for path in (ROOT / "python/tutorials").glob("*.py"))
    assert ".frame()" in tutorials and "python python3-pandas" in packages
