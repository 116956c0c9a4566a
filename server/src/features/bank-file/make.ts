import { createHash } from 'node:crypto';
import type { ParsedInputOf } from '@purser/contract/call';
import { type bankFileAdd, MOST_ORDERS_OF_FILE } from '@purser/contract/features/bank-file';
import { newSerialNumber } from '@purser/contract/serial';
import { destinationOf } from '../../domain/fiat-withdrawal.ts';
import { wholeNumber } from '../../domain/payment-method.ts';
import { currencyAmount } from '../../domain/payout-currency.ts';
import { lockOnNodes, type ReviewOrder } from '../../domain/review-order.ts';
import { LEFT_OUT_WHY, ORDERS_WITH_FILES, WAITS_FOR_FILE, WITH_ACCOUNTS_AND_OWNERS } from '../../domain/waits-for-file.ts';
import { refuseUnlessSeen } from '../../platform/commands/seen.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Secrets } from '../../platform/security/secrets.ts';
import { csvDocument } from './csv-file.ts';
import { type BankAccount, painDocument, type PaymentFile, type Transfer } from './pain001.ts';

/** What a file is sealed as. */
export const SEALED_AS = 'bank-file';

/** Somewhere it is still the day before, so long after the day has begun in UTC. */
const LAST_ZONE_H = 12;

type Asked = Pick<ParsedInputOf<typeof bankFileAdd>, 'market' | 'execution_date' | 'before'>;

interface Making {
  readonly secrets: Secrets;
  readonly staffId: number;
  /** By the database's clock. */
  readonly now: Date;
}

/**
 * Collects approved withdrawals in a currency into a new file, the oldest first. Two who make one at the same time make two, one after the other:
 * the payout account's row is held. Refuses in the order of `bankFileAdd`.
 */
export async function makeBankFile(tx: Tx, { secrets, staffId, now }: Making, { market, execution_date, before }: Asked): Promise<string> {
  const token = await tx.selectFrom('coin').select('code').where('market', '=', market).executeTakeFirst();
  if (!token) throw refuse('market_unknown');
  await tx.coins.know([token.code], tx);
  const debtor = await lockPayoutAccount(tx, market);
  if (Date.parse(execution_date) < Date.parse(new Date(now.getTime() - LAST_ZONE_H * 3_600_000).toISOString().slice(0, 10))) {
    throw refuse('execution_date_past');
  }
  const orders = await collectable(tx, token.code);
  if (orders.length === 0) throw refuse('bank_file_empty', { market });
  const orders_hash = hashOf(orders.map(({ serial_number }) => serial_number).join(' '));
  refuseUnlessSeen(before, { orders_hash, payout_account: debtor });
  const destinations = orders.map(destinationOf);
  const file_no = newSerialNumber('bank_file');
  const total = orders.reduce((sum, { other_amount }) => sum + BigInt(other_amount ?? 0), 0n);
  const transfers = orders.map((order): Transfer => {
    const { holder_name, bank_name, bank_code } = destinationOf(order);
    const amount = currencyAmount(tx.coins, market, BigInt(order.other_amount ?? 0));
    return { order_no: order.serial_number, holder_name, bank_name, bank_code, account_number: wholeNumber(secrets, order), amount };
  });
  const sum = currencyAmount(tx.coins, market, total);
  const file: PaymentFile = { file_no, currency: market, created: now, execution_date, debtor, transfers, total: sum };
  const [xml, csv] = [painDocument(file), csvDocument(file)];
  const seal = (text: string, format: string) => secrets.sealBytes(SEALED_AS, `${file_no} ${format}`, Buffer.from(text, 'utf8'));
  await tx
    .insertInto('bank_file')
    .values({
      file_no,
      market,
      order_count: orders.length,
      total,
      sealed_xml: seal(xml, 'xml'),
      xml_hash: hashOf(xml),
      sealed_csv: seal(csv, 'csv'),
      csv_hash: hashOf(csv),
      made_by: BigInt(staffId),
    })
    .execute();
  await tx.query(
    `insert into bank_file_order (owner_id, serial_number, file_no, market, amount, holder_name, bank_name, shown_number)
     select owner_id, serial_number, $1, $2, amount, holder_name, bank_name, shown_number
     from unnest($3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[])
       as one (owner_id, serial_number, amount, holder_name, bank_name, shown_number)`,
    [
      file_no,
      market,
      orders.map(({ owner_id }) => owner_id),
      orders.map(({ serial_number }) => serial_number),
      orders.map(({ other_amount }) => other_amount),
      destinations.map(({ holder_name }) => holder_name),
      destinations.map(({ bank_name }) => bank_name),
      destinations.map(({ account_number }) => account_number),
    ],
  );
  return file_no;
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

async function lockPayoutAccount(tx: Tx, market: string): Promise<BankAccount> {
  const { rows } = await tx.query<BankAccount>(
    'select holder_name, bank_name, bank_code, account_number from payout_account where market = $1 for update',
    [market],
  );
  if (!rows[0]) throw refuse('payout_account_missing', { market });
  return rows[0];
}

/** An order with the account that it goes to. */
type Collected = ReviewOrder & { readonly payment_method_id: string; readonly sealed_number: Buffer };

/** Approved, in no file yet and not left out; locked, so that nothing happens to them before they are in one. */
async function collectable(tx: Tx, token: string): Promise<Collected[]> {
  const { rows } = await tx.query<Collected>(
    `select o.*, m.payment_method_id, m.sealed_number
     from ${ORDERS_WITH_FILES} ${WITH_ACCOUNTS_AND_OWNERS}
     where ${WAITS_FOR_FILE} and o.other_coin = $1 and ${LEFT_OUT_WHY} is null
     order by o.create_time, o.serial_number limit ${MOST_ORDERS_OF_FILE}
     ${tx.isDistributed ? '' : 'for no key update of o'}`,
    [token],
  );
  if (!tx.isDistributed) return rows;
  await lockOnNodes(tx, rows);
  const { rows: still } = await tx.query<Pick<ReviewOrder, 'serial_number'>>(
    `select o.serial_number from ${ORDERS_WITH_FILES}
     where (o.owner_id, o.serial_number) in (select * from unnest($1::bigint[], $2::text[])) and ${WAITS_FOR_FILE}`,
    [rows.map(({ owner_id }) => owner_id), rows.map(({ serial_number }) => serial_number)],
  );
  const waiting = new Set(still.map(({ serial_number }) => serial_number));
  return rows.filter(({ serial_number }) => waiting.has(serial_number));
}
