import { randomUUID } from 'node:crypto';
import { userWithdrawalApproval } from '@purser/contract/features/user-withdrawal';
import type { OutputOf } from '@purser/contract/call';
import { postBatch } from '@purser/ledger/store';
import type pg from 'pg';
import { insertReviewOrders } from '../../server/src/domain/review-order.ts';
import { userWithdrawals } from '../../server/src/features/user-withdrawal/kind.ts';
import type { Platform } from '../../server/src/platform/platform.ts';
import { totpOf } from '../../server/src/platform/security/totp.ts';
import type { LoadMerchant, LoadUser } from '../../server/src/platform/testing/load-parties.ts';
import { median, type Row } from './row.ts';

const MANY = 1_000;
const ROUNDS = 3;
/** Single approvals that are timed; a thousand take as long as these ten times over. */
const SINGLES = 100;

interface Provider {
  readonly baseUrl: string;
  readonly owner: pg.Pool;
  readonly platform: Platform;
  readonly merchants: readonly LoadMerchant[];
  readonly users: readonly LoadUser[];
}

/** How long a merchant takes to approve a thousand withdrawals that wait, in one call and one by one. */
export async function benchApprovals({ baseUrl, owner, platform, merchants, users }: Provider): Promise<Row[]> {
  const [bulk, single]: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const merchant = merchants[round % merchants.length] as LoadMerchant;
    const waiting = await makeWaiting(platform, merchant, users, MANY + SINGLES);
    const together = await approve(baseUrl, owner, merchant, waiting.slice(0, MANY));
    let one = 0;
    for (const serial of waiting.slice(MANY)) one += await approve(baseUrl, owner, merchant, [serial]);
    // The first round warms up.
    if (round === 0) continue;
    bulk.push(together);
    single.push((one * MANY) / SINGLES);
  }
  const [together, oneByOne] = [median(bulk), median(single)];
  return [
    {
      what: `bulk approval of ${MANY.toLocaleString('en')} withdrawals`,
      measured: together,
      unit: 's',
      budget: { kind: 'max', limit: 2 },
      detail: `one call over HTTP, median of ${ROUNDS}`,
    },
    {
      what: `${MANY.toLocaleString('en')} single approvals / bulk approval`,
      measured: oneByOne / together,
      unit: 'x',
      budget: { kind: 'min', limit: 10 },
      detail: `${oneByOne.toFixed(1)} s one after the other, by ${SINGLES} timed in each of ${ROUNDS} rounds`,
    },
  ];
}

/** Makes withdrawals whose money is held, and gives their numbers. */
function makeWaiting(platform: Platform, { merchantId }: LoadMerchant, users: readonly LoadUser[], count: number): Promise<string[]> {
  const money = { coin: 'USDP', amount: 1_234n, fee: 7n, settlement: 1_227n, fee_bp: 50 };
  return platform.db.systemTransaction(async (tx) => {
    const orders = await insertReviewOrders(
      tx,
      Array.from({ length: count }, (_, index) => {
        const { userId } = users[index % users.length] as LoadUser;
        const order = { kind: 'user_withdrawal', status: 'pending_review', review_mode: 'manual' } as const;
        return { ...order, ...money, owner_id: BigInt(merchantId), payee_id: BigInt(userId) };
      }),
    );
    const made = await postBatch(
      tx,
      platform.ledgerKey,
      orders.flatMap((order) => userWithdrawals.posting(order, 'submit') ?? []),
    );
    if (made.length !== count || made.some(({ outcome }) => outcome !== 'posted')) throw new Error('not all withdrawals were held');
    return orders.map(({ serial_number }) => serial_number);
  });
}

/** Approves as the console does, and gives the seconds from the request to the whole answer. */
async function approve(baseUrl: string, owner: pg.Pool, merchant: LoadMerchant, serials: readonly string[]): Promise<number> {
  // A code is good once in its half minute; nobody waits for the next one here.
  await owner.query('update merchant set totp_last_step = 0 where merchant_id = $1', [merchant.merchantId]);
  const began = performance.now();
  const answer = await fetch(baseUrl + userWithdrawalApproval.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: merchant.token, 'idempotency-key': randomUUID() },
    body: JSON.stringify({ serial_numbers: serials, google_code: totpOf(merchant.totpSecret).generate() }),
  });
  const { msg, data } = (await answer.json()) as { msg: string; data: OutputOf<typeof userWithdrawalApproval> | null };
  const seconds = (performance.now() - began) / 1_000;
  if (data?.done !== serials.length) throw new Error(`${data?.done ?? 0} of ${serials.length} were approved: ${msg}`);
  return seconds;
}
