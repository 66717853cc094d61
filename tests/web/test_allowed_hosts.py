"""By which names the page may be asked for."""

import pytest

from tests.web.phones import CODE, app_of, data
from tests.web.real_table import OpenTable
from web.allowed_hosts import is_near

NEAR = [
    *("192.168.1.20:8000", "10.0.0.7", "127.0.0.1:8000", "172.20.0.3", "169.254.3.4", "100.80.1.2"),
    *(
        "localhost:8000",
        "companion",
        "COMPANION.local:8000",
        "table.lan",
        "pi.home.arpa",
        "pi.local.",
    ),
    *("[fe80::1]:8000", "[::1]", "[fd00::7]:80", "[::ffff:192.168.1.2]"),
]
FAR = [
    *("evil.example", "evil.example:8000", "192.168.1.20.evil.example", "local.evil.example"),
    *("8.8.8.8", "[2001:4860:4860::8888]:8000", "", ":8000", "evillocal.example", "a.example/b"),
]


@pytest.mark.parametrize("host", NEAR)
def test_names_and_addresses_of_a_local_network_are_near(host: str) -> None:
    assert is_near(host)


@pytest.mark.parametrize("host", FAR)
def test_names_of_the_internet_are_not(host: str) -> None:
    assert not is_near(host)


def test_the_address_that_the_table_shows_is_near_whatever_it_is() -> None:
    assert is_near("141.2.3.4:8000", "http://141.2.3.4:8000")
    assert not is_near("141.2.3.5:8000", "http://141.2.3.4:8000")
    assert not is_near("", "")


def test_a_site_that_points_its_name_at_this_machine_gets_nothing(open_table: OpenTable) -> None:
    """Its scripts are of one origin with the page, so only the name that they use tells them."""
    client = app_of(open_table()).test_client()
    headers = {"Host": "evil.example:8000", "Origin": "http://evil.example:8000"}
    for path in ("/", "/api/view", "/static/shared/style.css", "/api/openapi.json"):
        assert client.get(path, headers=headers).status_code == 403, path
    refused = client.post("/api/join", json={"code": CODE, "seat": 0}, headers=headers)
    assert refused.status_code == 403
    assert "local network" in data(refused)["detail"]
    assert "Set-Cookie" not in refused.headers


@pytest.mark.parametrize(
    "host", ["x" * 64, "x" * 5000, f"{'x' * 64}.local:8000", "a..local", ".local"]
)
@pytest.mark.parametrize("path", ["/", "/public", "/api/view", "/static/shared/style.css"])
def test_a_name_that_no_machine_can_have_is_refused_and_no_fault_of_ours(
    open_table: OpenTable, path: str, host: str, caplog: pytest.LogCaptureFixture
) -> None:
    client = app_of(open_table()).test_client()
    refused = client.get(path, headers={"Host": host})
    assert refused.status_code in (400, 403)
    assert "Traceback" not in caplog.text
