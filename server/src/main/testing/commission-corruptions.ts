import { POSTING_CHECKS } from '@purser/ledger/verify-postings';
import { RECONCILE_CHECKS } from '../../platform/proof/reconcile.ts';
import { type Corruption, FEES, shift } from './corruption.ts';

/** What agents get of fees. */
export const COMMISSIONS: readonly Corruption[] = [
  {
    what: 'a commission is removed that was paid',
    sql: ({ commissions }) => `delete from commission where serial_number = '${commissions.paid}'`,
    check: RECONCILE_CHECKS.posting,
  },
  {
    what: 'a commission is removed that is due',
    sql: ({ commissions }) => `delete from commission where serial_number = '${commissions.due}'`,
    check: RECONCILE_CHECKS.earning,
  },
  {
    what: 'a share is changed after it was paid',
    sql: ({ commissions }) =>
      `update commission set share_bp = 4000, amount = div(fee::numeric * 4000, 10000) where serial_number = '${commissions.paid}'`,
    check: RECONCILE_CHECKS.commission,
  },
  {
    what: 'a commission that is due says that it was paid',
    sql: ({ commissions }) => `update commission set state = 'paid', settle_time = now() where serial_number = '${commissions.due}'`,
    check: RECONCILE_CHECKS.commission,
  },
  {
    what: 'a commission that was paid is due again',
    sql: ({ commissions }) => `update commission set state = 'due', settle_time = null where serial_number = '${commissions.paid}'`,
    check: RECONCILE_CHECKS.posting,
  },
  {
    what: 'a commission has lapsed for no reason',
    sql: ({ commissions }) => `update commission set state = 'lapsed' where serial_number = '${commissions.due}'`,
    check: RECONCILE_CHECKS.commission,
  },
  {
    what: 'a commission was paid at another time',
    sql: ({ commissions }) =>
      `update commission set settle_time = settle_time + interval '1 second' where serial_number = '${commissions.paid}'`,
    check: RECONCILE_CHECKS.commission,
  },
  {
    what: 'a commission tells of a larger fee than its order has',
    sql: ({ commissions }) =>
      `update commission set fee = fee * 2, amount = div(fee::numeric * 2 * share_bp, 10000) where serial_number = '${commissions.due}'`,
    check: RECONCILE_CHECKS.commission,
  },
  {
    what: 'a commission is of another order',
    sql: ({ commissions }) => `update commission set order_serial_number = 'WC0' where serial_number = '${commissions.due}'`,
    check: RECONCILE_CHECKS.earning,
  },
  {
    what: 'a commission is more than its share, in the ledger as well',
    sql: ({ agent, commissions }) => `alter table commission drop constraint commission_share;
      update commission set amount = amount + 5 where serial_number = '${commissions.paid}';
      ${shift(agent, 'main', commissions.paid, 5)} ${shift(FEES, 'fees', commissions.paid, -5)}`,
    check: RECONCILE_CHECKS.commission,
  },
  {
    what: 'a commission is enlarged in the ledger alone',
    sql: ({ agent, commissions }) => `${shift(agent, 'main', commissions.paid, 5)} ${shift(FEES, 'fees', commissions.paid, -5)}`,
    check: POSTING_CHECKS.mac,
  },
  {
    what: 'somebody else is said to have referred a user',
    sql: ({ referred, payer }) => `update referral set agent_id = ${payer} where user_id = ${referred}`,
    check: RECONCILE_CHECKS.commission,
  },
  {
    what: 'nobody is said to have referred a user',
    sql: ({ referred }) => `delete from referral where user_id = ${referred}`,
    check: RECONCILE_CHECKS.commission,
  },
  {
    what: 'a user is said to have been referred who was not, and whose fee earned nothing',
    sql: ({ agent, referred, payer }) =>
      `update review_order set owner_id = ${payer} where owner_id = ${referred}; insert into referral (user_id, agent_id) values (${payer}, ${agent})`,
    check: RECONCILE_CHECKS.earning,
  },
  {
    what: 'an order that earned something is said to have been rejected',
    sql: ({ referred, commissions }) => `update review_order set status = 'rejected' where owner_id = ${referred}
      and serial_number = (select order_serial_number from commission where serial_number = '${commissions.paid}')`,
    check: RECONCILE_CHECKS.commission,
  },
];
