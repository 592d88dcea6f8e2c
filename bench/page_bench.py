"""A table's page in Chromium: how soon it is live on a slow phone, its weight, how fast odds follow a choice."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from bench.live_bench import PORT, served
from bench.timing import Measure

CHROMIUM = os.environ.get("FOOTLIGHTS_CHROMIUM") or shutil.which("chromium") or ""
EXAMPLES = {"the-last-ferry": "Ana", "the-salt-clock": "Bram"}
"""Each example and a player of it."""
ROUNDS = 5
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
"""1.6 Mbit/s and 150 ms there and back."""
SLOWDOWN = 4
LIVE = "#live[data-htmx-powered]"
WATCHES = f"""new MutationObserver((_, seen) => {{
  if (!document.querySelector("{LIVE}")) return;
  window.liveAt = performance.now();
  seen.disconnect();
}}).observe(document, {{childList: true, subtree: true, attributes: true, attributeFilter: ["data-htmx-powered"]}});"""
"""Notes when the page is live, from within: asking it from without would take its time."""
TOGGLES = """async () => {
  const form = document.querySelector("#dialog-body form");
  const shown = form.querySelector("[data-part='hero']");
  const taken = [];
  for (let n = 0; n < 40; n++) {
    const picks = [...form.querySelectorAll("input[type=radio]:enabled:not(:checked)")];
    const changed = new Promise(done => {
      const seen = new MutationObserver(() => { seen.disconnect(); done(performance.now()); });
      seen.observe(shown, {childList: true, subtree: true, characterData: true});
      setTimeout(() => { seen.disconnect(); done(NaN); }, 300);
    });
    const start = performance.now();
    picks[n % picks.length].click();
    const end = await changed;
    if (!Number.isNaN(end)) taken.push((end - start) / 1000);
  }
  return taken;
}"""
"""Chooses one answer after the other in the open dialog; gives the seconds until the number on the page was another,
for those that change it."""


def measures() -> Iterator[Measure]:
    if not CHROMIUM:
        print("no Chromium here: the page is not measured", file=sys.stderr)
        return
    with served("html", 0, *EXAMPLES) as (_, known), sync_playwright() as playing:
        browser = playing.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for (example, seat), table in zip(EXAMPLES.items(), known, strict=True):
            loads = [_loaded(browser, table, seat) for _ in range(ROUNDS)]
            until_live, weight = (median(one) for one in zip(*loads, strict=True))
            yield Measure(f"{example}: live, slow phone and net", "2 s", until_live, 2.0, 1)
            yield Measure(f"{example}: first load", "150 KB", weight, 150_000, 1, unit="B")
        taken = _toggled(browser, known[1], EXAMPLES["the-salt-clock"])
        yield Measure("quick odds after a choice", "16 ms", max(taken), 0.016, 1)
        browser.close()


def _at(browser: Browser, table: dict[str, Any], seat: str) -> Page:
    """A new browser in that seat."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    url = f"http://localhost:{PORT}"
    context.add_cookies([{"name": f"seat-{table['id']}", "value": table["seats"][seat], "url": url}])
    return context.new_page()


def _loaded(browser: Browser, table: dict[str, Any], seat: str) -> tuple[float, float]:
    """Seconds from asking for the page until it follows its table, and the bytes that came by then; nothing of it was
    there before."""
    page = _at(browser, table, seat)
    device = page.context.new_cdp_session(page)
    device.send("Network.enable")
    device.send("Network.emulateNetworkConditions", SLOW)
    device.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    sizes: list[float] = []
    device.on("Network.loadingFinished", lambda one: sizes.append(one["encodedDataLength"]))
    page.add_init_script(WATCHES)
    page.goto(f"http://localhost:{PORT}/t/{table['id']}")
    page.wait_for_timeout(2_000)
    taken = page.evaluate("window.liveAt / 1000")
    page.context.close()
    return taken, sum(sizes)


def _toggled(browser: Browser, table: dict[str, Any], seat: str) -> list[float]:
    """Seconds until odds have followed a choice, of many."""
    page = _at(browser, table, seat)
    page.goto(f"http://localhost:{PORT}/t/{table['id']}")
    page.wait_for_selector(LIVE, state="attached")
    page.get_by_role("button", name="Change the roll").click()
    page.wait_for_selector("dialog .then-list")
    page.route("**/odds", lambda _: None)  # what the server says later is not what is measured
    taken: list[float] = page.evaluate(TOGGLES)
    assert len(taken) > 10, "no choice changed the odds"
    page.context.close()
    return taken
