import { amountText } from '@purser/contract/amount-text';
import type { Language } from '@purser/contract/language';
import type { document as texts } from '@purser/i18n/document/en';
import type { PdfDocument } from '../platform/export/pdf-document.ts';
import { clockOf, type DocumentWords, documentWords, grouped } from './document-words.ts';

type Word = keyof typeof texts;
type AfterReceipt<Key> = Key extends `receipt.${infer Rest}` ? Rest : never;
/** What a receipt may be of, and how that stands. */
type ReceiptKind =
  | 'payment'
  | 'refund'
  | 'transfer'
  | 'user_withdrawal'
  | 'adjustment'
  | 'usdt_recharge'
  | 'usdt_withdrawal'
  | 'fiat_withdrawal';
export type ReceiptState = AfterReceipt<Word> extends infer Rest ? (Rest extends `state.${infer State}` ? State : never) : never;

/** What a receipt says, made in the words of its reader; a fact with nothing to say is left out. */
export interface ReceiptContent {
  readonly kind: ReceiptKind;
  readonly state: ReceiptState;
  readonly serialNumber: string;
  /** With its coin. */
  readonly amount: string;
  readonly facts: readonly (readonly [label: string, value: string | null])[];
}

/** What a receipt's facts are written with. */
export interface ReceiptWords {
  readonly t: DocumentWords;
  /** A moment by the reader's clocks. */
  time(moment: Date | null): string | null;
  /** An amount that has all of its coin's places, with its coin. */
  money(decimal: string, coin: string): string;
  party(name: string, id: number | bigint): string;
}

export interface ReceiptReader {
  readonly language: Language;
  readonly zone: string;
  /** Of a payer, the tokens of currencies without a smaller unit: amounts are as on the payer's pages. Without it they are as in the console. */
  readonly wholeCoins?: readonly string[];
}

export function receiptWords({ language, zone, wholeCoins }: ReceiptReader): ReceiptWords {
  const t = documentWords(language);
  const clock = clockOf(zone);
  return {
    t,
    time: (moment) => moment && `${clock(moment)} (${zone})`,
    money: (decimal, coin) => `${wholeCoins ? amountText(decimal, coin, { language, wholeCoins }) : grouped(decimal)} ${coin}`,
    party: (name, id) => t('receipt.party', { name, id: String(id) }),
  };
}

/** A receipt on one page. @param issuer whose receipt it is */
export function receiptDocument(
  { kind, state, serialNumber, amount, facts }: ReceiptContent,
  { language, zone }: ReceiptReader,
  { issuer, madeAt }: { readonly issuer: string; readonly madeAt: Date },
): PdfDocument {
  const { t, time } = receiptWords({ language, zone });
  return {
    language,
    title: t(`receipt.${kind}`),
    issuer: 'Purser',
    subtitle: issuer,
    blocks: [
      { kind: 'amount', amount, state: t(`receipt.state.${state}`) },
      { kind: 'facts', facts: facts.flatMap(([label, value]) => (value === null || value === '' ? [] : [{ label, value }])) },
    ],
    foot: t('receipt.foot', { serial: serialNumber, time: time(madeAt) ?? '' }),
    madeAt,
  };
}
