import { randomBytes } from 'node:crypto';
import type { Answer } from '../../../platform/http/route.ts';
import { runMoneyBatch } from '../../../platform/commands/money-batch.ts';
import type { TestApp } from '../../../platform/testing/app.ts';
import { type CreateCommand, submissions } from '../create.ts';
import type { OpenWithdrawal } from '../view.ts';

type Wishes = Partial<Pick<CreateCommand, 'orderId' | 'coin' | 'amount' | 'externalAccount' | 'note' | 'deadline' | 'idempotencyKey'>>;

/** A withdrawal for its batch, as the service hands it over: without an idempotency key unless one is given. */
export function createCommand(app: TestApp, merchantId: number, userId: number, wishes: Wishes = {}): CreateCommand {
  return {
    caller: { merchantId, accessKey: 'pk_test', ip: '127.0.0.1', nonce: '' },
    idempotencyKey: undefined,
    requestHash: Buffer.alloc(32),
    deadline: app.platform.clock.inS(60),
    orderId: `W-${randomBytes(5).toString('hex')}`,
    paymentId: userId,
    externalAccount: undefined,
    coin: 'USDP',
    amount: '10.00',
    note: '',
    ...wishes,
  };
}

/** Submits withdrawals in one batch, each as the first of its kind. */
export async function submit(
  app: TestApp,
  commands: readonly CreateCommand[],
): Promise<(OpenWithdrawal | Answer<OpenWithdrawal> | string)[]> {
  const { db, ledgerKey } = app.platform;
  const results = await db.batchTransaction(5_000, (tx) => runMoneyBatch(tx, ledgerKey, submissions, commands));
  return results.map((result) => {
    if (result.ok) return result.value;
    return 'refusal' in result ? ((result.refusal as { outcome?: string }).outcome ?? result.refusal.message) : JSON.stringify(result);
  });
}

/** A withdrawal as the open API leaves it, of 10.00 USDP with the usual fee of half a percent. */
export async function makeWithdrawal(app: TestApp, merchantId: number, userId: number, wishes: Wishes = {}): Promise<OpenWithdrawal> {
  const [made] = await submit(app, [createCommand(app, merchantId, userId, wishes)]);
  if (typeof made !== 'object' || !('serial_number' in made)) throw new Error(`a withdrawal was refused: ${String(made)}`);
  return made;
}
