import type { InputOf, OutputOf } from '@purser/contract/call';
import { approvalApprove, approvalList } from '@purser/contract/features/approval';
import type { marketKindTermsSet } from '@purser/contract/features/kind-terms';
import * as calls from '@purser/contract/features/market';
import { dataOf } from '../../../platform/testing/app.ts';
import type { TestStaff } from '../../../platform/testing/staff.ts';
import { TERMS } from './terms.ts';

/** What two members do with changes that may want both of them. */

export type BoundedCall =
  | typeof calls.marketTermsSet
  | typeof calls.marketRateSet
  | typeof calls.marketMerchantTermsSet
  | typeof marketKindTermsSet
  | typeof calls.marketBoundsSet
  | typeof calls.marketReviewBoundsSet
  | typeof calls.marketCoinNetworkSave;

let made = 0;

/** Adds a market that nobody knew, with its token at 0.92 for one USDT. */
export async function addMarket(by: TestStaff): Promise<{ readonly market: string; readonly coin: string }> {
  made += 1;
  const [market, coin] = [`N${made}`, `N${made}T`];
  const google_code = await by.code();
  dataOf(await by.call(calls.marketAdd, { market, coin_name: coin, symbol: '€', decimals: 2, ...TERMS, rate: '0.92', google_code }));
  return { market, coin };
}

/** Asks for a change, with a code and a reason. */
export async function setBy<C extends BoundedCall>(member: TestStaff, call: C, input: Omit<InputOf<C>, 'google_code' | 'reason'>) {
  return member.call(call as typeof calls.marketRateSet, { ...input, reason: 'Costs rose', google_code: await member.code() } as never);
}

/** What the change waits as; fails where it does not wait. */
export function waitsOf(answer: { readonly data: unknown }) {
  const { waits } = answer.data as OutputOf<BoundedCall>;
  if (!waits) throw new Error(`it does not wait: ${JSON.stringify(answer)}`);
  return waits;
}

/** What waits, as a member is shown it. */
export async function shownTo(member: TestStaff, approval_id: string) {
  const { list } = dataOf(await member.call(approvalList, { state: 'pending', page_size: 100 }));
  const found = list.find((approval) => approval.approval_id === approval_id);
  if (!found) throw new Error('it does not wait');
  return found;
}

export async function approveBy(member: TestStaff, approval_id: string, content_hash?: string) {
  const hash = content_hash ?? (await shownTo(member, approval_id)).content_hash;
  return member.call(approvalApprove, { approval_id, content_hash: hash, google_code: await member.code() });
}

/** A coin as staff see it. */
export async function coinShownTo(member: TestStaff, name: string) {
  const { coins } = dataOf(await member.call(calls.marketOverview, {}));
  return coins.find(({ coin_name }) => coin_name === name);
}
