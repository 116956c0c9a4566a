import { DEFAULT_REQUEST_LANGUAGE } from '@purser/contract/language';
import type { Outcome } from '@purser/contract/outcome';
import { fillText } from '@purser/contract/text';
import { toast } from '@purser/ui/toast';
import type { AnyRouter } from '@tanstack/react-router';
import { storedLanguage } from './storage.ts';

interface Destination {
  readonly to: string;
  readonly search: Readonly<Record<string, string | undefined>>;
}

/**
 * Leaves the page one is on because its calls are refused, once however many are: whoever has typed something is asked one question. Those who stay are
 * told why, at once and by each further refused call, until nothing typed would be lost any more: the next refused call leaves then.
 * `ip` is what the reason names.
 */
export function leavingOnce(router: AnyRouter): (destination: Destination, why: Outcome | undefined, ip?: string) => void {
  let asked = false;
  router.subscribe('onBeforeLoad', () => {
    asked = false;
  });
  return (destination, why, ip = '') => {
    const tell = (): void => {
      if (why) toast.warning(fillText(why.text[storedLanguage() ?? DEFAULT_REQUEST_LANGUAGE], { ip }));
    };
    // Asks what keeps the page from being unloaded whether something typed would be lost; nothing is unloaded.
    if (asked && !dispatchEvent(new Event('beforeunload', { cancelable: true }))) return tell();
    asked = true;
    void router.navigate({ ...destination, replace: true } as never);
    // Once the question has been answered, which nothing else runs beside.
    setTimeout(() => router.history.location.pathname !== destination.to && tell());
  };
}
