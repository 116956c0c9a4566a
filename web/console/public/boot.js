// Runs before anything else; a file of its own, because no script is inline.
(() => {
  // zod would compile its checks with `new Function`, which the page's policy forbids and reports.
  globalThis.__zod_globalConfig = { jitless: true };

  // The theme is known before the first paint, so that night never flashes white.
  let theme = null;
  try {
    theme = localStorage.getItem('purser.theme');
    // Which frame is drawn before the first page has come.
    if (localStorage.getItem('token') !== null) document.documentElement.dataset.signedIn = '';
  } catch {
    // Storage may be refused.
  }
  if (theme !== 'day' && theme !== 'night') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'day';
  document.documentElement.dataset.theme = theme;

  // What to say where the page's scripts do not come, and at once: see boot-skeleton.css.
  let language = navigator.language;
  try {
    language = localStorage.getItem('language') ?? language;
  } catch {
    // Storage may be refused.
  }
  const spoken = [
    [/hant|tw|hk|mo/i, 'zh-Hant'],
    [/^zh/i, 'zh-Hans'],
    [/^vi/i, 'vi'],
    [/./, 'en'],
  ].find(([like]) => like.test(language));
  document.documentElement.dataset.spoken = spoken?.[1] ?? 'en';
  const begins = () => document.querySelector('#app > .boot-failed') !== null;
  const failed = () => begins() && (document.documentElement.dataset.failed = '');
  addEventListener('error', failed, true);
  addEventListener('unhandledrejection', failed);
  // The address may end in a one-time link's secret, which a link to the same page would leave out.
  addEventListener('click', (event) => {
    if (!event.target.closest?.('.boot-failed a')) return;
    event.preventDefault();
    location.reload();
  });
})();
