import { DEFAULT_REQUEST_LANGUAGE } from '@purser/contract/language';
import type { Outcome } from '@purser/contract/outcome';
import { toast } from '@purser/ui/toast';
import type { AnyRouter } from '@tanstack/react-router';
import { storedLanguage } from './storage.ts';

interface Destination {
  readonly to: string;
  readonly search: Readonly<Record<string, string | undefined>>;
}

/**
 * Leaves the page one is on because its calls are refused, once however many are: whoever has typed something is asked one question. Those who stay are
 * told why at once, and by each further call, unless they have been told by then; they leave by themselves.
 */
export function leavingOnce(router: AnyRouter): (destination: Destination, why: Outcome | undefined) => void {
  let asked = false;
  router.subscribe('onBeforeLoad', () => {
    asked = false;
  });
  const tell = (why: Outcome | undefined): void => {
    if (why) toast.warning(why.text[storedLanguage() ?? DEFAULT_REQUEST_LANGUAGE]);
  };
  return (destination, why) => {
    if (asked) return tell(why);
    asked = true;
    void router.navigate({ ...destination, replace: true } as never);
    // Once the question has been answered, which nothing else runs beside.
    setTimeout(() => router.history.location.pathname !== destination.to && tell(why));
  };
}
