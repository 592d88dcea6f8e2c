// Times by the reader's own clock, in whatever comes onto the page.
(() => {
  "use strict";
  let clock, day, whole;

  const tell = () => {
    clock ??= new Intl.DateTimeFormat(undefined, {hour: "2-digit", minute: "2-digit"});
    day ??= new Intl.DateTimeFormat(undefined, {day: "numeric", month: "short", hour: "2-digit", minute: "2-digit"});
    whole ??= new Intl.DateTimeFormat(undefined, {dateStyle: "full", timeStyle: "short"});
    for (const time of document.querySelectorAll("time[datetime]:not([data-zoned])")) {
      const at = new Date(time.dateTime);
      time.textContent = (Date.now() - at < 72e6 ? clock : day).format(at);
      time.title = whole.format(at);
      time.dataset.zoned = "";
    }
  };

  // Lines that are drawn anew come without the mark.
  new MutationObserver(tell).observe(document.documentElement, {childList: true, subtree: true, attributeFilter: ["data-zoned"]});
  setTimeout(tell); // a page that can be used comes first: to make these formats takes a phone a tenth of a second
})();
