import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OUTCOMES, type OutcomeName } from '@purser/contract/errors';
import { LANGUAGES, type Language } from '@purser/contract/language';
import { describe, expect, it } from 'vitest';
import { everyText } from './testing/every-text.ts';

/** The messages of section 8 of the specification, word for word: how the program says each, where it is shown, and what proves that. */

const ROOT = join(import.meta.dirname, '../../..');
const CONSOLE = 'web/console/src/features';
const PAYER = 'web/payer/src/features';
const PAGE = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8');

interface Message {
  readonly words: string;
  /** Its places in the catalogues: `outcome`, `console`, `operator` or `payer`, and the name there. */
  readonly said: readonly string[];
  /** Files of screens that show it. */
  readonly shown: readonly string[];
  readonly test: string;
}

const ERRORS: readonly Message[] = [
  {
    words: 'The user has not enabled this market. Please choose again.',
    said: ['outcome market_not_enabled', 'console adjustment.marketNotEnabled'],
    shown: [`${CONSOLE}/adjustment/use-adjust-form.ts`],
    test: 'server/src/features/adjustment/adjustment.test.ts',
  },
  {
    words: 'Copy failed, please copy manually',
    said: ['console kit.copyFailed', 'payer copy_failed'],
    shown: ['packages/ui/src/copy-text.tsx', 'web/payer/src/shared/copy-button.tsx'],
    test: 'e2e/tests/console-money.spec.ts',
  },
  {
    words: 'Sorry, your transaction has failed due to timeout',
    said: ['payer expired_title'],
    shown: [`${PAYER}/checkout/ending.tsx`],
    test: 'server/src/features/checkout/pages.test.ts',
  },
  {
    words: 'The latest payment time for your order was {time}. It has now expired, and the transaction is closed.',
    said: ['payer expired_text', 'outcome order_expired'],
    shown: [`${PAYER}/checkout/ending.tsx`],
    test: 'e2e/tests/checkout.spec.ts',
  },
  {
    words: 'Verification incomplete (Identity Verification, Link Bank Card, Set Payment Password). Please complete the process.',
    said: ['outcome verification_incomplete', 'payer verification_text'],
    shown: [`${PAYER}/checkout/obstacle.tsx`],
    test: 'server/src/features/checkout/pages.test.ts',
  },
  {
    words: 'Information not filled completely',
    said: ['outcome identity_incomplete', 'console identity.incomplete'],
    shown: [`${CONSOLE}/identity/form.tsx`],
    test: 'server/src/features/identity/pages.test.ts',
  },
  {
    words: 'Cannot create an API without completing KYC',
    said: ['outcome kyc_required'],
    shown: [`${CONSOLE}/api-management/access-key-card.tsx`],
    test: 'e2e/tests/console.spec.ts',
  },
  {
    words: 'Incorrect address format',
    said: ['outcome address_malformed', 'outcome contract_address_malformed'],
    shown: [],
    test: 'e2e/tests/usdt-withdrawal.spec.ts',
  },
  {
    words: 'Invalid email format',
    said: [
      'payer email_invalid',
      'console accountSecurity.mailWrong',
      'console team.mailWrong',
      'operator senders.problem.fromAddress',
      'operator party.linkMailProblem',
    ],
    shown: ['web/payer/src/shared/login-form.tsx', `${CONSOLE}/account-security/notice-mail.tsx`],
    test: 'e2e/tests/wallet.spec.ts',
  },
  {
    words: 'Passwords do not match',
    said: [
      'outcome passwords_differ',
      'console account.passwordDiffers',
      'console setUp.differs',
      'operator setUp.differs',
      'payer passwords_differ',
    ],
    shown: ['packages/console-kit/src/own-account/password-card.tsx', `${PAYER}/wallet/payment-password-page.tsx`],
    test: 'e2e/tests/account-security.spec.ts',
  },
  {
    words: 'IP format is incorrect',
    said: ['outcome ip_invalid', 'console whiteList.problem.format'],
    shown: [],
    test: 'e2e/tests/console-access.spec.ts',
  },
  {
    words: 'Verification failed. Please try again.',
    said: ['outcome slider_failed'],
    shown: ['web/payer/src/shared/slider.tsx'],
    test: 'server/src/features/wallet/wallet.test.ts',
  },
  {
    words: 'No deposit network available, contact customer service',
    said: ['outcome deposit_network_missing', 'console recharge.noNetwork', 'payer usdt_in_none'],
    shown: [`${CONSOLE}/usdt-recharge/recharge-steps.tsx`, `${PAYER}/usdt-recharge/usdt-recharge-page.tsx`],
    test: 'server/src/features/usdt-recharge/pages.test.ts',
  },
];

const SUCCESSES: readonly Message[] = [
  {
    words: 'Added',
    said: ['console whiteList.added', 'console apiManagement.added', 'console cutIn.added'],
    shown: [`${CONSOLE}/white-list/add-entry.tsx`, `${CONSOLE}/api-management/access-key-dialogs.tsx`],
    test: 'e2e/tests/console-access.spec.ts',
  },
  {
    words: 'Approved',
    said: ['console review.approve.done'],
    shown: [],
    test: 'e2e/tests/withdrawal.spec.ts',
  },
  {
    words: 'Deleted',
    said: ['console whiteList.deleted', 'console apiManagement.deleted', 'console cutIn.deleted'],
    shown: [`${CONSOLE}/white-list/entry-details.tsx`, `${CONSOLE}/api-management/access-key-dialogs.tsx`],
    test: 'e2e/tests/console-access.spec.ts',
  },
  {
    words: 'Modified',
    said: ['console quota.done', 'console apiManagement.modified', 'console cutIn.modified', 'console method.changed'],
    shown: [`${CONSOLE}/withdrawal-quota/quota-form.tsx`, `${CONSOLE}/api-management/access-key-dialogs.tsx`],
    test: 'e2e/tests/withdrawal.spec.ts',
  },
  {
    words: 'Rejected',
    said: ['console review.reject.done'],
    shown: [],
    test: 'e2e/tests/withdrawal.spec.ts',
  },
  {
    words: 'Submitted',
    said: ['console recharge.done', 'console usdtOut.done', 'console fiat.submitted', 'console identity.submitted'],
    shown: [`${CONSOLE}/usdt-recharge/use-recharge-form.ts`, `${CONSOLE}/identity/form.tsx`],
    test: 'e2e/tests/usdt-recharge.spec.ts',
  },
  {
    words: 'Transferred',
    said: ['console transfer.done'],
    shown: [`${CONSOLE}/transfer/use-transfer-form.ts`],
    test: 'e2e/tests/console-money.spec.ts',
  },
  {
    words: 'Copied',
    said: ['console kit.copied', 'payer copied'],
    shown: ['packages/ui/src/copy-text.tsx', 'web/payer/src/shared/copy-button.tsx'],
    test: 'e2e/tests/console-money.spec.ts',
  },
  {
    words: 'Operation successful',
    said: ['outcome ok', 'console account.ended', 'operator party.done'],
    shown: ['packages/console-kit/src/own-account/sessions-card.tsx', 'web/operator/src/features/parties/act-with-reason.tsx'],
    test: 'server/src/features/user-withdrawal/decide.test.ts',
  },
  {
    words: 'Login successful',
    said: ['console login.success'],
    shown: [`${CONSOLE}/login/page.tsx`],
    test: 'e2e/tests/console.spec.ts',
  },
  {
    words: 'Payment successful',
    said: ['payer success_title'],
    shown: [`${PAYER}/checkout/ending.tsx`],
    test: 'e2e/tests/checkout.spec.ts',
  },
  {
    words: 'Address changed',
    said: ['console usdtOut.addressChanged', 'payer usdt_out_address_changed'],
    shown: [`${CONSOLE}/usdt-withdrawal/change-address.tsx`, `${PAYER}/usdt-withdrawal/usdt-withdrawal-page.tsx`],
    test: 'e2e/tests/usdt-withdrawal.spec.ts',
  },
];

const MESSAGES = [...ERRORS, ...SUCCESSES];

async function textsIn(language: Language): Promise<Readonly<Record<string, string>>> {
  const entries = await Promise.all(
    ['console', 'operator', 'payer'].map(async (folder) =>
      Object.entries(await everyText(folder, language)).map(([key, text]): [string, string] => [`${folder} ${key}`, text]),
    ),
  );
  return Object.fromEntries(entries.flat());
}

const TEXTS = Object.fromEntries(
  await Promise.all(LANGUAGES.map(async (language) => [language, await textsIn(language)] as const)),
) as Readonly<Record<Language, Readonly<Record<string, string>>>>;

function textAt(place: string, language: Language): string | undefined {
  const [folder, name = ''] = place.split(' ');
  return folder === 'outcome' ? OUTCOMES[name as OutcomeName]?.text[language] : TEXTS[language][place];
}

const nameOf = (place: string): string => place.split(' ')[1] ?? '';

describe('a message of the specification', () => {
  it.each(MESSAGES)('$words', ({ words, said, shown, test }) => {
    for (const place of said) expect(textAt(place, 'en'), place).toBe(words);
    // One message has one wording in each language, wherever it is said.
    for (const language of LANGUAGES) expect(new Set(said.map((place) => textAt(place, language))).size, language).toBe(1);
    for (const file of shown) {
      const source = readFileSync(join(ROOT, file), 'utf8');
      expect(
        said.some((place) => source.includes(nameOf(place))),
        file,
      ).toBe(true);
    }
    const proof = readFileSync(join(ROOT, test), 'utf8');
    const sought = [words.split('{')[0] ?? words, ...said.map(nameOf)];
    expect(
      sought.some((one) => proof.includes(one)),
      test,
    ).toBe(true);
    const listed = PAGE.split('\n').filter((line) => line.startsWith(`| §8 | '${words}': `) && line.endsWith(` | \`${test}\` |`));
    expect(listed).toHaveLength(1);
  });

  it('of maintenance is the one of the specification', () => {
    expect(textAt('outcome maintenance', 'zh_Hans')).toBe('系统功能维护中，请稍后再试。');
  });
});
