// Keeps an order's page as it is now: the shop says when something changed, and the page is fetched again.
const live = document.querySelector('[data-live]');

for (const time of document.querySelectorAll('time')) {
  time.textContent = new Date(time.dateTime).toLocaleTimeString(document.documentElement.lang);
}

if (live instanceof HTMLElement && live.dataset.live) {
  const events = new EventSource(live.dataset.live);
  events.addEventListener('changed', () => location.reload());
  // A page kept in the browser's cache would come back with its stream cut and its order out of date.
  addEventListener('pagehide', () => events.close());
  addEventListener('pageshow', (shown) => {
    if (shown.persisted) location.reload();
  });
}
