"""What is installed is whole: not only a checkout runs."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
import tomllib
import venv
from pathlib import Path
from urllib.request import ProxyHandler, Request, build_opener

import pytest

from tests.companion.live_games import random_live_game
from tests.free_ports import free_port

ROOT = Path(__file__).resolve().parent.parent
INTO_THE_WHEEL = ("companion", "vision", "web", "hardware", "table")
ABOUT_IT = ("pyproject.toml", "README.md", "LICENSE", "NOTICE")

# Beside the libraries of this environment, but with the wheel's packages and not the checkout's.
LOOK_AT_THE_INSTALLATION = """
import json, sys
sys.path.insert(0, sys.argv[1])
import companion, hardware, vision, web
from vision.table.layout_file import default_layout_path
for package in (companion, hardware, vision, web):
    assert package.__file__.startswith(sys.argv[1]), package.__file__
layout = default_layout_path()
assert str(layout).startswith(sys.argv[1]), layout
assert json.loads(layout.read_text())["version"] == 1
"""


def pip(*arguments: str | Path) -> None:
    """Run pip without any index: the test needs no network."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *map(str, arguments)]
    alone = {key: value for key, value in os.environ.items() if not key.startswith("PIP_")}
    done = subprocess.run(command, env=alone, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the checkout as `make dist` builds it."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in INTO_THE_WHEEL:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, source / name, ignore=ignored)
    for name in ABOUT_IT:
        shutil.copy(ROOT / name, source)
    pip("wheel", "--no-index", "--no-deps", "--no-build-isolation", "-w", folder, source)
    (built,) = folder.glob("*.whl")
    return built


@pytest.mark.long
def test_a_built_wheel_carries_the_four_packages_and_the_layout(
    wheel: Path, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    pip("install", "--no-index", "--no-deps", "--target", site, wheel)
    installed = {str(path.relative_to(site)) for path in site.rglob("*") if path.is_file()}
    for name in INTO_THE_WHEEL:
        for path in (ROOT / name).rglob("*.*"):
            if "__pycache__" not in path.parts:
                assert str(path.relative_to(ROOT)) in installed
    look = subprocess.run(
        [sys.executable, "-I", "-c", LOOK_AT_THE_INSTALLATION, str(site)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert look.returncode == 0, look.stderr


class Installed:
    """The companion in an environment that has the wheel and no checkout."""

    def __init__(self, wheel: Path, folder: Path) -> None:
        venv.create(folder / "venv", symlinks=True)
        self.python = folder / "venv" / "bin" / "python"
        pip("--python", self.python, "install", "--no-index", "--no-deps", wheel)
        (site,) = (folder / "venv" / "lib").glob("*/site-packages")
        # The libraries of this environment, without what its own .pth files add: the checkout.
        (site / "libraries.pth").write_text(sysconfig.get_paths()["purelib"])
        self.folder = folder / "home"
        self.folder.mkdir()
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "STATE_DIRECTORY": str(self.folder / "state"),
            "XDG_CONFIG_HOME": str(self.folder / "config"),
            "OPENBLAS_NUM_THREADS": "1",
        }

    def command(self, *arguments: str) -> list[str]:
        return [str(self.python.parent / "companion"), *arguments]

    def run(self, *arguments: str) -> str:
        """Run a command that works; return what it writes to stdout."""
        done = subprocess.run(
            self.command(*arguments),
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(wheel, tmp_path_factory.mktemp("installed"))


@pytest.mark.long
def test_what_is_installed_comes_from_the_wheel(installed: Installed) -> None:
    where = "import companion, vision, web, hardware; print(companion.__file__)"
    done = subprocess.run(
        [installed.python, "-c", where],
        cwd=installed.folder,
        env=installed.environment,
        capture_output=True,
        text=True,
    )
    assert done.stdout.startswith(str(installed.python.parents[1])), done
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert installed.run("--version") == f"companion {version}\n"


@pytest.mark.long
def test_an_installed_companion_replays_and_prints(installed: Installed) -> None:
    game = installed.folder / "game.json"
    game.write_text(json.dumps(random_live_game(12, variant="No Variant")))
    assert json.loads(installed.run("replay", str(game), "--json"))["turns"] > 10
    for what in ("mat", "racks", "cards", "seats", "wiring"):
        out = installed.folder / f"{what}.pdf"
        installed.run("print", what, "--paper", "a4", "--out", str(out))
        assert out.read_bytes().startswith(b"%PDF")
    installed.run("backup", str(installed.folder / "backup.zip"))
    installed.run("restore", str(installed.folder / "backup.zip"))


@pytest.mark.long
def test_an_installed_companion_plays_its_demonstration(installed: Installed) -> None:
    said = installed.run(
        "demo", "--once", "--speed", "50", "--seed", "3", "--port", str(free_port())
    )
    result = json.loads(said.splitlines()[-1])
    assert result["truth_agrees"] is True
    assert result["questions"] == 0


@pytest.mark.long
def test_an_installed_companion_serves_its_page_in_every_language(installed: Installed) -> None:
    port = str(free_port())
    command = installed.command("run", "--camera", "none", "--panel", "none", "--port", port)
    process = subprocess.Popen(
        command,
        cwd=installed.folder,
        env=installed.environment,
        stdout=subprocess.DEVNULL,
    )
    web = build_opener(ProxyHandler({}))
    try:
        for _ in range(600):
            try:
                web.open(f"http://127.0.0.1:{port}/").close()
                break
            except OSError:
                assert process.poll() is None
                time.sleep(0.1)

        def read(path: str, language: str = "en") -> str:
            asked = Request(f"http://127.0.0.1:{port}{path}", headers={"Accept-Language": language})
            with web.open(asked) as answer:
                text: str = answer.read().decode()
                return text

        for language in ("en", "pl", "ro"):
            page = read("/", language)
            assert f'<html lang="{language}">' in page
            for file in re.findall(r'(?:href|src)="(/static/[^"]+)"', page):
                assert read(file)
    finally:
        process.terminate()
        assert process.wait(60) == 0
