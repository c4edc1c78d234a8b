"""Builds the extension module with CMake; all else is in pyproject.toml."""

import pathlib
import re
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).parent.resolve()


class CMakeBuild(build_ext):
    def build_extension(self, ext):
        build = pathlib.Path(self.build_temp).resolve()
        subprocess.run(
            [
                "cmake",
                *("-G", "Ninja"),
                *("-S", str(ROOT), "-B", str(build)),
                "-DCMAKE_BUILD_TYPE=Release",
                "-DPERCEPTRON_PYTHON=ON",
                "-DPERCEPTRON_REPORTS=OFF",  # the module writes no pages
                f"-DPython_EXECUTABLE={sys.executable}",
            ],
            check=True,
        )
        jobs = ["-j", str(self.parallel)] if self.parallel else []
        subprocess.run(
            ["cmake", "--build", str(build), "--target", "perceptron_python", *jobs], check=True
        )
        target = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        built = build / "python" / "perceptron" / target.name
        self.copy_file(str(built), str(target))


version = re.search(r"project\(perceptron VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())
setup(
    version=version[1],
    ext_modules=[Extension("perceptron._core", sources=[])],
    cmdclass={"build_ext": CMakeBuild},
)
