import { type Mutant, mutantsOf } from '../mutant.ts';

const HOT = ['server/src/main/hot-plans.test.ts'];

/** What holds the plans of hot statements, whatever the statistics say. */
export const PLAN_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('server/src/domain/order-transitions.ts', HOT, [
    [
      "and payment_order.status || '' = any($7)",
      "and payment_order.status in ('created', 'scanned') and $7::text[] is not null",
      'each order that is paid is looked for among all that are unpaid',
    ],
  ]),
  ...mutantsOf('server/src/features/refund/queries.ts', HOT, [
    [
      'where user_id = asked.payer_id group by user_id) as payer',
      'where user_id = asked.payer_id) as payer',
      'the payer of each refund is looked for among all that are closed',
    ],
  ]),
  ...mutantsOf('packages/ledger/src/seal.ts', HOT, [
    ['{ ...CANONICAL, ...WALKED }', 'CANONICAL', 'each page of accounts to be sealed is sorted out of all accounts'],
  ]),
  ...mutantsOf('server/migrations/0295_deliveries_by_their_sequence.sql', HOT, [
    [
      "where state = 'pending' and next_attempt_at is not null;",
      "where state = 'pending';",
      'what follows a delivery is looked for in the whole queue of its endpoint',
    ],
  ]),
];
