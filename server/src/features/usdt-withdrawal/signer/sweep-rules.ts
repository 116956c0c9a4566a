import { COIN_DECIMALS } from '../../../domain/raw-amount.ts';
import { addressOf, type NetworkKind } from '../../../domain/chain-address.ts';
import type { DigestSigner, SweepKeys } from './keys.ts';
import type { SweepPolicy } from './policy.ts';

/** What holds for sweeping on every kind of network. */

/** How often an address is given gas for one sweep, at the most. */
export const MOST_FUELLED = 3;
/** Payments of gas that wait to be mined at a time: nodes keep no more than some tens of one sender. */
export const MOST_ON_THE_WAY = 32;
/** Balances are told again after so long. */
export const HOLDINGS_EVERY_MS = 15_000;
/** `times_gas` has so many parts. */
const SCALE = 1000n;

type Why = 'not_ours' | 'empty' | 'chain_refuses' | 'gas_price' | 'not_worth' | 'fuel_limit' | 'gas_short' | 'fuelled_often';

/** Why a sweep does not go on now; some reasons end it. */
export class NotNow extends Error {
  readonly why: Why;
  readonly isOver: boolean;
  constructor(why: Why, isOver = false) {
    super(why);
    this.why = why;
    this.isOver = isOver;
  }
}

/** The key of a deposit address by its number; refused where that makes another address. */
export function depositKey(
  keys: Pick<SweepKeys, 'deposit'>,
  kind: NetworkKind,
  { index, address }: { readonly index: number; readonly address: string },
): DigestSigner {
  const key = keys.deposit(index);
  if (addressOf(kind, key.address) !== address) throw new NotNow('not_ours', true);
  return key;
}

/** Refuses what is not worth its gas: so much of the token, whose smallest units there are `unit` of in a minor unit of USDT, for so much of the network's coin. */
export function mustBeWorth(
  kind: NetworkKind,
  { coin_usdt, times_gas }: Pick<SweepPolicy, 'coin_usdt' | 'times_gas'>,
  { raw, unit, costs }: { readonly raw: bigint; readonly unit: bigint; readonly costs: bigint },
): void {
  const one = 10n ** BigInt(COIN_DECIMALS[kind]);
  const usdt = (costs * coin_usdt + one - 1n) / one;
  if (raw * SCALE < usdt * unit * BigInt(Math.round(times_gas * Number(SCALE)))) throw new NotNow('not_worth');
}
