"""The rules that `tests/mutate_rules.py` breaks still stand where it looks for them."""

import pytest

from tests.broken_rules.mutation import Mutation
from tests.mutate_rules import MUTATIONS, ROOT


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: one.what)
def test_every_rule_that_is_to_be_broken_stands_in_its_module_once(mutation: Mutation) -> None:
    path = ROOT / "companion" / "hanabi" / f"{mutation.module}.py"
    before = path.read_text(encoding="utf-8")
    assert before.count(mutation.old) == 1
    compile(before.replace(mutation.old, mutation.new), path, "exec")  # broken rules, not Python


def test_no_rule_is_broken_twice_under_one_name() -> None:
    names = [mutation.what for mutation in MUTATIONS]
    assert len(set(names)) == len(names)
