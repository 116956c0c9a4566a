import { uuidv7 } from 'uuidv7';
import { keptNumber } from '../../../domain/payment-method.ts';
import type { TestApp } from '../../../platform/testing/app.ts';

interface MethodWishes {
  readonly market?: string;
  readonly party?: 'merchant' | 'user';
  readonly number?: string;
  readonly holder_name?: string;
  readonly bank_code?: string;
  readonly verified?: boolean;
}

let made = 0;

/** A bank account put straight into the database, verified unless wished otherwise; gives its id. */
export async function makeMethod(app: TestApp, ownerId: number, wishes: MethodWishes = {}): Promise<string> {
  const { market = 'USD', party = 'merchant', holder_name = 'Shop Ltd', bank_code = '021000021', verified = true } = wishes;
  const { number = String(Date.now()) + String((made += 1)).padStart(4, '0') } = wishes;
  const id = uuidv7();
  const kept = keptNumber(app.platform.secrets, { ownerId, id, market }, number);
  await app.sql(
    `insert into payment_method (owner_id, payment_method_id, party, market, holder_name, bank_name, bank_code, sealed_number, number_mac,
       shown_number, verified_version)
     values ($1, $2, $3, $4, $5, 'First Bank', $6, $7, $8, $9, $10)`,
    [ownerId, id, party, market, holder_name, bank_code, kept.sealed_number, kept.number_mac, kept.shown_number, verified ? 1 : null],
  );
  return id;
}
