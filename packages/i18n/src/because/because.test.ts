import { MANUAL_BECAUSE } from '@purser/contract/features/user-withdrawal';
import type { Language } from '@purser/contract/language';
import { EVIDENCE_NAMES, EVIDENCE_WORDS } from '@purser/contract/review';
import { RISK_REASONS } from '@purser/contract/risk';
import { describe, expect, it } from 'vitest';
import { fiatWithdrawal as fiatEn } from '../console/fiat-withdrawal/en.ts';
import { fiatWithdrawal as fiatVi } from '../console/fiat-withdrawal/vi.ts';
import { fiatWithdrawal as fiatHans } from '../console/fiat-withdrawal/zh-hans.ts';
import { fiatWithdrawal as fiatHant } from '../console/fiat-withdrawal/zh-hant.ts';
import { usdtWithdrawal as usdtEn } from '../console/usdt-withdrawal/en.ts';
import { usdtWithdrawal as usdtVi } from '../console/usdt-withdrawal/vi.ts';
import { usdtWithdrawal as usdtHans } from '../console/usdt-withdrawal/zh-hans.ts';
import { usdtWithdrawal as usdtHant } from '../console/usdt-withdrawal/zh-hant.ts';
import { userWithdrawal as userEn } from '../console/user-withdrawal/en.ts';
import { userWithdrawal as userVi } from '../console/user-withdrawal/vi.ts';
import { userWithdrawal as userHans } from '../console/user-withdrawal/zh-hans.ts';
import { userWithdrawal as userHant } from '../console/user-withdrawal/zh-hant.ts';
import { approvals as approvalsEn } from '../operator/approvals/en.ts';
import { approvals as approvalsVi } from '../operator/approvals/vi.ts';
import { approvals as approvalsHans } from '../operator/approvals/zh-hans.ts';
import { approvals as approvalsHant } from '../operator/approvals/zh-hant.ts';
import { reviews as reviewsEn } from '../operator/reviews/en.ts';
import { reviews as reviewsVi } from '../operator/reviews/vi.ts';
import { reviews as reviewsHans } from '../operator/reviews/zh-hans.ts';
import { reviews as reviewsHant } from '../operator/reviews/zh-hant.ts';
import { otherPages as payerEn } from '../payer/other-pages/en.ts';
import { otherPages as payerVi } from '../payer/other-pages/vi.ts';
import { otherPages as payerHans } from '../payer/other-pages/zh-hans.ts';
import { otherPages as payerHant } from '../payer/other-pages/zh-hant.ts';

/** Every word of the closed lists that a page shows of an order has a text where it is shown, in every language. */

type Texts = Readonly<Record<string, string>>;
const because = (reasons: readonly string[]) => reasons.map((reason) => `because.${reason}`);
const evidence = EVIDENCE_NAMES.map((name) => `evidence.${name}`);
const found = Object.values(EVIDENCE_WORDS).flatMap((words) => words.map((word) => `reviews.found.${word}`));

const SHOWN: Readonly<Record<string, readonly [keys: readonly string[], texts: Readonly<Record<Language, Texts>>]>> = {
  'user withdrawals': [because(MANUAL_BECAUSE), { en: userEn, vi: userVi, zh_Hans: userHans, zh_Hant: userHant }],
  'USDT withdrawals': [because(RISK_REASONS), { en: usdtEn, vi: usdtVi, zh_Hans: usdtHans, zh_Hant: usdtHant }],
  'fiat withdrawals': [because(RISK_REASONS), { en: fiatEn, vi: fiatVi, zh_Hans: fiatHans, zh_Hant: fiatHant }],
  'the wallet': [because(RISK_REASONS), { en: payerEn, vi: payerVi, zh_Hans: payerHans, zh_Hant: payerHant }],
  'the operator’s queue': [
    [...because(MANUAL_BECAUSE), ...evidence, ...found],
    { en: reviewsEn, vi: reviewsVi, zh_Hans: reviewsHans, zh_Hant: reviewsHant },
  ],
  'approvals of two people': [evidence, { en: approvalsEn, vi: approvalsVi, zh_Hans: approvalsHans, zh_Hant: approvalsHant }],
};

describe.each(Object.entries(SHOWN))('%s', (_page, [keys, byLanguage]) => {
  it.each(Object.entries(byLanguage))('in %s', (_language, texts) => {
    expect(keys.filter((key) => !texts[key])).toEqual([]);
    expect(new Set(keys.map((key) => texts[key])).size).toBe(keys.length);
  });
});
