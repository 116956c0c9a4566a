import { LANGUAGES, type Language } from '@purser/contract/language';
import { expect, it } from 'vitest';
import { everyText } from './testing/every-text.ts';

/** A state has one word in each language, in whichever list, file or page it is shown. The English words are those of the specification. */

const review = (state: string, more: string): string => `operator reviews.status.${state}, export status.${state}, ${more}`;

const STATES: Readonly<Record<string, string>> = {
  'Pending review': review(
    'pending_review',
    `console withdrawal.status.pending_review, console recharge.status.pending_review, console usdtOut.status.pending_review,
     console fiat.status.pending_review, console submission.status.pending_review, export order_status.pending_review,
     operator payouts.status.pending_review, payer usdt_in_status_pending_review, payer usdt_out_status_pending_review, payer bank_state_pending_review`,
  ),
  Approved: review(
    'approved',
    `console withdrawal.status.approved, console recharge.status.approved, console usdtOut.status.approved, console fiat.status.approved,
     export order_status.approved, payer usdt_in_status_approved, payer usdt_out_status_approved, payer bank_state_approved, console identity.status.approved,
     operator identity.state.approved, operator party.identity.approved, operator history.identity.approved, payer auth_status_approved`,
  ),
  Rejected: review(
    'rejected',
    `console withdrawal.status.rejected, console recharge.status.rejected, console usdtOut.status.rejected, console fiat.status.rejected,
     console method.status.rejected, export order_status.rejected, operator payouts.status.rejected, operator bank.state.rejected,
     payer usdt_in_status_rejected, payer usdt_out_status_rejected, payer bank_state_rejected, payer bank_status_rejected, console identity.status.rejected,
     operator identity.state.rejected, operator party.identity.rejected, operator history.identity.rejected, payer auth_status_rejected`,
  ),
  Cancelled: review(
    'cancelled',
    `console order.status.cancelled, console withdrawal.status.cancelled, console recharge.status.cancelled, console usdtOut.status.cancelled,
     console fiat.status.cancelled, console adjustment.status.cancelled, export order_status.cancelled, export adjustment_status.cancelled,
     operator orders.status.cancelled, operator payouts.status.cancelled, payer usdt_in_status_cancelled, payer usdt_out_status_cancelled`,
  ),
  Refunded: review('refunded', 'console usdtOut.status.refunded, operator payouts.status.refunded, payer usdt_out_status_refunded'),
  'Paid out': review(
    'settled',
    `console usdtOut.status.settled, operator payouts.status.settled, payer usdt_out_status_settled,
     operator reviews.status.paid_out, export status.paid_out, console fiat.status.paid_out, payer bank_state_paid_out`,
  ),
  Returned: review('returned', 'console fiat.status.returned, payer bank_state_returned, operator bank.filedState.returned'),
  'Awaiting payment': review('created', 'console adjustment.status.created, export adjustment_status.created'),
  'Awaiting release': review('paid', 'console adjustment.status.paid, export adjustment_status.paid'),
  Completed: review(
    'completed',
    'console adjustment.status.completed, export adjustment_status.completed, console transfer.status.completed',
  ),
  Appeal: review(
    'appeal',
    'console adjustment.status.appeal, export adjustment_status.appeal, console submission.status.appeal, export order_status.appeal',
  ),
  Transferred: 'console order.status.paid, export order_status.paid, operator orders.status.paid, operator party.order.paid',
  'Auto-cancelled':
    'console order.status.expired, export order_status.expired, operator orders.status.expired, operator party.order.expired',
  Manual: 'console withdrawal.mode.manual, export review_mode.manual, operator reviews.mode.manual',
  Automatic: 'console withdrawal.mode.automatic, export review_mode.automatic, operator reviews.mode.automatic',
  'Not authenticated':
    'console identity.status.not_authenticated, operator party.identity.not_authenticated, operator history.identity.not_authenticated, payer auth_status_not_authenticated',
  Pending:
    'console identity.status.pending, operator identity.state.pending, operator party.identity.pending, operator history.identity.pending, payer auth_status_pending',
  Normal: 'operator party.status.normal, operator history.status.normal, operator reviews.found.normal',
  Suspended: 'operator party.status.suspended, operator history.status.suspended, operator reviews.found.suspended',
};

const folders = async (language: Language) =>
  Object.fromEntries(
    await Promise.all(
      ['console', 'operator', 'payer', 'export'].map(async (folder) => [folder, await everyText(folder, language)] as const),
    ),
  ) as Readonly<Record<string, Readonly<Record<string, string>>>>;

const TEXTS = Object.fromEntries(
  await Promise.all(LANGUAGES.map(async (language) => [language, await folders(language)] as const)),
) as Readonly<Record<Language, Awaited<ReturnType<typeof folders>>>>;

it.each(Object.entries(STATES))('%s', (word, places) => {
  for (const language of LANGUAGES) {
    const said = Object.fromEntries(
      places.split(/,\s+/).map((place) => {
        const [folder = '', key = ''] = place.split(' ');
        return [place, TEXTS[language][folder]?.[key]];
      }),
    );
    const [first] = Object.values(said);
    const expected = language === 'en' ? word : first;
    expect(said, language).toEqual(Object.fromEntries(Object.keys(said).map((place) => [place, expected])));
    expect(first, language).toBeTypeOf('string');
  }
});

/** The sets that these states stand in: all texts of a folder whose keys begin alike. */
const SETS = new Set(
  Object.values(STATES)
    .flatMap((places) => places.split(/,\s+/))
    .map((place) => /^.*(?:\.|_stat(?:e|us)_)/.exec(place)?.[0] ?? place),
);

it.each([...SETS])('the words of %s differ where the English ones do', (set) => {
  const [folder = '', start = ''] = set.split(' ');
  const english = TEXTS.en[folder] ?? {};
  const keys = Object.keys(english).filter((key) => key.startsWith(start));
  expect(keys).not.toEqual([]);
  for (const language of LANGUAGES) {
    const words = TEXTS[language][folder] ?? {};
    const alike = keys.filter((key) => keys.some((other) => words[other] === words[key] && english[other] !== english[key]));
    expect(alike, language).toEqual([]);
  }
});
