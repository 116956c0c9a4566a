import { ACCOUNT_CHECKS } from '@purser/ledger/verify-accounts';
import { ENTRY_CHECKS } from '@purser/ledger/verify-entries';
import { HOLD_CHECKS } from '@purser/ledger/verify-holds';
import { POSTING_CHECKS } from '@purser/ledger/verify-postings';
import { REVERSAL_CHECK } from '@purser/ledger/verify-reversals';
import { SEAL_CHECK } from '@purser/ledger/verify-seals';
import { HELD_CHECKS } from '../../platform/proof/held-orders.ts';
import { RECONCILE_CHECKS } from '../../platform/proof/reconcile.ts';
import { type Corruption, first } from './corruption.ts';

/** What is held, and for what. */
export const HELD: readonly Corruption[] = [
  {
    what: 'a hold is larger than what was held',
    sql: (of) => `update ledger.hold set remaining = remaining + 1 where hold_id = '${of.hold}'`,
    check: HOLD_CHECKS.entries,
  },
  {
    what: 'a hold is larger than what is frozen',
    sql: (of) => `update ledger.hold set remaining = remaining + 1 where hold_id = '${of.hold}'`,
    check: ACCOUNT_CHECKS.holds,
  },
  { what: 'a hold is gone', sql: (of) => `delete from ledger.hold where hold_id = '${of.hold}'`, check: ACCOUNT_CHECKS.holds },
  {
    what: 'a hold is on another bucket',
    sql: (of) => `update ledger.hold set bucket = 'pending' where hold_id = '${of.hold}'`,
    check: HOLD_CHECKS.entries,
  },
  {
    what: 'a hold is on an account that is not there',
    sql: (of) => `update ledger.hold set coin = 'CNYT', purpose = 'other' where hold_id = '${of.hold}'`,
    check: ACCOUNT_CHECKS.orphans,
  },
  {
    what: 'a hold says that another posting made it',
    sql: (of) =>
      `update ledger.hold set posting_id = (select posting_id from ledger.posting where serial_number = '${first(of)}') where hold_id = '${of.hold}'`,
    check: HOLD_CHECKS.entries,
  },
  {
    what: 'what is held is parted in two',
    sql: (of) => `update ledger.hold set remaining = remaining - 1 where hold_id = '${of.hold}';
      insert into ledger.hold select owner_id, 1, made_at, gen_random_uuid(), posting_owner_id, posting_id, coin, purpose, bucket
      from ledger.hold where hold_id = '${of.hold}'`,
    check: HOLD_CHECKS.entries,
  },
  {
    what: 'a settlement took from the hold of another order, consistently',
    sql: (of) => `update ledger.entry set hold_id = '${of.hold}' where type = 'review_approved' and hold_id is not null;
      update ledger.hold set remaining = (select sum(frozen_after - frozen_before) from ledger.entry where hold_id = '${of.hold}') where hold_id = '${of.hold}'`,
    check: POSTING_CHECKS.mac,
  },
  {
    what: 'an entry names another hold',
    sql: (of) => `update ledger.entry set hold_id = gen_random_uuid() where hold_id = '${of.hold}'`,
    check: SEAL_CHECK,
  },
  {
    what: 'more was taken from a hold than it held',
    sql: () => `update ledger.entry set hold_id = gen_random_uuid() where type = 'review_approved' and hold_id is not null`,
    check: HOLD_CHECKS.taken,
  },
  {
    what: 'an entry that freezes names no hold',
    sql: (of) => `update ledger.entry set hold_id = null where hold_id = '${of.hold}'`,
    check: ENTRY_CHECKS.hold,
  },
  {
    what: 'an entry that freezes nothing names a hold',
    sql: (of) => `update ledger.entry set hold_id = '${of.hold}' where serial_number = '${first(of)}' and owner_id = ${of.alice}`,
    check: ENTRY_CHECKS.hold,
  },
  {
    what: 'an order whose money is held says that it was rejected',
    sql: (of) => `update review_order set status = 'rejected', remark = 'no' where serial_number = '${of.waiting}'`,
    check: HELD_CHECKS.hold,
  },
  {
    what: 'an order whose money is held says that it was paid out',
    sql: (of) => `update review_order set status = 'approved' where serial_number = '${of.waiting}'`,
    check: RECONCILE_CHECKS.review,
  },
  {
    what: 'an order is said to be paid out that never moved anything',
    sql: (
      of,
    ) => `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp, payee_id)
      values (${of.alice}, 'NEVER', 'user_withdrawal', 'approved', 'automatic', 'USDP', 100, 1, 99, 100, ${of.payer})`,
    check: RECONCILE_CHECKS.review,
  },
  {
    what: 'a recharge is said to be credited that never was',
    sql: (of) => `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp)
      values (${of.alice}, 'NEVER', 'usdt_recharge', 'approved', 'automatic', 'USDP', 100, 1, 99, 100)`,
    check: RECONCILE_CHECKS.review,
  },
  {
    what: 'an order that was rejected says that it was paid out',
    sql: () => `update review_order set status = 'approved' where kind = 'user_withdrawal' and status = 'rejected'`,
    check: RECONCILE_CHECKS.review,
  },
  {
    what: 'an order whose money is held is removed',
    sql: (of) => `delete from review_order where serial_number = '${of.waiting}'`,
    check: HELD_CHECKS.hold,
  },
  {
    what: 'an order that waits asks for more than is held',
    sql: (of) => `update review_order set amount = amount + 1, settlement = settlement + 1 where serial_number = '${of.waiting}'`,
    check: HELD_CHECKS.hold,
  },
  {
    what: 'an order that was rejected waits again',
    sql: () => `update review_order set status = 'pending_review' where status = 'rejected'`,
    check: HELD_CHECKS.order,
  },
  {
    what: 'a hold may be below zero',
    sql: () => `alter table ledger.hold drop constraint hold_holds_something`,
    check: ACCOUNT_CHECKS.constraints,
  },
  {
    what: 'a reversal names another posting',
    sql: (
      of,
    ) => `update ledger.posting set note = jsonb_set(note, '{reverses}', (select to_jsonb(posting_id) from ledger.posting where serial_number = '${first(of)}'))
      where type = 'reversal'`,
    check: REVERSAL_CHECK,
  },
  {
    what: 'a reversal gives back to another hold than what it reverses took from',
    sql: () => `update ledger.entry set hold_id = gen_random_uuid() where type = 'reversal' and hold_id is not null`,
    check: REVERSAL_CHECK,
  },
  {
    what: 'what was reversed is removed',
    sql: () => `delete from ledger.posting where type = 'review_approved'`,
    check: REVERSAL_CHECK,
  },
];
