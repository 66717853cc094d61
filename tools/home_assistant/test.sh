#!/bin/sh
# test.sh [PYTEST ARGUMENTS]: the table in a real Home Assistant, with a real mosquitto between them.
# Home Assistant runs in a Debian root of its own, with mounts that end with it.
set -eu
. "$(dirname "$0")/../pi/common.sh"

PATH=$PATH:/usr/sbin # where Debian has mosquitto
need unshare util-linux mosquitto mosquitto espeak-ng espeak-ng
root=$("$(dirname "$0")/root.sh")
cd "$PROJECT"
COMPANION_TEST_ON=home-assistant COMPANION_HOME_ASSISTANT=$root \
    "${COMPANION_PYTHON:-$PROJECT/.venv/bin/python}" -m pytest -p no:cacheprovider -v --durations=3 \
    tests/home_assistant "$@"
