"""What a person does with a page: finds the form of what they want to do, fills it in and sends it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import PATIENCE

NAP = 20
"""Milliseconds between two looks at what a page cannot tell by itself."""


class Held:
    """What pages ask of an address, kept back until it is let go."""

    def __init__(self, address: str, *pages: Page) -> None:
        self._page = pages[0]
        self._asked: list[Route] = []
        for page in pages:
            page.route(address, lambda route: self._asked.append(route))

    def next(self) -> Route:
        """The first that was not taken yet, as soon as it is there."""
        for _ in range(PATIENCE // NAP):
            if self._asked:
                return self._asked.pop(0)
            self._page.wait_for_timeout(NAP)
        raise AssertionError("nothing more was asked")


def asking(page: Page, name: str, value: str) -> Locator:
    """The forms that somebody may fill in now and that send this without asking for it."""
    found = page.locator(f'form[data-order]:has(> [name={name}][value="{value}"])')
    return found.and_(page.locator("main form, dialog[open] form"))


def form(page: Page, kind: str) -> Locator:
    """The form of one kind of order: owed, beside its roll, or in a dialog that a button opens."""
    found = asking(page, "_kind", kind).first
    button = page.locator(f"[data-offer={kind}]").first
    expect(found.or_(button).first).to_be_attached()
    if found.count():
        unfold(found)
    else:
        unfold(button)
        button.click()
    expect(found).to_be_visible()
    return found


def unfold(inner: Locator) -> None:
    """Open every fold around something."""
    for fold in inner.locator("xpath=ancestor::details[not(@open)]").all():
        fold.locator("> summary").click()


def answer(page: Page, order: str, /, **answers: Any) -> None:
    """Fill the form of that kind in and send it; wait until the table has taken it and the page knows."""
    here = form(page, order)
    stamp = here.locator("> [name=_stamp]").input_value()
    tap = here.locator("[data-field]:has(> button[type=submit])")
    tapped = tap.get_attribute("data-field") if tap.count() else None
    for name, value in answers.items():
        if name != tapped:
            fill(here.locator(f'[data-field="{name}"]'), value)
    said = str(answers[tapped]) if tapped else ""
    said = said.lower() if said in {"True", "False"} else said
    button = here.locator(f'button[type=submit][value="{said}"]' if tapped else "button[type=submit]").first
    with page.expect_response(lambda sent: sent.url.endswith("/order")) as taken:
        button.click()
    assert taken.value.status == 204, taken.value.text()
    expect(asking(page, "_stamp", stamp)).to_have_count(0)


def fill(ask: Locator, value: Any) -> None:
    """Answer one field."""
    many = value if isinstance(value, list | tuple) else [value]
    if not ask.locator("input:not([type=hidden]), select, textarea").count():
        return  # there is one answer only, and it is settled
    if isinstance(value, bool):
        ask.locator("input[type=checkbox]").set_checked(value)
    elif isinstance(value, dict):
        for part, number in value.items():
            ask.locator(f'[name$=".{part}"]').fill(str(number))
    elif ask.locator("label.pick, label.rung").count():
        for one in many:
            ask.locator(f'label:has(input[value="{one}"])').click()
    elif ask.locator("select").count():
        ask.locator("select").select_option(str(value))
    else:
        ask.locator("input:not([type=hidden]), textarea").first.fill(str(value))
