import { CHECKPOINT_CHECK } from '@purser/ledger/checkpoint';
import { ACCOUNT_CHECKS } from '@purser/ledger/verify-accounts';
import { ENTRY_CHECKS } from '@purser/ledger/verify-entries';
import { RUNNING_CHECK } from '@purser/ledger/verify-running-totals';
import { POSTING_CHECKS } from '@purser/ledger/verify-postings';
import { SEAL_CHECK } from '@purser/ledger/verify-seals';
import { RECONCILE_CHECKS } from '../../platform/proof/reconcile.ts';
import { AUDIT_CHECK } from '../../platform/proof/verify-audit.ts';
import { type Corruption, FEES, account, first, last, shift, SUM_UP, REMOVE_NEWEST, FORGE_PAIR, dated } from './corruption.ts';
import { COMMISSIONS } from './commission-corruptions.ts';
import { HELD } from './hold-corruptions.ts';

/** What went unseen when verification was attacked: by somebody careful, with every right in the database. */
const CAREFUL: readonly Corruption[] = [
  { what: 'a whole pair is forged', sql: FORGE_PAIR, check: POSTING_CHECKS.mac },
  {
    what: 'an old transfer is enlarged consistently',
    sql: (of) => `${shift(of.alice, 'main', first(of), -100)} ${shift(of.bob, 'main', first(of), 100)} ${SUM_UP}
      update merchant_transfer set transfer_amount = transfer_amount + 100, settlement_amount = settlement_amount + 100 where serial_number = '${first(of)}';`,
    check: POSTING_CHECKS.mac,
  },
  {
    what: 'a fee is moved consistently',
    sql: (of) => `${shift(FEES, 'fees', first(of), -1)} ${shift(of.bob, 'main', first(of), 1)}
      update ledger.entry set charge = charge - 1 where serial_number = '${first(of)}' and owner_id = ${of.bob}; ${SUM_UP}
      update merchant_transfer set transfer_fee = transfer_fee - 1, settlement_amount = settlement_amount + 1 where serial_number = '${first(of)}';`,
    check: POSTING_CHECKS.mac,
  },
  {
    what: 'a charge is changed',
    sql: (of) => `update ledger.entry set charge = charge + 1 where serial_number = '${first(of)}' and owner_id = ${of.bob}`,
    check: POSTING_CHECKS.charge,
  },
  {
    what: 'a counterparty is changed',
    sql: (of) => `update ledger.entry set counterparty = ${of.payer} where serial_number = '${first(of)}' and owner_id = ${of.bob}`,
    check: POSTING_CHECKS.mac,
  },
  {
    what: 'a note is changed',
    sql: (of) => `update ledger.posting set note = '{"for": "something else"}' where serial_number = '${first(of)}'`,
    check: POSTING_CHECKS.mac,
  },
  {
    what: 'a content MAC is changed',
    sql: (of) => `update ledger.posting set content_mac = sha256('') where serial_number = '${first(of)}'`,
    check: POSTING_CHECKS.mac,
  },
  {
    what: 'a sealed counterparty is changed',
    sql: (of) => `update ledger.entry set counterparty = ${of.payer} where serial_number = '${first(of)}' and owner_id = ${of.bob}`,
    check: SEAL_CHECK,
  },
  {
    what: 'a posting is back-dated without its entries',
    sql: (of) => `update ledger.posting set posted_at = posted_at - interval '1 microsecond' where serial_number = '${first(of)}'`,
    check: SEAL_CHECK,
  },
  { what: 'a posting is back-dated with its entries', sql: (of) => dated(first(of), '-1 microsecond'), check: SEAL_CHECK },
  { what: 'the newest posting is removed without a trace but its seals', sql: REMOVE_NEWEST, check: ACCOUNT_CHECKS.sealedTail },
  {
    what: 'the postings of two equal credits are exchanged',
    sql: ({ alice, paid: [one, other] }) => `
      update ledger.entry e set posting_id = o.posting_id, serial_number = o.serial_number, counterparty = o.counterparty
      from ledger.entry o
      where e.owner_id = ${alice} and o.owner_id = ${alice} and (e.serial_number, o.serial_number) in (('${one}', '${other}'), ('${other}', '${one}'))`,
    check: SEAL_CHECK,
  },
  {
    what: 'a paid order is set back',
    sql: (of) => `update payment_order set status = 'expired', paid_time = null, payer_id = null, payer_nick = null, from_reward = 0
      where serial_number = '${of.paid[0]}'`,
    check: RECONCILE_CHECKS.posting,
  },
  {
    what: 'an order says that more of it was refunded',
    sql: (of) => `update payment_order set refunded = refunded + 1 where serial_number = '${of.refundedOrder}'`,
    check: RECONCILE_CHECKS.refund,
  },
  {
    what: 'a refund says that it was to reward funds',
    sql: (of) => `update refund set to_reward = to_reward + 1 where order_serial_number = '${of.refundedOrder}'`,
    check: RECONCILE_CHECKS.refund,
  },
  {
    what: 'a refund is gone',
    sql: (of) => `delete from refund where order_serial_number = '${of.refundedOrder}'`,
    check: RECONCILE_CHECKS.posting,
  },
  {
    what: 'an order that was paid for says that it expired',
    sql: (of) => `update payment_order set status = 'expired', paid_time = null, payer_id = null, payer_nick = null, from_reward = 0
      where serial_number = '${of.paid[0]}'`,
    check: RECONCILE_CHECKS.order,
  },
  {
    what: 'both rows of a transfer say that it was received',
    sql: (of) => `update merchant_transfer set transfer_type = 'receive' where serial_number = '${first(of)}'`,
    check: RECONCILE_CHECKS.posting,
  },
  {
    what: "a transfer row's amount is changed",
    sql: (of) =>
      `update merchant_transfer set transfer_amount = transfer_amount + 1 where serial_number = '${first(of)}' and merchant_id = ${of.alice}`,
    check: RECONCILE_CHECKS.transfer,
  },
  {
    what: 'a quarter has more in and more out',
    sql: (of) => `update ledger.running_total set amount_in = amount_in + 1, amount_out = amount_out + 1 where ${account(of.alice)}`,
    check: RUNNING_CHECK,
  },
  {
    what: "a quarter's charge is changed",
    sql: (of) => `update ledger.running_total set charge = charge + 1 where ${account(of.bob)}`,
    check: RUNNING_CHECK,
  },
  {
    what: 'totals are moved to another quarter',
    sql: (of) => `update ledger.running_total set quarter = quarter - interval '15 minutes' where ${account(of.alice)}`,
    check: RUNNING_CHECK,
  },
  {
    what: 'totals are moved to another type',
    sql: (of) => `update ledger.running_total set type = 'reward_grant' where ${account(of.alice)} and type = 'transfer'`,
    check: RUNNING_CHECK,
  },
  {
    what: 'an account was last posted to years ahead',
    sql: (of) => `update ledger.account set last_posted_at = last_posted_at + interval '5 years' where ${account(of.alice)}`,
    check: ACCOUNT_CHECKS.time,
  },
  {
    what: 'a floor is lifted',
    sql: () => `update ledger.account set unbounded = true where ${account(1, 'reward_pool')}`,
    check: ACCOUNT_CHECKS.flag,
  },
];

/** What somebody does who does not think of everything. */
const CARELESS: readonly Corruption[] = [
  {
    what: 'a balance is changed',
    sql: (of) => `update ledger.account set available = available + 1 where ${account(of.alice)}`,
    check: ACCOUNT_CHECKS.balance,
  },
  {
    what: 'money appears',
    sql: (of) => `update ledger.account set available = available + 1 where ${account(of.alice)}`,
    check: ACCOUNT_CHECKS.coins,
  },
  {
    what: 'frozen funds are changed',
    sql: (of) => `update ledger.account set frozen = frozen + 1 where ${account(of.alice)}`,
    check: ACCOUNT_CHECKS.balance,
  },
  {
    what: 'a version is changed',
    sql: (of) => `update ledger.account set version = version + 1 where ${account(of.alice)}`,
    check: ACCOUNT_CHECKS.balance,
  },
  {
    what: 'an entry in the middle is gone',
    sql: (of) => `delete from ledger.entry where ${account(of.alice)} and version = 2`,
    check: ENTRY_CHECKS.chain,
  },
  {
    what: 'the last entry is gone',
    sql: (of) =>
      `delete from ledger.entry e using ledger.account a where a.owner_id = ${of.alice} and (e.owner_id, e.coin, e.purpose, e.version) = (a.owner_id, a.coin, a.purpose, a.version)`,
    check: ACCOUNT_CHECKS.balance,
  },
  { what: 'an account is gone', sql: (of) => `delete from ledger.account where ${account(of.alice)}`, check: ACCOUNT_CHECKS.orphans },
  {
    what: 'an account is gone with its seals',
    // Bob, as nothing is held of his: a hold on no account is found by itself.
    sql: (of) => `delete from ledger.account where ${account(of.bob)}; delete from ledger.seal where ${account(of.bob)}`,
    check: ACCOUNT_CHECKS.orphans,
  },
  {
    what: 'an account skips numbers where its balances agree',
    sql: (of) => `
      update ledger.entry set version = version + 1000 where ${account(of.alice)} and version >= 3;
      update ledger.account set version = version + 1000 where ${account(of.alice)}`,
    check: ENTRY_CHECKS.chain,
  },
  {
    what: 'an entry tells another amount',
    sql: (of) => `update ledger.entry set available_after = available_after + 1 where ${account(of.alice)} and version = 2`,
    check: POSTING_CHECKS.zero,
  },
  {
    what: 'an entry tells a smaller amount',
    sql: (of) => `update ledger.entry set available_after = available_after - 1 where ${account(of.alice)} and version = 2`,
    check: POSTING_CHECKS.zero,
  },
  {
    what: 'an entry tells another time',
    sql: (of) => `update ledger.entry set posted_at = posted_at + interval '1 day' where ${account(of.alice)} and version = 2`,
    check: ENTRY_CHECKS.time,
  },
  {
    what: 'an entry tells an earlier time',
    sql: (of) => `update ledger.entry set posted_at = posted_at - interval '1 microsecond' where ${account(of.alice)} and version = 2`,
    check: ENTRY_CHECKS.time,
  },
  {
    what: 'an entry is numbered wrongly within its type',
    sql: (of) => `update ledger.entry set type_version = 9 where ${account(of.alice)} and version = 2`,
    check: ENTRY_CHECKS.type,
  },
  {
    what: 'an entry hides that a run of its type begins',
    sql: (of) => `update ledger.entry set begins_run = false where ${account(of.alice)} and version = 1`,
    check: ENTRY_CHECKS.run,
  },
  {
    what: 'an entry says that a run of its type begins where none does',
    sql: (of) => `update ledger.entry set begins_run = not begins_run where ${account(of.alice)} and version = 2`,
    check: ENTRY_CHECKS.run,
  },
  {
    what: 'an account tells another last type',
    sql: (of) => `update ledger.account set last_type_version = 9 where ${account(of.alice)}`,
    check: ACCOUNT_CHECKS.type,
  },
  {
    what: 'an entry tells another serial number',
    sql: (of) => `update ledger.entry set serial_number = 'X' where ${account(of.alice)} and version = 2`,
    check: ENTRY_CHECKS.posting,
  },
  {
    what: 'an entry tells another type',
    sql: (of) => `update ledger.entry set type = 'refund' where ${account(of.alice)} and version = 2`,
    check: ENTRY_CHECKS.posting,
  },
  {
    what: 'a posting is gone',
    sql: (of) => `delete from ledger.posting where serial_number = '${first(of)}'`,
    check: ENTRY_CHECKS.posting,
  },
  {
    what: 'a posting has no entries',
    sql: (of) => `insert into ledger.posting (owner_id, posting_id, type, serial_number, content_mac, posted_at)
      values (${of.alice}, gen_random_uuid(), 'refund', 'X', sha256(''), now())`,
    check: POSTING_CHECKS.entries,
  },
  {
    what: 'an account is below its floor',
    sql: (of) =>
      `alter table ledger.account drop constraint account_floor; update ledger.account set available = -5 where ${account(of.alice)}`,
    check: ACCOUNT_CHECKS.floor,
  },
  {
    what: "a quarter's count is changed",
    sql: (of) => `update ledger.running_total set count = count + 1 where ${account(of.alice)}`,
    check: RUNNING_CHECK,
  },
  {
    what: 'a watermark is changed',
    sql: (of) => `update ledger.rollup set rolled_up_to_version = 1 where ${account(of.alice)}`,
    check: RUNNING_CHECK,
  },
];

/** What else somebody may think of who has every right but not the key. */
const INVENTIVE: readonly Corruption[] = [
  {
    what: "the newest posting is removed with its accounts' newest seals",
    sql: (of) => `${REMOVE_NEWEST(of)} delete from ledger.seal s using ledger.account a
      where (s.owner_id, s.coin, s.purpose) = (a.owner_id, a.coin, a.purpose) and s.to_version > a.version`,
    check: CHECKPOINT_CHECK,
  },
  { what: 'all seals are removed, to have the worker seal anew', sql: () => `truncate ledger.seal`, check: CHECKPOINT_CHECK },
  { what: 'the rounds of seals begin anew', sql: () => `select setval('ledger.seal_round', 1, false)`, check: CHECKPOINT_CHECK },
  {
    what: 'a seal of another account is put in the place of one',
    sql: (of) =>
      `update ledger.seal set mac = (select mac from ledger.seal where ${account(of.bob)} order by to_version limit 1) where ${account(of.alice)}`,
    check: SEAL_CHECK,
  },
  {
    what: 'two seals of an account become one',
    sql: (of) =>
      `delete from ledger.seal where ${account(of.alice)} and from_version = 1; update ledger.seal set from_version = 1 where ${account(of.alice)}`,
    check: SEAL_CHECK,
  },
  {
    what: 'two merchants exchange their histories',
    sql: ({ alice, bob }) =>
      ['entry', 'account', 'seal', 'running_total', 'rollup']
        .map((table) =>
          [
            [alice, 999],
            [bob, alice],
            [999, bob],
          ]
            .map(([from, to]) => `update ledger.${table} set owner_id = ${to} where owner_id = ${from}`)
            .join(';'),
        )
        .join(';'),
    check: POSTING_CHECKS.mac,
  },
  { what: 'a posting is removed and made again a moment later', sql: (of) => dated(last(of), '1 microsecond'), check: SEAL_CHECK },
  {
    what: 'the reward part of a payment is changed in ledger and order',
    sql: ({ payer, paid }) => `${shift(payer, 'main', paid[2] as string, -10)} ${shift(payer, 'reward', paid[2] as string, 10)} ${SUM_UP}
      update payment_order set from_reward = from_reward - 10 where serial_number = '${paid[2]}'`,
    check: POSTING_CHECKS.mac,
  },
  {
    what: 'the reward part of an order is changed',
    sql: ({ paid }) => `update payment_order set from_reward = from_reward - 10 where serial_number = '${paid[2]}'`,
    check: RECONCILE_CHECKS.order,
  },
  {
    what: "an order's payer is exchanged",
    sql: ({ otherPayer, paid }) => `update payment_order set payer_id = ${otherPayer} where serial_number = '${paid[0]}'`,
    check: RECONCILE_CHECKS.order,
  },
  {
    what: "an order's fee is changed",
    sql: ({ paid }) =>
      `update payment_order set handling_fee = handling_fee - 1, settlement_amount = settlement_amount + 1 where serial_number = '${paid[0]}'`,
    check: RECONCILE_CHECKS.order,
  },
  {
    what: 'an order is paid that nobody has paid for',
    sql: ({ payer, open }) =>
      `update payment_order set status = 'paid', payer_id = ${payer}, paid_time = now() where serial_number = '${open}'`,
    check: RECONCILE_CHECKS.order,
  },
  {
    what: 'a paid order is removed',
    sql: ({ paid }) => `delete from payment_order where serial_number = '${paid[0]}'`,
    check: RECONCILE_CHECKS.posting,
  },
  {
    what: 'both rows of a transfer are removed',
    sql: (of) => `delete from merchant_transfer where serial_number = '${first(of)}'`,
    check: RECONCILE_CHECKS.posting,
  },
  {
    what: 'both rows of a transfer agree on another amount',
    sql: (of) =>
      `update merchant_transfer set transfer_amount = transfer_amount + 1, settlement_amount = settlement_amount + 1 where serial_number = '${first(of)}'`,
    check: RECONCILE_CHECKS.transfer,
  },
  {
    what: 'an account is removed with its whole history',
    sql: ({ payer }) =>
      ['entry', 'seal', 'running_total', 'rollup', 'account']
        .map((table) => `delete from ledger.${table} where ${account(payer, 'reward')}`)
        .join(';'),
    check: POSTING_CHECKS.mac,
  },
  { what: 'an entry is put far into the future', sql: (of) => dated(last(of), '3 years'), check: ENTRY_CHECKS.time },
  {
    what: 'the floor of all accounts is removed',
    sql: () => `alter table ledger.account drop constraint account_floor`,
    check: ACCOUNT_CHECKS.constraints,
  },
  {
    what: 'totals are left of an account that nobody rolled up',
    sql: (of) => `delete from ledger.rollup where ${account(of.alice)}`,
    check: RUNNING_CHECK,
  },
  {
    what: 'an audit entry is changed',
    sql: (of) => `update audit_log set details = '{}' where owner_id = ${of.alice} and sequence = 2`,
    check: AUDIT_CHECK,
  },
  {
    what: 'an audit entry is removed',
    sql: (of) => `delete from audit_log where owner_id = ${of.alice} and sequence = 2`,
    check: AUDIT_CHECK,
  },
  {
    what: 'an audit entry is removed with all after it',
    sql: (of) => `delete from audit_log where owner_id = ${of.alice} and sequence >= 2`,
    check: CHECKPOINT_CHECK,
  },
  { what: "an owner's audit log is removed", sql: (of) => `delete from audit_log where owner_id = ${of.alice}`, check: CHECKPOINT_CHECK },
];

export const CORRUPTIONS: readonly Corruption[] = [...CAREFUL, ...CARELESS, ...INVENTIVE, ...HELD, ...COMMISSIONS];
