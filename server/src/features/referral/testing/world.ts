import { openAccounts } from '@purser/ledger/accounts';
import { fiatWithdrawalKind } from '../../../domain/fiat-withdrawal.ts';
import {
  moveReviewOrders,
  type NewReviewOrder,
  type ReviewOrder,
  type ReviewOrderKind,
  submitReviewOrder,
} from '../../../domain/review-order.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { TestApp } from '../../../platform/testing/app.ts';
import { fund, makeUser, type TestUser } from '../../../platform/testing/parties.ts';
import { usdtRecharge } from '../../usdt-recharge/kind.ts';
import { newAddress } from '../../usdt-withdrawal/testing/world.ts';
import { accountsOutside, usdtWithdrawal } from '../../usdt-withdrawal/kind.ts';

/** Sets what agents get of fees in a coin. */
export async function setShare(app: TestApp, share_bp: number | null, coin = 'USDP'): Promise<void> {
  await app.sql(`delete from kind_terms where kind = 'agent' and coin = $1`, [coin]);
  if (share_bp !== null) await app.sql(`insert into kind_terms (kind, coin, commission_bp) values ('agent', $1, $2)`, [coin, share_bp]);
}

/** An agent, and somebody with money whom they referred. */
export async function referred(app: TestApp, wishes: Parameters<typeof makeUser>[1] = {}): Promise<{ agent: TestUser; user: TestUser }> {
  const agent = await makeUser(app, { kind: 'agent', ...wishes });
  return { agent, user: await referredBy(app, agent) };
}

export async function referredBy(app: TestApp, agent: TestUser, nick = 'Lan'): Promise<TestUser> {
  const user = await makeUser(app, { nick });
  await app.sql('insert into referral (user_id, agent_id) values ($1, $2)', [user.user_id, agent.user_id]);
  await fund(app, user.user_id, 'USDP', '100000.00');
  return user;
}

type EarningKind = 'usdt_recharge' | 'usdt_withdrawal' | 'fiat_withdrawal';
const KINDS: Record<EarningKind, ReviewOrderKind> = {
  usdt_recharge: usdtRecharge,
  usdt_withdrawal: usdtWithdrawal,
  fiat_withdrawal: fiatWithdrawalKind,
};
const TO_THE_END = { usdt_recharge: ['approve'], usdt_withdrawal: ['approve', 'settle'], fiat_withdrawal: ['approve', 'pay_out'] } as const;
const BY = { kind: 'operator', id: '1001', name: 'Ada' } as const;

interface Earning {
  readonly kind?: EarningKind;
  readonly fee?: bigint;
  readonly amount?: bigint;
  /** Ends before its fee was earned. */
  readonly stays?: boolean;
}

/** An order of a user's that brings the provider a fee; gives its number. */
export async function earn(
  app: TestApp,
  userId: number,
  { kind = 'usdt_withdrawal', fee = 100n, amount = 20_000n, stays = false }: Earning = {},
): Promise<string> {
  const order: NewReviewOrder = {
    owner_id: BigInt(userId),
    kind,
    status: 'pending_review',
    review_mode: 'automatic',
    coin: 'USDP',
    amount,
    fee,
    settlement: amount - fee,
    fee_bp: 50,
    other_coin: kind === 'fiat_withdrawal' ? 'USDP' : 'USDT',
    other_amount: String(kind === 'fiat_withdrawal' ? amount - fee : 1_000_000n),
    network: kind === 'fiat_withdrawal' ? null : 'BEP20',
    address: kind === 'usdt_withdrawal' ? newAddress() : '',
  };
  await openAccounts(app.platform.db.system, accountsOutside({ coin: 'USDP', network: 'BEP20' }));
  const { serial_number } = await app.platform.db.systemTransaction((tx) => submitReviewOrder(tx, app.platform, KINDS[kind], order));
  if (!stays) for (const event of TO_THE_END[kind]) await moveOrder(app, { kind, userId, serial_number }, event);
  return serial_number;
}

export async function moveOrder(
  app: TestApp,
  { kind, userId, serial_number }: { readonly kind: EarningKind; readonly userId: number; readonly serial_number: string },
  event: 'approve' | 'settle' | 'pay_out' | 'return' | 'reject',
): Promise<ReviewOrder> {
  const move = { ownerId: userId, serialNumber: serial_number, event, by: BY };
  // Staff approve; what leads further is told by the chain or the bank.
  const db = event === 'approve' ? app.platform.operator.db : app.platform.db;
  const [moved] = await db.systemTransaction((tx) => moveReviewOrders(tx, app.platform, KINDS[kind], [move]));
  if (moved === undefined || moved instanceof Refusal) throw moved ?? new Error('nothing was moved');
  return moved;
}

interface KeptCommission {
  readonly order_serial_number: string;
  readonly fee: string;
  readonly share_bp: number;
  readonly amount: string;
  readonly state: string;
}

export function commissionsKept(app: TestApp, agentId: number): Promise<KeptCommission[]> {
  return app.sql<KeptCommission>(
    `select order_serial_number, fee, share_bp, amount, state from commission where owner_id = $1 order by create_time, serial_number`,
    [agentId],
  );
}
