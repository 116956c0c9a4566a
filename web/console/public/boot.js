// Runs before anything else; a file of its own, because no script is inline.
(() => {
  // zod would compile its checks with `new Function`, which the page's policy forbids and reports.
  globalThis.__zod_globalConfig = { jitless: true };

  // The theme is known before the first paint, so that night never flashes white.
  let theme = null;
  let language = null;
  try {
    theme = localStorage.getItem('purser.theme');
    language = localStorage.getItem('language');
    // Which frame is drawn before the first page has come.
    if (localStorage.getItem('token') !== null) document.documentElement.dataset.signedIn = '';
  } catch {
    // Storage may be refused.
  }
  if (theme !== 'day' && theme !== 'night') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'day';
  document.documentElement.dataset.theme = theme;

  // Where the page's scripts do not come, index.html says so in this language.
  const spoken = [
    ['zh-Hant', /hant|tw|hk|mo/i],
    ['zh-Hans', /^zh/],
    ['vi', /^vi/],
  ].find(([, like]) => like.test(language ?? navigator.language));
  document.documentElement.dataset.spoken = spoken ? spoken[0] : 'en';
  const failed = () => {
    if (document.querySelector('.boot-failed')) document.documentElement.dataset.failed = '';
  };
  addEventListener('error', failed, true);
  addEventListener('unhandledrejection', failed);
  // A link to the same page would leave a one-time link's secret out.
  addEventListener('click', (event) => {
    if (!event.target.closest('.boot-failed a')) return;
    event.preventDefault();
    location.reload();
  });
})();
