// Times by the reader's own clock, in whatever comes onto the page.
(() => {
  "use strict";
  const clock = new Intl.DateTimeFormat(undefined, {hour: "2-digit", minute: "2-digit"});
  const day = new Intl.DateTimeFormat(undefined, {day: "numeric", month: "short", hour: "2-digit", minute: "2-digit"});
  const whole = new Intl.DateTimeFormat(undefined, {dateStyle: "full", timeStyle: "short"});

  const tell = () => {
    for (const time of document.querySelectorAll("time[datetime]:not([data-zoned])")) {
      const at = new Date(time.dateTime);
      time.textContent = (Date.now() - at < 72e6 ? clock : day).format(at);
      time.title = whole.format(at);
      time.dataset.zoned = "";
    }
  };

  // Lines that are drawn anew come without the mark.
  new MutationObserver(tell).observe(document.documentElement, {childList: true, subtree: true, attributeFilter: ["data-zoned"]});
  tell();
})();
