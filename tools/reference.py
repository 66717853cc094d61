"""Make pages of all docstrings, in build/reference; with ``-W error`` no warning is let pass."""

from __future__ import annotations

import shutil
import sys
import warnings
from pathlib import Path

import pdoc

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("companion", "vision", "web", "hardware")
OUT = ROOT / "build" / "reference"


def main() -> None:
    """Write the pages anew."""
    sys.path.insert(0, str(ROOT))
    shutil.rmtree(OUT, ignore_errors=True)
    # A TypedDict forgets what it extends before Python 3.12, and pdoc says so; what it assumes,
    # the module that it is just writing about, is where the page should lead.
    warnings.filterwarnings("ignore", message="Cannot determine where .* is taken from")
    pdoc.render.configure(docformat="google", show_source=False, footer_text="tabletop companion")
    pdoc.pdoc(*PACKAGES, output_directory=OUT)
    pages = sum(1 for _ in OUT.rglob("*.html"))
    print(f"{pages} pages: {OUT / 'index.html'}")


if __name__ == "__main__":
    main()
