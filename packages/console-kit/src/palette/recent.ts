import { storageOf } from '../storage.ts';
import type { NumberFound } from './entry.ts';

const { readStored, store } = storageOf<'purser.recent'>();

/** How many places are remembered of somebody, and of how many who use this browser. */
const PLACES = 5;
const PEOPLE = 5;

/** A page or a form by its entry, which may be gone by now; a record as it was found. */
export type Remembered = { readonly id: string } | Pick<NumberFound, 'kind' | 'number' | 'place'>;
type Person = readonly [who: string, places: readonly Remembered[]];

/** Where somebody has been by the palette, the last first. */
export function recentOf(who: string): readonly Remembered[] {
  return everybody().find(([name]) => name === who)?.[1] ?? [];
}

export function remember(who: string, place: Remembered): void {
  const key = JSON.stringify;
  const places = [place, ...recentOf(who).filter((one) => key(one) !== key(place))].slice(0, PLACES);
  const others = everybody().filter(([name]) => name !== who);
  store('purser.recent', JSON.stringify([[who, places], ...others].slice(0, PEOPLE)));
}

/** Whatever else stands there is no list of places. */
function everybody(): readonly Person[] {
  try {
    const stored: unknown = JSON.parse(readStored('purser.recent') ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPerson) : [];
  } catch {
    return [];
  }
}

function isPerson(value: unknown): value is Person {
  return Array.isArray(value) && typeof value[0] === 'string' && Array.isArray(value[1]) && value[1].every(isRemembered);
}

function isRemembered(value: Partial<Record<'id' | keyof NumberFound, unknown>> | null): boolean {
  if (typeof value?.id === 'string') return true;
  const place = value?.place as { readonly to?: unknown } | null | undefined;
  return typeof value?.kind === 'string' && typeof value.number === 'string' && typeof place?.to === 'string' && place.to.startsWith('/');
}
