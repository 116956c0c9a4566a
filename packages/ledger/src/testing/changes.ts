import type { Leg, Posting } from '../posting.ts';

/** What may be different in a posting that is asked for again. */
export const CHANGES = [
  'owner',
  'type',
  'serial number',
  'note',
  'available',
  'frozen',
  'pending',
  'hold',
  'charge',
  'counterparty',
  'account owner',
  'coin',
  'purpose',
  'leg left out',
  'leg added',
  'order of legs',
] as const;
export type Change = (typeof CHANGES)[number];

/** The same id with one thing changed; the order of legs is no change. */
export function changed(posting: Posting, how: Change): Posting {
  const [first, ...rest] = posting.legs;
  const last = rest.at(-1);
  if (!first) return posting;
  const leg = (change: Partial<Leg>): Posting => ({ ...posting, legs: [{ ...first, ...change }, ...rest] });
  const { account, available = 0n, frozen = 0n, pending = 0n, charge = 0n } = first;
  switch (how) {
    case 'owner':
      return { ...posting, owner_id: posting.owner_id + 1 };
    case 'type':
      return { ...posting, type: posting.type === 'payment' ? 'transfer' : 'payment' };
    case 'serial number':
      return { ...posting, serial_number: `${posting.serial_number}x` };
    case 'note':
      return { ...posting, note: [posting.note ?? null] };
    case 'available':
      return leg({ available: available + 1n });
    case 'frozen':
      return leg({ frozen: frozen + 1n });
    case 'pending':
      return leg({ pending: pending + 1n });
    case 'hold':
      return leg({
        hold: first.hold === undefined ? posting.posting_id : first.hold.replace(/.$/, (digit) => (digit === 'f' ? 'e' : 'f')),
      });
    case 'charge':
      return leg({ charge: charge + 1n });
    case 'counterparty':
      return leg({ counterparty: (first.counterparty ?? 0) + 1 });
    case 'account owner':
      // Another account stays the same, so that whoever makes the first posting holds a lock that this one meets.
      return last ? leg({ account: { ...account, owner_id: account.owner_id + 1 } }) : leg({ charge: charge + 1n });
    // A hold stays where it is: two lanes that take it elsewhere would not take turns on one account.
    case 'coin':
      return last && first.hold === undefined
        ? leg({ account: { ...account, coin: account.coin === 'USDP' ? 'CNYT' : 'USDP' } })
        : leg({ charge: charge + 1n });
    case 'purpose':
      return last && first.hold === undefined
        ? leg({ account: { ...account, purpose: account.purpose === 'main' ? 'reward' : 'main' } })
        : leg({ charge: charge + 1n });
    case 'leg left out':
      return last ? { ...posting, legs: [first, ...rest.slice(0, -1)] } : leg({ charge: charge + 1n });
    case 'leg added':
      return { ...posting, legs: [...posting.legs, { account: { ...account, purpose: 'other' }, charge: 1n }] };
    case 'order of legs':
      return { ...posting, legs: posting.legs.toReversed() };
  }
}
