"""Being oneself on another device, and being forgotten, as people do it on the page."""

from __future__ import annotations

import io
import zipfile
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.table import HERE, PLAIN, Person, Server
from tests.browser.test_pages import new_table
from tests.waiting import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-pages")]


def test_a_code_brings_everything_to_another_device(browser: Browser, server: Server) -> None:
    old, new = (Person.arrive(browser, "phone", "id") for _ in range(2))
    link = new_table(old, server, PLAIN, "Bayu")
    old.page.goto(server.url(PLAIN))
    old.by("settings-link").click()
    old.by("make-code").click()
    code = old.by("code").input_value()
    old.fits()
    new.page.goto(server.url(PLAIN, "/pengaturan"))
    expect(new.page.get_by_role("heading", name="kode pemulihan")).to_be_visible()
    new.by("restore-code").fill("00000-00000-00000-00000")
    new.by("restore").click()
    expect(new.page.get_by_role("alert")).to_be_visible()
    new.fits()
    new.by("restore-code").fill(code.lower())
    with new.page.expect_navigation():
        new.by("restore").click()
    expect(new.by("my-name")).to_have_text("Bayu")
    expect(new.by("code-since")).to_be_visible()
    new.by("my-table").click()
    expect(new.by("stand")).to_be_visible()
    assert new.page.url == link
    old.by("leave-devices").click()
    expect(old.by("left")).to_be_visible()
    expect(new.by("stand")).to_have_count(0)
    assert [told for told in new.complaints if "403" not in told] == []  # a browser notes the refusal by itself
    assert old.complaints == []
    for person in (old, new):
        person.page.context.close()


def test_who_is_deleted_is_gone_from_the_others_pages(browser: Browser, server: Server) -> None:
    gone, other = (Person.arrive(browser, "desktop", "en") for _ in range(2))
    link = new_table(gone, server, HERE, "Sumarno")
    other.page.goto(link)
    other.by("sit-B").click()
    other.name("Budi")
    gone.by("fill").click()
    gone.by("start").click()
    for person in (gone, other):
        expect(person.by("round")).to_be_visible()
    expect(other.by("seat-A")).to_contain_text("Sumarno")
    gone.page.goto(server.url(HERE, "/pengaturan"))
    with gone.page.expect_download() as download:
        gone.by("download-data").click()
    packed = download.value.path().read_bytes()
    with zipfile.ZipFile(io.BytesIO(packed)) as file:
        assert "Sumarno" in file.read("me.json").decode()
    gone.by("erase").click()
    gone.fits()
    gone.by("erase-confirm").click()
    expect(gone.by("play-now")).to_be_visible()
    expect(gone.by("my-name")).not_to_contain_text("Sumarno")
    expect(gone.by("resume")).to_have_count(0)
    expect(other.by("seat-A")).to_contain_text("Player A")
    expect(other.by("stand-in-A")).to_be_visible()
    assert gone.complaints == other.complaints == []
    for person in (gone, other):
        person.page.context.close()


def test_a_bot_is_made_here_and_sits_down_as_one(browser: Browser, server: Server) -> None:
    owner = Person.arrive(browser, "phone", "id")
    link = new_table(owner, server, PLAIN, "Bayu")
    owner.page.goto(server.url(PLAIN, "/pengaturan"))
    owner.by("bots").locator("summary").click()
    for told in owner.by("bots").get_by_role("link").all():  # what the hint points to can be had here
        address = told.get_attribute("href")
        assert address
        assert owner.page.request.get(server.url(HERE, address)).ok
    owner.by("bot-name").fill("\u202e")
    owner.by("make-bot").click()
    expect(owner.page.get_by_role("alert")).to_be_visible()
    owner.by("bot-name").fill("Robo")
    owner.by("make-bot").click()
    token = owner.by("token").input_value()
    owner.fits()
    owner.page.goto(link)
    api = server.url(HERE, f"/api/tables/{link.rsplit('/', 1)[1]}/commands")
    headers = {"Authorization": f"Bearer {token}"}
    sit = Request(api, b'{"type": "sit", "seat": "B", "seq": 0}', headers)
    urlopen(sit, timeout=PATIENCE).close()
    expect(owner.by("seat-B")).to_contain_text("Robo")
    expect(owner.by("seat-B")).to_contain_text("bot")
    owner.page.goto(server.url(PLAIN, "/pengaturan"))
    owner.by("bots").locator("summary").click()
    owner.by("my-bot").get_by_role("button").click()
    expect(owner.by("my-bot")).to_have_count(0)
    with pytest.raises(HTTPError, match="401"):
        urlopen(sit, timeout=PATIENCE)
    assert [told for told in owner.complaints if "400" not in told] == []  # a browser notes the refusal by itself
    owner.page.context.close()
