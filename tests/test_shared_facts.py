"""The facts we were given and keep a copy of are still the facts we were given."""

from pathlib import Path

from vision.table.layout_file import default_layout_path

EXAMPLES = Path(__file__).parent / "data" / "hana-awase-examples.json"


def test_our_layout_is_the_agreed_one_byte_for_byte(shared: Path) -> None:
    agreed = shared / "table" / "layout.json"
    assert default_layout_path().read_bytes() == agreed.read_bytes()


def test_our_worked_examples_of_hana_awase_are_the_agreed_ones(shared: Path) -> None:
    agreed = shared / "rules" / "hana-awase-examples.json"
    assert EXAMPLES.read_bytes() == agreed.read_bytes()


def test_the_layout_lies_in_the_folder_that_the_project_promises() -> None:
    root = Path(__file__).resolve().parent.parent
    assert default_layout_path() == root / "table" / "layout.json"
    assert default_layout_path().is_file()
