import { isTypedIn } from '@purser/console-kit/palette/keys';
import { useEffect } from 'react';

interface QueueKeys {
  /** The keys of the rows, in their order. */
  readonly keys: readonly string[];
  /** The row whose details are open. */
  readonly opened: string | undefined;
  readonly open: (key: string) => void;
  /** What other keys do now. */
  readonly acts: Readonly<Record<string, () => void>>;
}

/** Works through a queue by keyboard: j and k open the next and the previous row. Not while something is typed or confirmed. */
export function useQueueKeys({ keys, opened, open, acts }: QueueKeys): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
      const at = opened === undefined ? -1 : keys.indexOf(opened);
      const next = { j: keys[Math.min(at + 1, keys.length - 1)], k: keys[Math.max(at - 1, 0)] }[event.key];
      const act = acts[event.key];
      if (next === undefined && act === undefined) return;
      event.preventDefault();
      if (act) act();
      else if (next !== undefined && next !== opened) open(next);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [keys, opened, open, acts]);
}

/** Letters belong to whatever takes text, and to a dialog that asks for something. */
function isBusy(target: EventTarget | null): boolean {
  return isTypedIn(target) || document.querySelector('dialog[open], .ant-modal-wrap:not([style*="display: none"])') !== null;
}
