#!/bin/sh
# test.sh [PYTEST ARGUMENTS]: a few steps of the nets' training, in an environment with torch that is
# made once and kept. The project's own environment stays without it.
set -eu
cd "$(dirname "$0")/../.."

cache=${COMPANION_TEST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/companion-tests}/training
if [ ! -e "$cache/.made" ]; then
    echo "Making an environment with torch in $cache: some 200 MB are fetched."
    "${COMPANION_PYTHON:-$PWD/.venv/bin/python}" -m venv "$cache"
    "$cache/bin/python" -m pip --disable-pip-version-check install -c constraints.txt \
        'torch==2.13.0' onnx numpy opencv-python threadpoolctl pytest
    touch "$cache/.made"
fi
COMPANION_TEST_ON=training "$cache/bin/python" -m pytest -p no:cacheprovider -v tests/training "$@"
