// The page of a seat: what the stream brings, the chronicle, one view at a time on a phone.
(() => {
  "use strict";
  const live = document.getElementById("live");
  const table = live.dataset.table;
  const note = document.getElementById("connection");

  // --- the stream: lost and found again ---

  // The chronicle has the height that is left below what stands above it: lamps, a pause, a lost connection.
  const fit = () => document.documentElement.style.setProperty("--above", `${document.querySelector(".board").offsetTop}px`);
  addEventListener("resize", fit);

  const LOST = "The connection is lost, trying again …";
  let heard = Date.now();
  const say = (text) => {
    note.hidden = !text;
    note.textContent = text;
    fit();
  };
  let parting = ""; // why the server has ended the stream
  let over = false; // this seat has ended: asking again would change nothing
  const alive = (event) => {
    heard = Date.now();
    if (event.detail?.message?.event === "gone") return;
    parting = "";
    say("");
  };
  for (const name of ["htmx:sse:after:message", "htmx:sse:after:connection", "beat"]) live.addEventListener(name, alive);
  live.addEventListener("htmx:sse:error", (event) => {
    over = event.detail?.status === 401;
    say(over ? parting || "Your seat here has ended. Ask the GM for a new link." : LOST);
  });
  live.addEventListener("htmx:sse:before:connection", (event) => over && event.preventDefault());
  live.addEventListener("moved", () => location.reload());
  live.addEventListener("gone", (event) => say((parting = event.detail?.data ?? "")));
  setInterval(() => {
    if (!document.hidden && !over && Date.now() - heard > 40000) say(parting ? LOST : "Nothing was heard for a while. This page comes back by itself.");
  }, 5000);

  // --- the chronicle: newest line last, what is new since the last visit ---

  const log = document.querySelector(".log-scroll");
  const board = document.getElementById("log");
  const announce = document.getElementById("announce");
  const seen = `seen ${table} ${live.dataset.seat}`;
  const last = () => document.querySelector("#lines > li[id^=line-]:last-of-type");
  const number = (line) => Number(line?.id.slice(5) ?? 0);
  const remember = (line) => {
    try {
      localStorage.setItem(seen, number(line));
    } catch {} // a browser that keeps nothing still shows the table
  };
  const was = (() => {
    try {
      return Number(localStorage.getItem(seen) ?? 0);
    } catch {
      return 0;
    }
  })();

  const since = document.createElement("li");
  since.className = "since";
  since.textContent = "Since you were last here";
  const mark = () => {
    if (!was || since.isConnected) return;
    const first = [...document.querySelectorAll("#lines > li[id^=line-]")].find((line) => number(line) > was);
    first?.before(since);
  };

  let told = number(last());
  let atEnd = true;
  log.addEventListener("scroll", () => (atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80));
  const toEnd = () => (log.scrollTop = log.scrollHeight);
  const arrived = () => {
    mark();
    const line = last();
    if (number(line) > told) {
      told = number(line);
      announce.textContent = (line.querySelector("p:last-of-type, .said, .aside") ?? line).textContent.trim().slice(0, 300);
      if (document.body.dataset.view !== "log") document.querySelector('.bottom [href="#log"]').classList.add("new");
      for (const die of line.querySelectorAll(".die")) die.classList.add("die-new");
    }
    if (atEnd) toEnd();
    if (!document.hidden) remember(line);
  };
  document.addEventListener("visibilitychange", () => document.hidden || remember(last()));
  live.addEventListener("htmx:sse:after:message", () => {
    window.footlights.ready(document);
    fit();
    arrived();
  });

  const filter = document.getElementById("log-filter");
  filter.addEventListener("change", () => {
    board.dataset.show = filter.value;
    toEnd();
  });

  const older = document.getElementById("older");
  const lines = () => document.getElementById("lines");
  const whether = () => (older.hidden = Number(lines().dataset.first) <= 1);
  const fetchOlder = async () => {
    const query = new URLSearchParams({before: lines().dataset.first});
    if (live.dataset.for) query.set("_seat", live.dataset.for);
    try {
      const answer = await fetch(`${table}/log?${query}`);
      const more = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("lines");
      const below = log.scrollHeight - log.scrollTop;
      lines().prepend(...more.children);
      lines().dataset.first = more.dataset.first;
      log.scrollTop = log.scrollHeight - below;
    } catch {
      say("Earlier lines cannot be fetched. Try again in a moment.");
      return false;
    }
    whether();
    return true;
  };
  older.addEventListener("click", fetchOlder);

  // A line is linked to by its moment, which is the same for everybody who may read it; its number is not.
  const meant = async () => {
    const moment = decodeURIComponent(location.hash.slice(1));
    if (!/^\d{4}-/.test(moment)) return;
    show("log", false);
    const first = () => document.querySelector("#lines time[datetime]")?.dateTime;
    while (!older.hidden && first() > moment && (await fetchOlder()));
    const found = [...document.querySelectorAll("#lines time[datetime]")].find((time) => time.dateTime === moment)?.closest("li");
    for (const old of document.querySelectorAll("#lines .meant")) old.classList.remove("meant");
    found?.classList.add("meant");
    if (found) atEnd = false;
    found?.scrollIntoView({block: "center"});
  };
  addEventListener("hashchange", meant);
  live.addEventListener("htmx:sse:after:message", meant, {once: true}); // the first brings the newest lines anew

  // --- a notification when something comes for this seat while nobody looks, for those who want it ---

  const wish = `tell ${table} ${live.dataset.seat}`;
  const telling = () => document.body.dataset.tell === "on";
  let connection;
  let notice;
  // A stream that pauses in the background would bring no news there.
  const listen = () => connection?.visibilityHandler && document[telling() ? "removeEventListener" : "addEventListener"]("visibilitychange", connection.visibilityHandler);
  const tell = (state) => {
    document.body.dataset.tell = state;
    const box = document.getElementById("tell");
    if (box) box.checked = telling();
    listen();
  };
  live.addEventListener("htmx:sse:before:connection", (event) => {
    connection = event.detail.connection;
    listen();
  });
  document.addEventListener("change", async (event) => {
    if (event.target.id !== "tell") return;
    const on = event.target.checked;
    tell(!on ? "off" : (await Notification.requestPermission()) === "granted" ? "on" : "refused");
    try {
      if (telling()) localStorage.setItem(wish, "on");
      else localStorage.removeItem(wish);
    } catch {} // it holds until the page is left
  });

  const slips = () => new Set([...document.querySelectorAll("#owed .owed-slip")].map((slip) => slip.id));
  let owing = slips();
  let read = number(last());
  const news = () => {
    const [before, line] = [owing, read];
    owing = slips();
    read = Math.max(read, number(last()));
    if ([...owing].some((slip) => !before.has(slip))) return "Something waits for you";
    const said = [...document.querySelectorAll("#lines > li[data-by]")].filter((one) => number(one) > line && one.dataset.by !== live.dataset.seat);
    if (!said.length) return "";
    return said.some((one) => one.matches(".line-whispered")) ? "Somebody whispers to you" : "Somebody has said something";
  };
  const notify = (kind) => {
    try {
      notice = new Notification(`${kind} at ${document.querySelector(".tension-where h1").textContent}`, {tag: table});
    } catch {
      return tell("refused"); // some phones allow it only to programs that are installed
    }
    notice.onclick = (event) => {
      focus();
      event.target.close();
    };
  };
  live.addEventListener("htmx:sse:after:message", () => {
    const kind = news();
    if (kind && document.hidden && telling()) notify(kind);
  });
  document.addEventListener("visibilitychange", () => document.hidden || notice?.close());

  const wished = (() => {
    try {
      return localStorage.getItem(wish) === "on";
    } catch {
      return false;
    }
  })();
  if (!isSecureContext) tell("insecure");
  else if ("Notification" in window) tell(wished && Notification.permission === "granted" ? "on" : "off");

  // --- the menu closes when one looks elsewhere ---

  const menu = () => document.getElementById("menu");
  document.addEventListener("click", (event) => {
    if (menu()?.open && !menu().contains(event.target)) menu().open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu()?.open) return;
    menu().open = false;
    menu().querySelector("summary").focus();
  });

  // --- on a phone, one view at a time ---

  const views = [...document.querySelectorAll(".bottom a")];
  const show = (name, move = true) => {
    document.body.dataset.view = name;
    for (const link of views) {
      if (link.hash === `#${name}`) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    if (name === "log") views.at(-1).classList.remove("new");
    if (move) requestAnimationFrame(() => bring(name));
  };
  const bring = (name) => {
    const narrow = matchMedia("(width < 48rem)").matches;
    if (!narrow) document.getElementById(name)?.scrollIntoView({block: "start"});
    else scrollTo(0, name === "log" ? document.body.scrollHeight : 0);
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("main a[data-view]");
    if (link) show(link.dataset.view, false);
  });
  for (const link of views) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      history.replaceState(null, "", link.hash);
      show(link.hash.slice(1));
    });
  }
  const wanted = views.find((link) => link.hash === location.hash)?.hash.slice(1);
  show(wanted ?? (document.getElementById("roll") ? "roll" : "scene"), false);
  if (wanted === "log") addEventListener("load", () => bring("log"));

  fit();
  arrived();
  toEnd();
  whether();
})();
