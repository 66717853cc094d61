"""Tests that need a machine made for them: ``make test-pi`` runs each where its parts are."""

import os

MADE = ("camera", "panel", "system", "image", "pulls")
collect_ignore = [name for name in MADE if os.environ.get("COMPANION_TEST_ON") != name]
