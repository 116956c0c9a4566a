import { type Mutant, mutantsOf } from '../mutant.ts';

const LEDGER = 'packages/ledger/src';
const TRANSFER = 'server/src/features/transfer';

/** What a posting is made of, and the terms it is made on. */
export const MONEY_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    `${LEDGER}/posting.ts`,
    [`${LEDGER}/posting.test.ts`],
    [
      [
        'available: -amount_minor, counterparty: to }',
        'available: fee_minor - amount_minor, counterparty: to }',
        'the payer of a transfer does not bear the fee',
      ],
      [
        'available: amount_minor - fee_minor, charge: fee_minor, counterparty: from }',
        'available: amount_minor - fee_minor, counterparty: from }',
        "the recipient's row does not show the charge",
      ],
      [
        'available: amount_minor - fee_minor, charge: fee_minor, counterparty: payer }',
        'available: amount_minor - fee_minor, charge: 0n, counterparty: payer }',
        "the merchant's row does not show the charge",
      ],
      ['if (from === to) throw', 'if (from > to) throw', 'a transfer to oneself is planned'],
      ['if (payer === merchant) throw', 'if (payer > merchant) throw', 'a payment to oneself is planned'],
      ['reward_minor < 0n || ', '', 'a negative reward part raises what is paid'],
      ['reward_minor > amount_minor)', 'reward_minor > amount_minor * 2n)', 'rewards pay more than the amount'],
      ['reward_minor > amount_minor)', 'reward_minor >= amount_minor)', 'rewards cannot pay the whole amount'],
      [
        'rewardAccount(payer, coin), available: -reward_minor, counterparty: merchant }',
        'rewardAccount(payer, coin), available: -reward_minor, counterparty: payer }',
        "the reward's counterparty is the payer",
      ],
      ["providerAccount(to.coin, 'issuance')", "providerAccount(to.coin, 'bank')", 'tokens are issued by the bank account'],
      ["providerAccount(coin, 'reward_pool')", "providerAccount(coin, 'issuance')", 'rewards do not come from the pool'],
      ['available + frozen + pending);', 'available + frozen);', 'pending money is not in the balance of a posting'],
      ['!== (hold !== undefined))', '&& hold === undefined)', 'a leg that holds nothing may name a hold'],
      ['if (frozen !== 0n && pending !== 0n) throw', 'if (false) throw', 'one leg changes two buckets'],
      ['if (charge < 0n) throw', 'if (charge < -1n) throw', 'a charge may be negative'],
      ['if (legs.length === 0) throw', 'if (legs.length < 0) throw', 'a posting may have no legs'],
      ['if (accounts.size !== legs.length) throw', 'if (accounts.size > legs.length) throw', 'a posting may name an account twice'],
      ['if (sum !== 0n) throw', 'if (sum < 0n) throw', 'a posting may make money'],
      ['if (sum !== 0n) throw', 'if (sum > 0n) throw', 'a posting may destroy money'],
      ['if (amount_minor <= 0n) throw', 'if (amount_minor < 0n) throw', 'an amount of nothing is planned'],
      ['fee_minor < 0n || ', '', 'a negative fee is planned'],
      ['fee_minor > amount_minor) throw', 'fee_minor > amount_minor + 1n) throw', 'a fee beyond the amount is planned'],
    ],
  ),
  ...mutantsOf(
    `${LEDGER}/review-postings.ts`,
    [`${LEDGER}/review-postings.test.ts`],
    [
      ['-plan.amount_minor);', 'plan.amount_minor);', 'what is given back is held once more'],
      [', charge: fee_minor,', ',', 'nobody is shown to bear the fee of a settlement'],
      ['available: amount_minor - fee_minor,', 'available: amount_minor,', 'who is paid gets the fee as well'],
      ["if (earlier.type === 'reversal') throw", 'if (false) throw', 'a reversal is reversed'],
      ['`reversal ${owner_id} ${posting_id}`', '`reversal ${posting_id}`', 'postings of two owners with one id share a reversal'],
      ['pending: -pending,', 'pending,', 'pending money is not turned around'],
    ],
  ),
  ...mutantsOf(
    `${TRANSFER}/terms.ts`,
    [`${TRANSFER}/transfer.test.ts`],
    [
      ['if (amount < terms.transfer_minimum)', 'if (amount <= terms.transfer_minimum)', 'the smallest transfer is refused'],
      ['if (amount < terms.transfer_minimum)', 'if (amount < terms.transfer_minimum - 1n)', 'one unit below the minimum is taken'],
      ['if (fee >= amount) throw', 'if (fee > amount) throw', 'a transfer that its fee eats is taken'],
      ['settlement: amount - fee', 'settlement: amount', 'the record shows more than what arrived'],
      ["if (request.from === request.to) throw refuse('recipient_is_self');", '', 'a transfer to oneself is no refusal but a fault'],
      ["if (recipient.status === 'suspended') throw refuse('recipient_suspended');", '', 'a suspended merchant receives'],
      ['!recipient.coins.has(coin) || ', '', 'a recipient without the coin is no refusal of the check'],
      ['|| !sender?.coins.has(coin)', '', 'a sender without the coin is no refusal of the check'],
    ],
  ),
];
