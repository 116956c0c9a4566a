import { useCallback, useEffect, useRef, useState } from 'react';
import type { SliderChallenge } from '@purser/contract/payer-drafts';
import { SLIDER_LIFETIME_S } from '@purser/contract/slider';
import { arrivalOfPage, now, passedMs, type Moment } from './clock.ts';
import { usePage } from './context.tsx';

/** A challenge makes way for another while there is still time to send what was answered. */
const SPARE_S = 30;
const LOOK_EVERY_MS = 2_000;

/** The challenges that were answered from this page: each is good once. */
const answered = new Set<string>();

/** A form's slider: the page's own, and another one where that was answered, is too old, or is not there as the page was made for another form. */
export function useChallenge(ofPage: SliderChallenge | null) {
  const { actions } = usePage();
  const [challenge, setChallenge] = useState(ofPage && answered.has(ofPage.challenge) ? null : ofPage);
  /** When the one that was asked for came. */
  const came = useRef<Moment | null>(null);
  const asking = useRef<Promise<void> | null>(null);

  const renew = useCallback((): Promise<void> => {
    const ask = async () => {
      const fresh = await actions?.challenge();
      if (fresh?.ok) {
        came.current = now();
        setChallenge(fresh.data);
      }
      asking.current = null;
    };
    asking.current ??= ask();
    return asking.current;
  }, [actions]);

  useEffect(() => {
    if (!actions) return;
    const look = () => {
      const isOld = passedMs(came.current ?? arrivalOfPage()) > (SLIDER_LIFETIME_S - SPARE_S) * 1000;
      if (!challenge || isOld || answered.has(challenge.challenge)) void renew();
    };
    look();
    // A device that sleeps counts no time, so that nothing can be set to happen at its end.
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [challenge, actions, renew]);

  /** The challenge of a form that was sent is used up, whatever came of it. */
  const spend = (sent: string): void => void answered.add(sent);
  return { challenge, spend, renew };
}
