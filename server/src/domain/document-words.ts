import type { TransactionType } from '@purser/contract/features/fund-flow';
import type { Language } from '@purser/contract/language';
import { type Translate, translator } from '@purser/i18n/catalogue';
import { document as en } from '@purser/i18n/document/en';
import { document as vi } from '@purser/i18n/document/vi';
import { document as zhHans } from '@purser/i18n/document/zh-hans';
import { document as zhHant } from '@purser/i18n/document/zh-hant';
import { fileTexts as fileEn } from '@purser/i18n/export/en';
import { fileTexts as fileVi } from '@purser/i18n/export/vi';
import { fileTexts as fileZhHans } from '@purser/i18n/export/zh-hans';
import { fileTexts as fileZhHant } from '@purser/i18n/export/zh-hant';

/** What documents that people keep are written with, beside what stands on them. */

const TEXTS = { en, vi, zh_Hans: zhHans, zh_Hant: zhHant } as const satisfies Record<Language, unknown>;
const FILE_TEXTS = { en: fileEn, vi: fileVi, zh_Hans: fileZhHans, zh_Hant: fileZhHant } as const satisfies Record<Language, unknown>;

export type DocumentWords = Translate<typeof en>;

export function documentWords(language: Language): DocumentWords {
  return translator(en, TEXTS[language]);
}

/** What a transaction type is called, as in exported files. */
export function typeWords(language: Language): (type: TransactionType) => string {
  const t = translator(fileEn, FILE_TEXTS[language]);
  return (type) => t(`transaction_type.${type}`);
}

/** A decimal amount with its whole digits in groups: "-1234567.50" is "-1,234,567.50", in every language. */
export function grouped(amount: string): string {
  const [whole = '', fraction] = amount.split('.');
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}

/** Moments as the clocks of a zone show them, alike in every language: "2026-11-25 14:26:28". */
export function clockOf(zone: string): (moment: Date) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (moment) => {
    const said = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    return `${said['year']}-${said['month']}-${said['day']} ${said['hour']}:${said['minute']}:${said['second']}`;
  };
}
