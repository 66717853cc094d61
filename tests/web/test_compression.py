"""Pages and files are packed for phones that can unpack them."""

import gzip
import re

from werkzeug.test import TestResponse

from tests.web.phones import Phone, app_of
from tests.web.real_table import OpenTable


def ask(phone: Phone, path: str, encodings: str = "gzip, deflate", **headers: str) -> TestResponse:
    answer = phone.client.get(path, headers={"Accept-Encoding": encodings, **headers})
    if answer.mimetype != "text/event-stream":
        answer.get_data()
        answer.close()
    return answer


def test_a_page_and_its_files_come_packed_and_are_the_same(open_table: OpenTable) -> None:
    desk = open_table()
    desk.deal()
    phone = Phone(app_of(desk), seat=1)
    for path in ("/seat", "/static/shared/style.css", "/static/table/table.js", "/api/view"):
        packed, plain = ask(phone, path), ask(phone, path, "")
        assert packed.headers["Content-Encoding"] == "gzip", path
        assert "Content-Encoding" not in plain.headers
        assert gzip.decompress(packed.data) == plain.data
        assert len(packed.data) < 0.6 * len(plain.data)
        for answer in (packed, plain):
            assert "Accept-Encoding" in answer.headers["Vary"]
            assert int(answer.headers["Content-Length"]) == len(answer.data)


def test_a_phone_that_refuses_gzip_gets_none(open_table: OpenTable) -> None:
    phone = Phone(app_of(open_table()), seat=1)
    for encodings in ("", "br", "gzip;q=0", "identity"):
        assert "Content-Encoding" not in ask(phone, "/seat", encodings).headers


def test_a_file_that_a_phone_has_is_not_sent_again(open_table: OpenTable) -> None:
    phone = Phone(app_of(open_table()), seat=1)
    first = ask(phone, "/static/shared/style.css")
    again = ask(phone, "/static/shared/style.css", **{"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_a_stream_is_never_packed(open_table: OpenTable) -> None:
    phone = Phone(app_of(open_table()), seat=1)
    stream = ask(phone, "/api/stream")
    assert "Content-Encoding" not in stream.headers
    assert next(iter(stream.iter_encoded())).startswith(b"retry:")
    stream.close()


def test_the_first_page_is_small_on_its_way(open_table: OpenTable) -> None:
    """The page and what it names: style sheets, scripts and the modules that these import."""
    phone = Phone(app_of(open_table(), address="http://192.168.1.20:8000"), seat=0)
    page = ask(phone, "/seat", "").text
    files = sorted(set(re.findall(r"(?:href|src)=\"(/static/[^\"#?]+)", page)))
    assert "/static/table/table.js" in files
    assert len(files) > 15
    total = sum(len(ask(phone, path).data) for path in ("/seat", *files))
    print(f"\nthe seat's page and every file that it loads, packed: {total} bytes")
    assert total <= 55_000
