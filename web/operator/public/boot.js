// Runs before anything else; a file of its own, because no script is inline.
(() => {
  // zod would compile its checks with `new Function`, which the page's policy forbids and reports.
  globalThis.__zod_globalConfig = { jitless: true };

  // The theme is known before the first paint, so that night never flashes white.
  let theme = null;
  try {
    theme = localStorage.getItem('purser.theme');
    // Which frame is drawn before the first page has come.
    if (localStorage.getItem('purser.operator') !== null) document.documentElement.dataset.signedIn = '';
  } catch {
    // Storage may be refused.
  }
  if (theme !== 'day' && theme !== 'night') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'day';
  document.documentElement.dataset.theme = theme;
})();
