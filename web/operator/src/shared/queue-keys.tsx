import type { RowOf } from '@purser/console-kit/list/list-options';
import { useSteadyList } from '@purser/console-kit/list/use-steady-list';
import { refresh, type Topic } from '@purser/console-kit/query';
import { useSearchParam } from '@purser/console-kit/search-param';
import type { ListCall } from '@purser/contract/list-call';
import { useEffect, useEffectEvent } from 'react';
import { useQueueKeys } from './use-queue-keys.ts';

/** What a approves, r rejects and s shows; a key without an act does nothing. */
export type KeyActs = Readonly<Partial<Record<'a' | 'r' | 's', () => void>>>;

type Press = (key: keyof KeyActs) => void;

/** What is on show to be decided, by a drawer or a selection: the keys are about what was offered last. */
let offered: readonly Press[] = [];
/** Goes on from what was open to what comes after it, where a page does that. */
let goOn: (() => void) | undefined;

/** Offers acts to the keys for as long as they are on show; undefined offers none. */
export function useOffered(acts: KeyActs | undefined): void {
  const press = useEffectEvent<Press>((key) => acts?.[key]?.());
  const isOffered = acts !== undefined;
  useEffect(() => {
    if (!isOffered) return undefined;
    const own: Press = (key) => press(key);
    offered = [...offered, own];
    return () => {
      offered = offered.filter((one) => one !== own);
    };
  }, [isOffered]);
}

/** What was open is decided: a queue opens what comes after it. */
export function wasDecided(): void {
  goOn?.();
}

interface KeysOf<C extends ListCall> {
  readonly call: C;
  readonly topics: readonly Topic[];
  readonly keyOf: (row: RowOf<C>) => string;
  /** Whether what comes next is opened once what was open is decided. */
  readonly goesOn?: boolean;
  /** Whether it is asked again by itself: others enter and decide too. */
  readonly looksAgain?: boolean;
}

const LOOKS_AGAIN_MS = 15_000;

/** Makes what works through a list page's rows by keyboard: j and k open, the other keys do what is offered. */
export function queueKeys<C extends ListCall>({ call, topics, keyOf, goesOn = false, looksAgain = false }: KeysOf<C>) {
  return function QueueKeys() {
    const { query } = useSteadyList(call, { topics, rowKey: keyOf });
    const [opened, setOpened] = useSearchParam('open');
    const keys = query.data?.list.map(keyOf) ?? [];
    const press: Press = (key) => offered.at(-1)?.(key);
    useQueueKeys({ keys, opened, open: setOpened, acts: { a: () => press('a'), r: () => press('r'), s: () => press('s') } });
    const openNext = useEffectEvent(() => {
      const at = opened === undefined ? -1 : keys.indexOf(opened);
      if (at >= 0) setOpened(keys[at + 1] ?? keys[at - 1]);
    });
    useEffect(() => {
      if (!goesOn) return undefined;
      const own = (): void => openNext();
      goOn = own;
      return () => {
        if (goOn === own) goOn = undefined;
      };
    }, []);
    useEffect(() => {
      if (!looksAgain) return undefined;
      const looking = setInterval(() => refresh(topics), LOOKS_AGAIN_MS);
      return () => clearInterval(looking);
    }, []);
    return null;
  };
}
