import { SERIAL_PREFIXES } from '@purser/contract/serial';
import type { Queryable } from '@purser/ledger/accounts';
import { chainAddress, chainTxid } from '../../domain/chain-address.ts';
import { isUuid } from '../../platform/database/uuid.ts';
import type { OrderKey, OrderSource } from './keys.ts';

/** The newest orders of one address, or with one number of their owners', that are found; of a TXID there are few. */
const MOST_FOUND = 1_000;

const SERIAL = /^[A-Z]{2}[0-9A-Z]{1,30}$/;
const OWN_NUMBER = /^[\w.:-]{1,64}$/;
const ON_CHAIN = /^[0-9a-z]{20,}$/i;

/** Of each merchant in turn: the indexes begin with the merchant, and whose number it is nobody knows. */
const OF_EACH_MERCHANT = 'any (array(select merchant.merchant_id from merchant))';

/** By Purser's own number, in the table that its prefix names. */
const BY_SERIAL: Readonly<Record<Exclude<OrderSource, 'deposit'>, string>> = {
  payment: `select 'payment' as source, merchant_id as owner_id, serial_number as number from order_of_all
    where merchant_id = ${OF_EACH_MERCHANT} and serial_number = $1`,
  transfer: `select 'transfer' as source, merchant_id as owner_id, serial_number as number from transfer_of_all
    where merchant_id = ${OF_EACH_MERCHANT} and serial_number = $1`,
  refund: `select 'refund' as source, merchant_id as owner_id, serial_number as number from refund
    where merchant_id = ${OF_EACH_MERCHANT} and serial_number = $1`,
  review: `select 'review' as source, owner_id, serial_number as number from review_order where serial_number = $1`,
};

/**
 * By the merchant's own number: of payment orders each merchant is asked, of the others an index begins with the number. With 100,000 merchants and
 * 200,000 payment orders the former takes 70 ms. An index on the number alone answers at once, but cost a tenth more for each payment order that is
 * written (112 instead of 100 µs for a row, inserted by the thousand), and payment orders are written all the time; staff look one up now and then.
 */
const BY_OWN_NUMBER = `
  select 'payment' as source, merchant_id as owner_id, serial_number as number from order_of_all
    where merchant_id = ${OF_EACH_MERCHANT} and order_id = $1
  union all
  (select 'refund', merchant_id, serial_number from refund
    where refund_id = $1 and refund_id || '' <> '' order by create_time desc, serial_number desc limit ${MOST_FOUND})
  union all
  (select 'review', owner_id, serial_number from review_order
    where order_id = $1 and order_id || '' <> '' order by create_time desc, serial_number desc limit ${MOST_FOUND})`;

/** By a TXID in any of its spellings: a payout also by one that was signed for it and did not become its own. */
const BY_TXID = `
  select 'review' as source, owner_id, serial_number as number from review_order where txid = any ($1::text[]) and txid <> ''
  union
  select 'review', owner_id, serial_number from chain_tx where network = any (array(select network.network from network)) and txid = $2::bytea
  union
  select 'deposit', owner_id, deposit_id from chain_deposit where txid = $2::bytea and state <> 'credited'
  union
  select 'deposit', owner_id, deposit_id from chain_deposit where returned_txid = $2::bytea and returned_txid is not null`;

const BY_ADDRESS = `
  (select 'review' as source, owner_id, serial_number as number from review_order
    where address = $1 and address <> '' order by create_time desc, serial_number desc limit ${MOST_FOUND})
  union all
  (select 'deposit', owner_id, deposit_id from chain_deposit
    where address = $1 and state <> 'credited' order by seen_at desc, deposit_id desc limit ${MOST_FOUND})`;

const BY_DEPOSIT_ID = `select 'deposit' as source, owner_id, deposit_id as number from chain_deposit where deposit_id = $1 and state <> 'credited'`;

/** The orders that a text names, whatever it is of theirs. */
export async function findOrders(db: Queryable, typed: string): Promise<OrderKey[]> {
  const text = typed.trim();
  const ask = (name: string, statement: string, ...values: unknown[]) =>
    db.query<OrderKey>({ name: `every-order-by-${name}`, text: statement, values });
  const serial = text.toUpperCase();
  const source = sourceOf(serial);
  const txid = chainTxid('tron', text);
  const answers = await Promise.all([
    ...(SERIAL.test(serial) ? [ask(`serial-${source}`, BY_SERIAL[source], serial)] : []),
    ...(OWN_NUMBER.test(text) ? [ask('own-number', BY_OWN_NUMBER, text)] : []),
    ...(ON_CHAIN.test(text) ? [ask('address', BY_ADDRESS, chainAddress('evm', text) ?? text)] : []),
    ...(txid === undefined ? [] : [ask('txid', BY_TXID, [txid, `0x${txid}`], Buffer.from(txid, 'hex'))]),
    ...(isUuid(text) ? [ask('deposit', BY_DEPOSIT_ID, text)] : []),
  ]);
  const found = answers.flatMap(({ rows }) => rows);
  return [...new Map(found.map((key) => [`${key.source} ${key.owner_id} ${key.number}`, key])).values()];
}

function sourceOf(serial: string): keyof typeof BY_SERIAL {
  switch (serial.slice(0, 2)) {
    case SERIAL_PREFIXES.payment:
      return 'payment';
    case SERIAL_PREFIXES.transfer:
      return 'transfer';
    case SERIAL_PREFIXES.refund:
      return 'refund';
    default:
      return 'review';
  }
}
