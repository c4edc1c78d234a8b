#!/bin/sh
# Installs into an empty folder and builds the example of docs/library.md against it as a stranger
# would: through find_package, with the static and the shared library, and through pkg-config. What
# they do without Node.js must not ask for it.
# usage: tests/install.sh SOURCE BUILD CXX
set -eu
source=$1 build=$2 cxx=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" >/dev/null
cd "$work"

mkdir no-node
for tool in node npm; do
  printf '#!/bin/sh\necho "%s was started" >&2\nexit 1\n' $tool > no-node/$tool
  chmod +x no-node/$tool
done
PATH=$work/no-node:$PATH

# shellcheck disable=SC2016 # fences of Markdown
sed -n '/^```cpp$/,/^```$/p' "$source/docs/library.md" | grep -v '^```' > mine.cc
prefix/bin/perceptron generate gaussians --rows 200 --distance 8 -q -o clouds.csv

cat > CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(mine CXX)
find_package(perceptron REQUIRED)
add_executable(static mine.cc)
target_link_libraries(static PRIVATE perceptron::perceptron)
add_executable(shared mine.cc)
target_link_libraries(shared PRIVATE perceptron::shared)
END
cmake -S . -B build -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_CXX_FLAGS="${EXTRA_FLAGS:-}" \
  -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
cmake --build build >/dev/null
./build/static | grep '^both proofs hold'
./build/shared | grep '^both proofs hold'

library=$(find prefix -name 'libperceptron.so.0')
PKG_CONFIG_PATH=$(dirname "$library")/pkgconfig
export PKG_CONFIG_PATH
# shellcheck disable=SC2046,SC2086 # flags are words
"$cxx" mine.cc -o mine $(pkg-config --cflags --libs perceptron) ${EXTRA_FLAGS:-}
LD_LIBRARY_PATH=$(dirname "$library") ./mine | grep '^both proofs hold'

# Only the public API: each header compiles alone, and no other symbol can be linked against.
for header in prefix/include/perceptron/*.h; do
  echo "#include <perceptron/$(basename "$header")>" | "$cxx" -std=c++20 -Iprefix/include -fsyntax-only -x c++ -
done
if nm -DC --defined-only "$library" | grep -v ' A ' | grep -v ' perceptron::\(api::\)\?[A-Za-z_]*\|for perceptron::'; then
  echo "the shared library exports more than the public API" >&2
  exit 1
fi
if nm -DC --defined-only "$library" | grep 'perceptron::core::'; then
  echo "the shared library exports what is its own" >&2
  exit 1
fi

for file in share/man/man1/perceptron.1 share/bash-completion/completions/perceptron \
  share/zsh/site-functions/_perceptron share/fish/vendor_completions.d/perceptron.fish; do
  test -s "prefix/$file" || { echo "not installed: $file" >&2; exit 1; }
done
bash -n prefix/share/bash-completion/completions/perceptron
