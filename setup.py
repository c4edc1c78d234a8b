"""Builds the extension module with CMake; all else is in pyproject.toml."""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

ROOT = pathlib.Path(__file__).parent.resolve()

# Libraries that every Linux with a Python has, as the manylinux standard lists them (PEP 600). A
# wheel brings all others.
SYSTEM = re.compile(
    r"lib(c|m|dl|rt|pthread|util|stdc\+\+|gcc_s|z)\.so|ld-linux|linux-vdso|libpython"
)


def libraries_of(module):
    """The shared libraries that a module needs and a wheel has to bring: (name, path)."""
    if not sys.platform.startswith("linux"):
        return []
    listing = subprocess.run(["ldd", str(module)], capture_output=True, text=True, check=True)
    found = re.findall(r"(\S+) => (/\S+)", listing.stdout)
    return [(name, path) for name, path in found if not SYSTEM.match(name)]


def licence_of(library):
    """The licence of a Debian library, if it is one."""
    path = os.path.realpath(library)
    for name in (path, path.replace("/usr/lib/", "/lib/", 1)):
        owner = shutil.which("dpkg") and subprocess.run(
            ["dpkg", "-S", name], capture_output=True, text=True, check=False
        )
        if owner and owner.returncode == 0:
            package = owner.stdout.split(":")[0]
            return pathlib.Path("/usr/share/doc", package, "copyright")
    return pathlib.Path("/nonexistent")


class CMakeBuild(build_ext):
    def build_extension(self, ext):
        build = pathlib.Path(self.build_temp).resolve()
        settings = [
            "-DCMAKE_BUILD_TYPE=Release",
            "-DCMAKE_UNITY_BUILD=ON",  # half the time
            "-DPERCEPTRON_PYTHON=ON",
            "-DPERCEPTRON_REPORTS=OFF",  # the module writes no pages
            f"-DPython_EXECUTABLE={sys.executable}",
            # The libraries that it needs lie in a folder beside it, those that they need too.
            "-DCMAKE_BUILD_WITH_INSTALL_RPATH=ON",
            "-DCMAKE_INSTALL_RPATH=$ORIGIN/lib",
        ]
        if sys.platform.startswith("linux"):
            settings.append("-DCMAKE_MODULE_LINKER_FLAGS=-Wl,--disable-new-dtags,-s")
        try:
            import pybind11

            settings.append(f"-Dpybind11_DIR={pybind11.get_cmake_dir()}")
        except ImportError:
            pass  # CMake finds one that is installed in the system
        settings += shlex.split(os.environ.get("CMAKE_ARGS", ""))
        self.spawn(["cmake", "-G", "Ninja", "-S", str(ROOT), "-B", str(build), *settings])
        jobs = ["-j", str(self.parallel)] if self.parallel else []
        self.spawn(["cmake", "--build", str(build), "--target", "perceptron_python", *jobs])
        target = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        built = build / "python" / "perceptron" / target.name
        self.copy_file(str(built), str(target))
        if not self.inplace:
            self.bundle(built, target.parent / "lib")

    def bundle(self, module, folder):
        for name, path in libraries_of(module):
            folder.mkdir(exist_ok=True)
            self.copy_file(os.path.realpath(path), str(folder / name))
            if licence_of(path).exists():
                self.copy_file(str(licence_of(path)), str(folder / f"{name}.copyright"))


class SourceDistribution(sdist):
    """Adds the script and style of report pages, which npm has made for some build."""

    def run(self):
        places = [os.environ.get("PERCEPTRON_WEB_BUNDLE", ""), "web/bundle", "build/web"]
        places += ["build-test/web", "build-bench/web"]
        bundles = [ROOT / place for place in places if place]
        self.bundle = next((each for each in bundles if (each / "page.sha256").exists()), None)
        if self.bundle is None:
            raise SystemExit(
                "sdist: there is no bundle of report pages in build/web; make it with `make "
                "build`, or set PERCEPTRON_WEB_BUNDLE to the folder of one"
            )
        super().run()

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        target = pathlib.Path(base_dir, "web", "bundle")
        target.mkdir(parents=True, exist_ok=True)
        for name in ("page.js", "page.css", "page.sha256"):
            shutil.copyfile(self.bundle / name, target / name)


version = re.search(r"project\(perceptron VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())
if __name__ == "__main__":
    setup(
        version=version[1],
        ext_modules=[Extension("perceptron._core", sources=[])],
        cmdclass={"build_ext": CMakeBuild, "sdist": SourceDistribution},
    )
