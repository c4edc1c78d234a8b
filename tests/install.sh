#!/bin/sh
# Installs into an empty folder and builds the example of docs/library.md
# against it, through pkg-config and through find_package.
# usage: tests/install.sh SOURCE BUILD CXX
set -eu
source=$1 build=$2 cxx=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" >/dev/null
cd "$work"
sed -n '/^```cpp$/,/^```$/p' "$source/docs/library.md" | grep -v '^```' > mine.cc
"$work/prefix/bin/perceptron" generate gaussians --rows 50 -q -o clouds.csv

PKG_CONFIG_PATH=$(dirname "$(find prefix -name perceptron.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046 # flags are words
"$cxx" mine.cc -o mine $(pkg-config --cflags --libs perceptron) ${EXTRA_FLAGS:-}
./mine | grep 'right; no margin above'

cat > CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(mine CXX)
find_package(perceptron REQUIRED)
add_executable(mine mine.cc)
target_link_libraries(mine PRIVATE perceptron::perceptron)
END
cmake -S . -B build -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_CXX_FLAGS="${EXTRA_FLAGS:-}" \
  -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
cmake --build build >/dev/null
./build/mine | grep 'right; no margin above'

for file in share/man/man1/perceptron.1 share/bash-completion/completions/perceptron \
  share/zsh/site-functions/_perceptron share/fish/vendor_completions.d/perceptron.fish; do
  test -s "prefix/$file" || { echo "not installed: $file" >&2; exit 1; }
done
bash -n prefix/share/bash-completion/completions/perceptron
