import { randomBytes } from 'node:crypto';
import type { TestApp } from '../../../platform/testing/app.ts';
import type { TestMerchant } from '../../../platform/testing/parties.ts';
import type { CreateCommand } from '../create.ts';

/** A merchant's order for its batch, as the service hands it over: without an idempotency key unless one is given. */
export function createCommand(
  app: TestApp,
  { merchant_id }: TestMerchant,
  wishes: Partial<Pick<CreateCommand, 'orderId' | 'idempotencyKey' | 'requestHash'>> = {},
): CreateCommand {
  return {
    caller: { merchantId: merchant_id, accessKey: 'pk', ip: '127.0.0.1', nonce: randomBytes(8).toString('hex') },
    idempotencyKey: undefined,
    requestHash: Buffer.alloc(32),
    deadline: app.platform.clock.inS(60),
    orderId: 'order',
    coin: 'USDP',
    amount: '12.50',
    externalAccount: '',
    description: '',
    returnAddress: undefined,
    language: undefined,
    lifetimeMin: undefined,
    ...wishes,
  };
}
