/** Closes the header's menu by Escape, which leaves the keyboard where it was opened, by a press beside it, and when the keyboard goes on. */
export function closeMenu(signal: AbortSignal): void {
  const opened = (): HTMLDetailsElement | null => document.querySelector('header details[open]');
  const onKey = ({ key }: KeyboardEvent): void => {
    const menu = key === 'Escape' ? opened() : null;
    if (!menu) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  };
  const onLeave = ({ target }: Event): void => {
    const menu = opened();
    if (menu && !menu.contains(target as Node)) menu.open = false;
  };
  document.addEventListener('keydown', onKey, { signal });
  for (const leaving of ['pointerdown', 'focusin']) document.addEventListener(leaving, onLeave, { signal });
}
