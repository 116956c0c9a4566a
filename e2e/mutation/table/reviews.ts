import { mutantsOf, type Mutant } from '../mutant.ts';

const DOMAIN = 'server/src/domain';
const FEATURES = 'server/src/features';
const MOVES = [`${DOMAIN}/review-order.test.ts`];
const LEGS = ['server/src/main/review-legs.test.ts'];
const RISK = ['server/src/main/risk.test.ts'];
const CREATE = [`${FEATURES}/user-withdrawal/create.test.ts`];
const ADJUST = [`${FEATURES}/adjustment/adjustment.test.ts`];
const ACCEPT = ['server/src/main/adjustment-acceptance.test.ts'];
const RECHARGE = [`${FEATURES}/usdt-recharge/usdt-recharge.test.ts`];
const RECHARGE_TOLD = ['server/src/main/recharge-told.test.ts'];
const ADDRESSES = [`${FEATURES}/usdt-withdrawal/address-book.test.ts`, `${FEATURES}/usdt-withdrawal/refusals.test.ts`];
const PAYOUT = [`${FEATURES}/usdt-withdrawal/usdt-withdrawal.test.ts`];
const REFUND = [`${FEATURES}/refund/refund.test.ts`];

/** Orders under review and refunds: what they move, what they hold, what bounds them. Who decides is in `review-decisions.ts`. */
export const REVIEW_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(`${DOMAIN}/review-order.ts`, MOVES, [
    ["${tx.isDistributed ? '' : 'for no key update of o'}", '', 'two who decide at the same moment both find the order undecided'],
    ['status === undefined || seen.has(key)', 'status === undefined', 'one call moves an order twice'],
    ["o.kind || '' = $3", "$3 <> ''", 'an order is moved as one of another kind'],
    ["return refuse('insufficient_balance');", 'return undefined;', 'an order goes on whose posting the ledger refused'],
    [
      "owners.map((owner) => [owner, ['reviews', 'balances']] as const) }),\n      kind.tells",
      '[] }),\n      kind.tells',
      "the owners' consoles are not told of a decision",
    ],
  ]),
  ...mutantsOf(`${DOMAIN}/review-order.ts`, CREATE, [
    [
      "return reviewPosting(order, 'submit').posting_id;",
      'return derivedId(`review ${order.owner_id}`, order.create_time);',
      'orders of one owner and moment share a hold',
    ],
  ]),
  ...mutantsOf(`${DOMAIN}/review-order.ts`, PAYOUT, [
    [
      'reviewer_id = case when m.decides then m.by_id else o.reviewer_id end',
      'reviewer_id = m.by_id',
      'whoever pays an order out takes the place of who approved it',
    ],
  ]),
  ...mutantsOf(`${FEATURES}/user-withdrawal/kind.ts`, LEGS, [
    ['payee_id), coin), fee_minor });', 'payee_id), coin), fee_minor: 0n });', 'an approved withdrawal costs no fee'],
    [
      'available: settlement, counterparty: merchant },\n    { account: feeAccount(coin, merchant), available: fee, counterparty: merchant },',
      'available: amount, counterparty: merchant },',
      'a withdrawal within the quota pays the amount instead of the settlement',
    ],
  ]),
  ...mutantsOf(`${FEATURES}/adjustment/kind.ts`, LEGS, [
    ['pending: amount, counterparty: merchant, ...held', 'available: amount, counterparty: merchant', 'what is pending can be spent'],
  ]),
  ...mutantsOf(`${FEATURES}/usdt-recharge/kind.ts`, LEGS, [
    [
      'available: settlement, charge: fee },\n    { account: feeAccount(coin, owner), available: fee, counterparty: owner },',
      'available: amount },',
      'a recharge costs no fee',
    ],
  ]),
  ...mutantsOf(`${FEATURES}/usdt-withdrawal/kind.ts`, LEGS, [
    ["purpose: custodyPurpose(network ?? '')", "purpose: 'bank'", 'USDT does not leave the custody of its network'],
  ]),
  ...mutantsOf(`${DOMAIN}/fiat-withdrawal.ts`, LEGS, [
    ["if (order.status === 'approved') return", "if (order.status !== 'rejected') return", 'what was paid out is given back from its hold'],
    [
      '{ account, available: amount },\n        { account: feeAccount(coin, owner), available: -fee, counterparty: owner },',
      '{ account, available: settlement },',
      'the fee of a payout that the bank sent back is kept',
    ],
  ]),

  ...mutantsOf(`${FEATURES}/user-withdrawal/limit-queries.ts`, CREATE, [
    ['used.hour >= began.day', 'used.hour > began.day', 'the first hour of a day does not count'],
  ]),
  ...mutantsOf(
    `${FEATURES}/user-withdrawal/limit-queries.ts`,
    [`${FEATURES}/user-withdrawal/limits.test.ts`],
    [['amount = withdrawal_limit_use.amount + excluded.amount', 'amount = excluded.amount', 'an hour counts its last batch alone']],
  ),
  ...mutantsOf(
    `${FEATURES}/user-withdrawal/exemption.ts`,
    [`${FEATURES}/user-withdrawal/exemption.test.ts`],
    [
      ['hour.amount + amount > hour_limit', 'hour.amount > hour_limit', 'the hour is exceeded by the last withdrawal'],
      ['day.orders + 1 > day_count', 'day.orders > day_count', 'a day has one withdrawal too many'],
    ],
  ),
  ...mutantsOf(`${FEATURES}/user-withdrawal/create.ts`, CREATE, [
    ['if (isInDoubt || !world', 'if (!world', 'a withdrawal waits for a person since another of its batch was refused'],
    ["order.status === 'approved' ? 'withdrawal.approved' : ", '', 'the webhook of a withdrawal that is paid out says that it waits'],
  ]),
  ...mutantsOf(`${FEATURES}/user-withdrawal/create.ts`, RISK, [
    [
      'manual_because = [...whyManual(now, amount), ...risks]',
      'manual_because = whyManual(now, amount)',
      'no sign of risk asks for a person',
    ],
  ]),
  ...mutantsOf('server/src/platform/security/risk-signs.ts', RISK, [
    ['and noted_at > asked.since', '', 'a sign of risk never ends'],
    [
      'coalesce(used.first_used_at > asked.since, true)',
      'coalesce(used.first_used_at > asked.since, false)',
      'a key from elsewhere is no sign',
    ],
    ["return `${ownerId} ${key?.accessKey ?? ''} ${key?.ip ?? ''}`;", 'return `${ownerId}`;', 'the keys of a merchant share their signs'],
    ["return `${ownerId} ${key?.accessKey ?? ''} ${key?.ip ?? ''}`;", "return `${key?.ip ?? ''}`;", 'owners share their signs'],
  ]),

  ...mutantsOf(`${FEATURES}/adjustment/kind.ts`, ADJUST, [['releasedAt(order) <= now', 'false', 'a merchant takes back what is due']]),
  ...mutantsOf(`${FEATURES}/adjustment/queries.ts`, ADJUST, [
    ['AFTER_DAYS * 24', 'AFTER_DAYS * 23', 'an adjustment is released hours before its time'],
    ["and status || '' = 'paid'`", '`', 'an appeal is written into an adjustment that waits no more'],
  ]),
  ...mutantsOf(`${FEATURES}/adjustment/events.ts`, ADJUST, [
    ["  reject: 'adjustment.cancelled',\n", '', 'the webhook of an appeal that staff granted to the merchant is missing'],
  ]),

  ...mutantsOf(`${FEATURES}/adjustment/received.ts`, ACCEPT, [
    ["order.balance_type === 'pending' && !order.user_may_accept", 'false', 'a user accepts what its merchant releases itself'],
    ['        await lockWalletUser(tx, userId);\n', '', 'a user who was suspended meanwhile accepts'],
    ["name: '' } as const;", 'name: order.payee_nick } as const;', 'the name of who accepted stays when the account is closed'],
  ]),
  ...mutantsOf(`${FEATURES}/adjustment/receipt.ts`, ACCEPT, [
    ["order.status === 'completed' ? order : undefined", 'order', 'there is a receipt of what nobody has yet'],
  ]),

  ...mutantsOf(`${FEATURES}/usdt-recharge/queries.ts`, RECHARGE, [['return made.rowCount === 1;', 'return true;', 'a TXID counts twice']]),
  ...mutantsOf(`${FEATURES}/usdt-recharge/kind.ts`, RECHARGE, [
    [
      "event !== 'approve').map(({ order }) => order),\n    );\n    await noteCommissions",
      'event).map(({ order }) => order),\n    );\n    await noteCommissions',
      'the TXID of what was credited is free again',
    ],
    ["if (suspended.has(order.owner_id)) return refuse('recharge_owner_suspended');", '', 'a suspended owner is credited'],
  ]),
  ...mutantsOf(`${FEATURES}/usdt-recharge/events.ts`, RECHARGE_TOLD, [
    ["reject: 'recharge.rejected' ", '', 'the webhook of a rejected recharge is missing'],
  ]),

  ...mutantsOf(`${FEATURES}/usdt-withdrawal/address-book.ts`, ADDRESSES, [
    ['PAYOUT_ADDRESS_RESTS_H]', 'PAYOUT_ADDRESS_RESTS_H - 1]', 'a new address rests an hour less'],
  ]),
  ...mutantsOf(`${FEATURES}/usdt-withdrawal/withdraw.ts`, ADDRESSES, [
    ['if (held.is_resting)', 'if (false)', 'an address that rests is withdrawn to'],
  ]),
  ...mutantsOf(
    `${FEATURES}/usdt-withdrawal/day-total.ts`,
    [`${FEATURES}/usdt-withdrawal/races.test.ts`],
    [['where d.total + excluded.total <= $4', 'where d.total <= $4', 'withdrawals at once exceed the maximum of a day']],
  ),
  ...mutantsOf(
    `${FEATURES}/usdt-withdrawal/kind.ts`,
    [`${FEATURES}/usdt-withdrawal/races.test.ts`],
    [['await holdDays(tx, givenBack(moved));', '', 'who gives back and who asks wait for each other in a circle']],
  ),
  ...mutantsOf(`${FEATURES}/usdt-withdrawal/kind.ts`, PAYOUT, [
    ["'cancel', 'refund']", "'cancel']", 'a refund does not give the day back'],
    ["'approve', 'retry', 'settle']", "'approve', 'settle']", 'an address that was blocked is tried once more'],
  ]),
  ...mutantsOf(
    `${FEATURES}/usdt-withdrawal/kind.ts`,
    [`${FEATURES}/usdt-withdrawal/suspended.test.ts`],
    [["event === 'retry' && suspended.has(order.owner_id)", 'false', 'what a suspended owner withdraws is tried once more by one person']],
  ),
  ...mutantsOf(`${FEATURES}/usdt-withdrawal/payouts.ts`, PAYOUT, [
    ['if (reviewer_id === payer)', 'if (false)', 'one person approves and pays out'],
    ["if (rowCount !== 1) throw refuse('payout_txid_taken');", '', 'one transfer on the chain pays two withdrawals'],
  ]),
  ...mutantsOf(
    `${FEATURES}/usdt-withdrawal/payouts.ts`,
    [`${FEATURES}/staff-member/one-person.test.ts`],
    [['.has(Number(reviewer_id))', '.has(0)', 'an admin pays out by a login that they made']],
  ),
  ...mutantsOf('function payout_to_sign', PAYOUT, [
    ["and o.status || '' = 'approved'", '', 'a withdrawal is signed that is no longer approved'],
    [
      'or exists (select 1 from public.blocked_address as b where b.address = its.address)',
      '',
      'a transfer to a blocked address is signed',
    ],
  ]),

  ...mutantsOf(`${FEATURES}/refund/batch.ts`, REFUND, [
    ['const rest = order.amount - order.refunded;', 'const rest = order.amount;', 'more is refunded than is left'],
    ['amount > ownLeft ? amount - ownLeft : 0n', 'amount < order.from_reward ? amount : order.from_reward', 'reward funds come back first'],
    [
      '  drawsOn: ({ refund }) => `${refund.merchant_id} ${refund.order_serial_number}`,\n',
      '',
      'refunds of one batch are planned on the same rest',
    ],
    [
      'feeOfPart(order, order.refunded + amount) - feeOfPart(order, order.refunded)',
      'feeOfPart(order, amount)',
      'the parts of a fee do not add up to it',
    ],
  ]),
  ...mutantsOf(`${FEATURES}/refund/queries.ts`, REFUND, [
    ['for no key update of payment_order ${', '${', 'two servers refund the same rest'],
  ]),
];
