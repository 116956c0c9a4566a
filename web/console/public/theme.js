// Runs before the first paint, so that night never flashes white; a file of its own, because no script is inline.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem('purser.theme');
  } catch {
    // Storage may be refused.
  }
  if (theme !== 'day' && theme !== 'night') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'day';
  document.documentElement.dataset.theme = theme;
})();
