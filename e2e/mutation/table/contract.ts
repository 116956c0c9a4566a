import { type Mutant, mutantsOf } from '../mutant.ts';

const CONTRACT = 'packages/contract/src';

/** Money and fee arithmetic, the order's states, what a request's signature covers. */
export const CONTRACT_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    `${CONTRACT}/money.ts`,
    [`${CONTRACT}/money.test.ts`],
    [
      ['(product + 9_999n) / 10_000n', 'product / 10_000n', 'fees are rounded down: the remainder is lost'],
      ['+ 9_999n)', '+ 5_000n)', 'fees are rounded to the nearest unit'],
      ['+ 9_999n)', '+ 10_000n)', 'an exact fee is one unit too high'],
      ['|| rate < 0)', '|| rate < -1)', 'a negative rate is taken'],
      ['fraction.length > decimals', 'fraction.length > decimals + 1', 'one decimal too many is taken'],
      ["'').replace(/0+$/, '')", "'')", 'zeros beyond the places are refused'],
      ['fraction.padEnd(decimals', 'fraction.padStart(decimals', '0.5 is read as 0.05'],
      ['minor > LARGEST_AMOUNT_MINOR', 'minor >= LARGEST_AMOUNT_MINOR', 'the largest amount is refused'],
      ['10n ** 17n', '10n ** 18n', 'one command may carry ten times as much'],
      ['(0|[1-9]\\d*)', '(\\d+)', 'leading zeros are taken'],
      [')?$/;', ')?/;', 'text after the number is dropped silently'],
      ['padStart(decimals + 1', 'padStart(decimals', 'less than one unit has no zero before its point'],
      ['negative ? -minor : minor', 'minor', 'the sign of a negative amount is written twice'],
      ["${negative ? '-' : ''}", '', 'a debt is shown as a credit'],
    ],
  ),
  ...mutantsOf(
    `${CONTRACT}/machine.ts`,
    [`${CONTRACT}/machine.test.ts`],
    [
      ['[event] !== undefined)', '[event] === undefined)', 'set-based updates take the states that forbid the event'],
      ['.length === 0', '.length <= 1', 'a state with one way out counts as final'],
    ],
  ),
  ...mutantsOf(
    `${CONTRACT}/payment-order.ts`,
    [`${CONTRACT}/machine.test.ts`],
    [
      ['paid: {},', "paid: { cancel: 'cancelled' },", 'a paid order can be cancelled'],
      ['cancelled: {},', "cancelled: { pay: 'paid' },", 'a cancelled order can be paid'],
      ['expired: {},', "expired: { pay: 'paid' },", 'an expired order can be paid'],
      ["created: { scan: 'scanned', pay: 'paid',", "created: { scan: 'scanned',", 'an order that was not scanned cannot be paid'],
      [
        "scanned: { scan: 'scanned', pay: 'paid', cancel: 'cancelled', expire: 'expired' }",
        "scanned: { scan: 'scanned', pay: 'paid', cancel: 'cancelled' }",
        'a scanned order never expires',
      ],
    ],
  ),
  ...mutantsOf(
    `${CONTRACT}/signature.ts`,
    [`${CONTRACT}/signature.test.ts`],
    [
      ['parts.path, parts.query,', 'parts.path,', 'the query is not signed'],
      ['parts.bodyHash, ', '', 'the body is not signed'],
      ['parts.timestamp, parts.nonce]', 'parts.timestamp]', 'the nonce is not signed'],
      ['parts.bodyHash, parts.timestamp,', 'parts.bodyHash,', 'the time is not signed'],
      ['parts.method.toUpperCase(), ', '', 'the method is not signed'],
    ],
  ),
  ...mutantsOf(
    `${CONTRACT}/serial.ts`,
    [`${CONTRACT}/serial.test.ts`],
    [
      ['last.random + 1', 'last.random', 'two serial numbers of one millisecond are the same'],
      ['charAt(rest % 32) + text', 'charAt(rest % 32)', 'only one character of the time is kept'],
    ],
  ),
];
