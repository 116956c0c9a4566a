import { openOrderQuery } from '@purser/contract/features/open-order';
import { userWithdrawalApproval } from '@purser/contract/features/user-withdrawal';
import { Sealer } from '@purser/ledger/seal';
import { createHash, randomBytes } from 'node:crypto';
import { moveReviewOrders, submitReviewOrder } from '../../domain/review-order.ts';
import { releaseDueAdjustments } from '../../features/adjustment/jobs.ts';
import { adjustmentKind } from '../../features/adjustment/kind.ts';
import { payments } from '../../features/checkout/pay.ts';
import { creations } from '../../features/open-order/create.ts';
import { sumUpFigures } from '../../features/dashboard/jobs.ts';
import { expireDueOrders } from '../../features/open-order/jobs.ts';
import { countLinkPayments } from '../../features/payment-link/totals.ts';
import { refunds } from '../../features/refund/batch.ts';
import { transfers } from '../../features/transfer/batch.ts';
import { createCommand, submit } from '../../features/user-withdrawal/testing/withdrawal.ts';
import { claimDue, deferBlocked, endpointsDue, settleAttempts } from '../../features/webhook/deliveries.ts';
import { forgetExpired } from '../../platform/commands/forget.ts';
import { UNKEYED } from '../../platform/commands/idempotency.ts';
import { type MoneyBatch, type MoneyCommand, type MoneyPlan, runMoneyBatch } from '../../platform/commands/money-batch.ts';
import { dataOf, type TestApp } from '../../platform/testing/app.ts';
import { googleCode, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';

/** Whose business it is, and how much of it comes at once. */
export interface HotWorld {
  readonly app: TestApp;
  readonly merchant: TestMerchant;
  readonly partner: TestMerchant;
  readonly payers: readonly TestUser[];
  readonly signedWith: { readonly access_key: string; readonly secret: string };
  readonly size: number;
}

const MONEY = { coin: 'USDP', amount: '1.00' } as const;
const PUBLIC_URL = 'http://localhost:8080';
const ADJUSTED = { coin: 'USDP', amount: 100n, fee: 0n, settlement: 100n, fee_bp: 0, balance_type: 'pending', status: 'paid' } as const;

/** What runs often, each as the programs themselves run it: by its name, as many at once as the world says. */
export const HOT_ACTS: Readonly<Record<string, (world: HotWorld) => Promise<void>>> = {
  'create orders, and be asked again': async (world) => {
    const commands = creationsOf(world);
    await batch(world, creations(PUBLIC_URL), commands);
    // Another nonce, as a client that had no answer sends.
    const again = commands.map((command) => ({ ...command, caller: { ...command.caller, nonce: mark() } }));
    await batch(world, creations(PUBLIC_URL), again);
  },
  'create orders whose numbers are taken, and give their keys back': async (world) => {
    const commands = creationsOf(world);
    const late = commands.map((command) => ({ ...command, deadline: new Date(0) }));
    await batch(world, creations(PUBLIC_URL), late, 'refused');
  },
  pay: (world) => pay(world, false),
  'pay what nobody else holds': (world) => pay(world, true),
  transfer: async (world) => {
    for (const skipLocked of [false, true]) {
      const { merchant, partner, size } = world;
      const to = { from: merchant.merchant_id, to: partner.merchant_id, ...MONEY, remark: '' };
      await batch(
        world,
        transfers,
        many(size, () => ({ ...to, ...asked() })),
        'made',
        skipLocked,
      );
    }
  },
  refund: async (world) => {
    const paid = await newest(world, 'paid');
    const { merchant_id: merchantId } = world.merchant;
    const command = (serialNumber: string) => ({
      merchantId,
      serialNumber,
      refundId: mark(),
      amount: '0.10',
      remark: '',
      from: 'api' as const,
    });
    for (const skipLocked of [false, true]) {
      await batch(
        world,
        refunds,
        paid.map((serialNumber) => ({ ...command(serialNumber), ...asked() })),
        'made',
        skipLocked,
      );
    }
  },
  'withdraw, and approve': async ({ app, merchant, payers, size }) => {
    const user = payers[0] as TestUser;
    const commands = many(size, (n) => ({
      ...createCommand(app, merchant.merchant_id, user.user_id, { orderId: mark(), amount: '1.00', idempotencyKey: mark() }),
      ...(n % 4 === 3 && { paymentId: undefined, externalAccount: 'nobody' }),
    }));
    const made = await submit(app, commands);
    const serial_numbers = made.flatMap((one) => (typeof one === 'object' && 'serial_number' in one ? [one.serial_number] : []));
    dataOf(
      await app.call(userWithdrawalApproval, { serial_numbers, google_code: await googleCode(app, merchant) }, { token: merchant.token }),
    );
  },
  'decide on orders under review': async ({ app: { platform }, merchant: { merchant_id: ownerId, name }, payers, size }) => {
    const common = { kind: 'adjustment', owner_id: BigInt(ownerId), review_mode: 'automatic', ...ADJUSTED } as const;
    const orders = await platform.db.systemTransaction(async (tx) => {
      const made = [];
      for (let n = 0; n < size; n += 1) {
        const payee_id = BigInt(payers[n % payers.length]?.user_id ?? 0);
        made.push(await submitReviewOrder(tx, platform, adjustmentKind, { ...common, payee_id }));
      }
      return made;
    });
    const by = { kind: 'merchant', id: String(ownerId), name } as const;
    const moves = orders.map(({ serial_number }) => ({ ownerId, serialNumber: serial_number, event: 'release' as const, by }));
    await platform.db.systemTransaction((tx) => moveReviewOrders(tx, platform, adjustmentKind, moves));
    await releaseDueAdjustments(platform);
  },
  'find sessions, and ask whether those of streams still hold': async ({ app, payers, size }) => {
    const { sessions } = app.platform;
    await app.sql(`update session set last_seen_at = now() - interval '10 minutes' where owner_id = any ($1)`, [
      payers.map(({ user_id }) => user_id),
    ]);
    const tokenOf = (n: number) => payers[n % payers.length]?.token ?? '';
    const found = await Promise.all(many(size, (n) => sessions.find('user', tokenOf(n))));
    const holds = await Promise.all(many(size, (n) => sessions.holds('user', tokenOf(n), '127.0.0.1')));
    if (!found.every((session) => session !== undefined) || !holds.every(Boolean)) throw new Error('a session was not found');
  },
  'look up by signed requests': async ({ app, merchant, signedWith, size }) => {
    const [order] = await app.sql<{ order_id: string }>(
      'select order_id from payment_order where merchant_id = $1 order by create_time desc limit 1',
      [merchant.merchant_id],
    );
    const ask = () => app.call(openOrderQuery, { order_id: order?.order_id ?? '' }, { signedWith });
    for (const answer of await Promise.all(many(size, ask))) dataOf(answer);
  },
  'deliver webhooks': async ({ app, merchant, size }) => {
    const { db } = app.platform;
    const due = await endpointsDue(db);
    const endpoint = due.find(({ merchantId }) => merchantId === merchant.merchant_id);
    if (!endpoint) throw new Error('nothing is to be delivered');
    const claimed = await claimDue(db.system, endpoint, size);
    const settled = claimed.map(({ merchant_id, delivery_id }, n) => ({
      merchantId: Number(merchant_id),
      deliveryId: delivery_id,
      httpStatus: n % 8 === 7 ? 500 : 204,
      durationMs: 1,
      problem: n % 8 === 7 ? 'status' : null,
      retryInS: 3_600,
    }));
    await db.systemTransaction((tx) => settleAttempts(tx, settled));
    await deferBlocked(db.system, endpoint);
  },
  'expire orders': async (world) => {
    const { app, merchant } = world;
    await batch(world, creations(PUBLIC_URL), creationsOf(world));
    await app.sql(
      `update payment_order set expire_time = now() - interval '1 second' where merchant_id = $1 and serial_number = any ($2)`,
      [merchant.merchant_id, await newest(world, 'created')],
    );
    if ((await expireDueOrders(app.platform)) < world.size) throw new Error('orders were not expired');
  },
  'forget what is over': ({ app }) => forgetExpired(app.platform.db),
  'count payments at links': ({ app }) => countLinkPayments(app.platform.db),
  'sum up figures': async ({ app }) => void (await sumUpFigures(app.platform.db, app.platform.clock.now())),
  'fold entries into sums': async ({ app, size }) => {
    await app.platform.db.system.query('select ledger.roll_up(200, $1, 1)', [size]);
  },
  'seal a slice': async ({ app: { platform } }) => {
    await new Sealer((work) => platform.db.systemTransaction(work), platform.ledgerKey).work(1);
  },
};

async function pay(world: HotWorld, skipLocked: boolean): Promise<void> {
  const { app, payers } = world;
  await batch(world, creations(PUBLIC_URL), creationsOf(world));
  const orders = await app.sql<{ token: string }>('select token from payment_order where merchant_id = $1 and serial_number = any ($2)', [
    world.merchant.merchant_id,
    await newest(world, 'created'),
  ]);
  const commands = orders.map(({ token }, n) => {
    const payer = payers[n % payers.length] as TestUser;
    const tokenHash = createHash('sha256').update(payer.token).digest();
    const common = { merchantId: world.merchant.merchant_id, token, userId: payer.user_id, tokenHash, useReward: false };
    return { ...common, grantedUntil: soon(), ...UNKEYED, deadline: soon() };
  });
  await batch(world, payments(PUBLIC_URL, app.platform.db.coins), commands, 'made', skipLocked);
}

/** The merchant's newest orders in a state, by their numbers: those that an act has just made. */
async function newest({ app, merchant, size }: HotWorld, status: string): Promise<string[]> {
  const orders = await app.sql<{ serial_number: string }>(
    'select serial_number from payment_order where merchant_id = $1 and status = $2 order by create_time desc limit $3',
    [merchant.merchant_id, status, size],
  );
  if (orders.length !== size) throw new Error(`${orders.length} orders are ${status}`);
  return orders.map(({ serial_number }) => serial_number);
}

/** Runs commands as their batcher does, and expects the same of all. */
async function batch<Command extends MoneyCommand, World, Plan extends MoneyPlan, Data>(
  { app: { platform } }: HotWorld,
  kind: MoneyBatch<Command, World, Plan, Data>,
  commands: readonly Command[],
  expected: 'made' | 'refused' = 'made',
  skipLocked = false,
): Promise<void> {
  const results = await platform.db.batchTransaction(5_000, (tx, last) =>
    runMoneyBatch(tx, platform.ledgerKey, kind, commands, { skipLocked }, last),
  );
  const made = results.filter(({ ok }) => ok).length;
  if (made !== (expected === 'made' ? commands.length : 0)) throw new Error(`${made} of ${commands.length} were made: ${kind.name}`);
}

function creationsOf({ merchant: { merchant_id: merchantId }, signedWith, size }: HotWorld) {
  const common = { ...MONEY, externalAccount: '', description: '', returnAddress: undefined, language: undefined, lifetimeMin: 60 };
  return many(size, () => ({
    ...common,
    caller: { merchantId, accessKey: signedWith.access_key, ip: '127.0.0.1', nonce: mark() },
    orderId: mark(),
    ...asked(),
  }));
}

const many = <Made>(count: number, make: (n: number) => Made): Made[] => Array.from({ length: count }, (_, n) => make(n));
const mark = (): string => randomBytes(9).toString('hex');
const soon = (): Date => new Date(Date.now() + 60_000);
const asked = () => ({ idempotencyKey: mark(), requestHash: Buffer.alloc(32), deadline: soon() });
