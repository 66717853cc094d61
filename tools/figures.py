"""Figures of the code itself, as Markdown: lines, comments, imports, names with several meanings.

`python -m tools.figures` counts this checkout, or the one whose folder it is given: so two versions
are compared.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

PRODUCT = ("companion", "vision", "web", "hardware")
MIDDLE = ("companion/play", "companion/referee")


@dataclass(frozen=True, slots=True)
class Lines:
    """Of some modules.

    Attributes:
        modules: how many there are.
        all: every line.
        code: those with a token of Python that is no docstring.
        docstrings: those of docstrings, and of the strings that stand below a constant.
        comments: those that are a comment, or end in one.
        imports: those of import statements.
    """

    modules: int
    all: int
    code: int
    docstrings: int
    comments: int
    imports: int


def lines_of(paths: Iterable[Path]) -> Lines:
    """Count the lines of modules."""
    total: Counter[str] = Counter()
    for path in paths:
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        docs = _lines(
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        )
        imports = _lines(
            node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)
        )
        comments, code = set[int](), set[int]()
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                comments.add(token.start[0])
            elif token.string.strip():
                code.update(range(token.start[0], token.end[0] + 1))
        total.update(
            modules=1,
            all=len(text.splitlines()),
            code=len(code - docs),
            docstrings=len(docs),
            comments=len(comments),
            imports=len(imports),
        )
    return Lines(**{name: total[name] for name in Lines.__slots__})


def _lines(nodes: Iterable[ast.AST]) -> set[int]:
    """Return the numbers of the lines of some nodes, which have a place each."""
    places = ((getattr(node, "lineno", 0), getattr(node, "end_lineno", 0)) for node in nodes)
    return {number for first, last in places for number in range(first, last + 1)}


def imported_by(paths: Mapping[str, Path]) -> Mapping[str, int]:
    """Return by how many others each module is imported; ``paths`` by dotted name."""
    importers: defaultdict[str, set[str]] = defaultdict(set)
    for name, path in paths.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Import(names=names):
                    found = [one.name for one in names]
                case ast.ImportFrom(module=str(module), names=names):
                    found = [module, *(f"{module}.{one.name}" for one in names)]
                case _:
                    continue
            for one in found:
                importers[one].add(name)
    return {name: len(importers[name] - {name}) for name in paths}


def meanings(paths: Iterable[Path]) -> Mapping[str, int]:
    """Return the public names of classes that several modules declare, with how many do."""
    where: Counter[str] = Counter()
    for path in paths:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
        where.update(name for name in names if not name.startswith("_"))
    return {name: count for name, count in sorted(where.items()) if count > 1}


def modules_in(root: Path, folder: str) -> list[Path]:
    """Return the modules below a folder of the checkout ``root``."""
    return sorted((root / folder).rglob("*.py"))


def figures(root: Path) -> Iterable[str]:
    """Yield the lines of a Markdown table about the checkout ``root``."""
    product = [path for folder in PRODUCT for path in modules_in(root, folder)]
    yield "| part | modules | lines | code | docstrings | comments | imports |"
    yield "|---|---|---|---|---|---|---|"
    parts = {"product": product}
    parts |= {folder: modules_in(root, folder) for folder in (*PRODUCT, *MIDDLE, "tests")}
    for name, paths in parts.items():
        of = lines_of(paths)
        share = [f"{one} ({one / max(of.all, 1):.1%})" for one in (of.comments, of.imports)]
        row = (name, of.modules, of.all, of.code, of.docstrings, *share)
        yield f"| {' | '.join(map(str, row))} |"
    yield ""
    pages = [path for path in (root / "web/static").rglob("*.js") if path.is_file()]
    scripts = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in pages)
    named = {".".join(path.relative_to(root).with_suffix("").parts): path for path in product}
    by = imported_by(named)
    leaves = {name: count for name, count in by.items() if not name.endswith("__init__")}
    several = meanings(product)
    yield f"- JavaScript of the pages: {scripts} lines in {len(pages)} files."
    yield f"- Modules that one other imports: {sum(count == 1 for count in leaves.values())}."
    yield f"- Class names in several modules: {len(several)}: {', '.join(several) or 'none'}."


def main() -> None:
    """Print the figures of a checkout."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    print("\n".join(figures(root)))


if __name__ == "__main__":
    main()
