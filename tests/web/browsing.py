"""Phones in a real browser, at the table's pages."""

import contextlib
import math
from collections.abc import Callable, Iterator

from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import Error as PlaywrightError

from companion.desk import HanabiDesk
from tests.web.phones import CODE
from web import create_app
from web.config import PageConfig
from web.serve import Server, serve

PATIENCE = 30_000
"""Milliseconds for which a page is waited for: machines that test are busy with much else."""
expect.set_options(timeout=PATIENCE)

PHONE = {"width": 390, "height": 844}
RECORD_SPEECH = """
window.spoken = [];
window.SpeechSynthesisUtterance = function (text) { this.text = text; };
Object.defineProperty(window, "speechSynthesis", {
  value: { speak: (one) => window.spoken.push(one.text), cancel() {} },
});
"""
MakePhone = Callable[..., Page]


@contextlib.contextmanager
def phones_at(browser: Browser, port: int) -> Iterator[MakePhone]:
    """Make phones; in the end nothing may have been written to their consoles."""
    with contextlib.ExitStack() as opened:
        complaints: list[str] = []

        def make(size: dict[str, int] = PHONE, **options: object) -> Page:
            context = browser.new_context(
                viewport={"width": size["width"], "height": size["height"]},
                base_url=f"http://127.0.0.1:{port}",
                has_touch=True,
                **options,  # type: ignore[arg-type]  # Playwright's own names
            )
            opened.callback(context.close)
            context.set_default_timeout(PATIENCE)
            context.add_init_script(RECORD_SPEECH)
            page = context.new_page()
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda message: complaints.append(message.text))
            return page

        yield make
    assert [one for one in complaints if "Failed to load resource" not in one] == []
    assert not [one for one in complaints if "Content Security Policy" in one]


def join(page: Page, seat: int, *, asked: bool = True) -> Page:
    """Join with the QR code's address, a tap on the seat, and one that it is the right one.

    Where no game has hidden hands nobody is ``asked`` for the second.
    """
    page.goto(f"/?code={CODE}")
    page.get_by_role("button", name=f"Seat {seat + 1}").tap()
    let_in(page)
    if asked:
        return sit_down(page)
    page.wait_for_url("**/seat")
    page.wait_for_load_state("load")
    return page


def let_in(page: Page) -> None:
    """Let the other pages agree, where the table is asked about whoever comes into a game."""
    browser = page.context.browser
    assert browser is not None
    for _ in range(80):
        if page.url.endswith("/seat"):
            return
        for other in (one for context in browser.contexts for one in context.pages):
            yes = other.locator("#wishes button.primary")
            if other is not page and yes.count():
                with contextlib.suppress(PlaywrightError):  # drawn anew, or answered elsewhere
                    yes.first.click(timeout=500)
        page.wait_for_timeout(100)


def sit_down(page: Page) -> Page:
    """Say that this is the rack in front of it, and wait for the seat's page."""
    page.wait_for_url("**/seat")
    page.get_by_role("button", name="Yes, I sit here").tap()
    page.locator("#hands").wait_for(state="attached")
    page.wait_for_load_state("load")  # its scripts have run, and its buttons do what they say
    return page


def open_more(page: Page) -> None:
    """Show all that stands behind "More", which may come only when the table has answered."""
    page.locator("details.more > summary").filter(visible=True).first.wait_for()
    for one in page.locator("details.more > summary").all():
        if one.is_visible():
            one.tap()


def letter_size(text: Locator) -> float:
    """Return the size of a text's letters, in CSS pixels.

    An item of a list that is drawn anew may leave the page between being found and being
    measured; what is off the page has no size, and the item is found again.
    """
    while math.isnan(
        size := float(text.evaluate("one => parseFloat(getComputedStyle(one).fontSize)"))
    ):
        pass
    return size


SMALL_PHONE = {"width": 360, "height": 640}
SMALLEST_TARGET = 44  # CSS pixels


def open_server(desk: HanabiDesk, port: int = 0) -> Server:
    app = create_app(
        desk, PageConfig(secret=b"s", code=CODE, address=lambda: "http://192.168.1.20:8000")
    )
    return serve(app, "127.0.0.1", port)
