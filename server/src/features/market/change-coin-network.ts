import type { ParsedInputOf } from '@purser/contract/call';
import type { marketCoinNetworkSave } from '@purser/contract/features/market';
import { canonicalJson } from '@purser/ledger/canonical-json';
import { z } from 'zod';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import { announce } from '../../platform/streams/hub.ts';
import { boundedChange, factsOf } from './bounded-change.ts';
import { type Beyond, beyondBound } from './bounds.ts';
import { beyondContent } from './change-content.ts';
import { boundsOf } from './history.ts';
import { checkedCoinNetwork, lastDepositAddress, lockCoinNetwork, networkFeeBefore, noteNetworkFee, saveCoinNetwork } from './networks.ts';

const shown = z.strictObject({
  contract_address: z.string(),
  token_decimals: z.number().int(),
  confirmations: z.number().int(),
  deposit_address: z.string(),
  network_fee: z.string(),
  is_on: z.boolean(),
});
const content = z.strictObject({
  coin_name: z.string(),
  network: z.string(),
  before: shown.nullable(),
  after: shown,
  why: z.array(beyondContent),
});
type Content = z.output<typeof content>;

/**
 * A coin on a network: its token there, where recharges are sent to and what a withdrawal costs. Another token or place to send to, other decimals, and a cost
 * that changes beyond the bound of fees, want two people; what was never there before has nothing to be measured by.
 */
export const coinNetworkChange = boundedChange<ParsedInputOf<typeof marketCoinNetworkSave>, Content>({
  name: 'market.coin_network',
  content,
  describe: ({ coin_name, network, before, after, why }) =>
    factsOf({ coin: coin_name, network }, before === null ? {} : texts(before), texts(after), why),
  apply: async (tx, { coin_name, network, before, after }, by) => {
    const now = await lockCoinNetwork(tx, coin_name, network);
    if (canonicalJson(now) !== canonicalJson(before)) throw refuse('terms_changed');
    if (before !== null && before.network_fee !== after.network_fee) await noteNetworkFee(tx, coin_name, network, by);
    await saveCoinNetwork(tx, await checkedAgain(tx, { coin_name, network, ...after }));
    await announce(tx, { coins: true });
  },
  propose: async (tx, { google_code: _code, reason: _reason, before: _seen, ...input }) => {
    const { coin_name, network, ...after } = (await checkedCoinNetwork(tx, input)).shown;
    const before = await lockCoinNetwork(tx, coin_name, network);
    if (before === null) return { coin_name, network, before, after, why: [] };
    const { fee_bp } = await boundsOf(tx);
    const earlier = await networkFeeBefore(tx, coin_name, network);
    const fees = [before.network_fee, ...(earlier === undefined ? [] : [earlier])];
    const fee = before.network_fee === after.network_fee ? undefined : beyondBound('network_fee', fees, after.network_fee, fee_bp);
    const last = await lastDepositAddress(tx, coin_name, network);
    const always = [
      otherThan('contract_address', before.contract_address, after.contract_address),
      otherThan('token_decimals', String(before.token_decimals), String(after.token_decimals)),
      last === '' || after.deposit_address === '' ? [] : otherThan('deposit_address', last, after.deposit_address),
    ].flat();
    return { coin_name, network, before, after, why: [...(fee ? [fee] : []), ...always] };
  },
});

/** What wants two people however little it changes. */
function otherThan(name: Beyond['name'], before: string, after: string): Beyond[] {
  return before === after ? [] : [{ name, before, after, change: null, bound: null }];
}

/** What it was checked against may have changed while it waited: an address of everybody's may be a merchant's own by now. */
async function checkedAgain(tx: Tx, asked: Parameters<typeof checkedCoinNetwork>[1]): ReturnType<typeof checkedCoinNetwork> {
  try {
    return await checkedCoinNetwork(tx, asked);
  } catch (error) {
    throw error instanceof Refusal ? refuse('terms_changed') : error;
  }
}

function texts({ is_on, ...facts }: z.output<typeof shown>): Record<string, string> {
  return { ...Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, String(value)])), is_on: is_on ? 'on' : 'off' };
}
