/** Apple's keyboards have a key of their own for what others do with Ctrl. */
const APPLE = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

/** How the keys that open the palette are written, and named to assistive technology. */
export const PALETTE_KEYS = APPLE ? { shown: '⌘ K', named: 'Meta+K' } : { shown: 'Ctrl K', named: 'Control+K' };

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat'>;

export function opensPalette({ key, ctrlKey, metaKey, altKey, shiftKey, repeat }: Pressed): boolean {
  const [wanted, other] = APPLE ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  return key.toLowerCase() === 'k' && wanted && !other && !altKey && !shiftKey && !repeat;
}

export function opensHelp({ key, ctrlKey, metaKey, altKey, repeat }: Pressed): boolean {
  return key === '?' && !ctrlKey && !metaKey && !altKey && !repeat;
}

/** A box is ticked by the space bar alone. */
const TYPED_IN = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';

/** Letters belong to whatever takes text. The field of a dialog that was just closed has the focus until the page is drawn anew, and takes none. */
export function isTypedIn(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPED_IN)?.checkVisibility() === true;
}

/** Whether something asks for an answer before one goes on. */
export function isDialogOpen(): boolean {
  return [...document.querySelectorAll('dialog[open], [role="dialog"][aria-modal="true"]')].some((dialog) => dialog.checkVisibility());
}
