import { fillText } from '@purser/contract/text';

const DATE = /\b(\d{4})-(\d\d)-(\d\d)\b/g;

/** For running text: after its hyphens, where browsers may break a line, a date gets word joiners, which are not seen. */
export function unbrokenDates<Value>(value: Value): Value | string {
  return typeof value === 'string' ? value.replaceAll(DATE, '$1-\u2060$2-\u2060$3') : value;
}

/** Fills a text with values, whose dates are not broken at the end of a line. */
export function fillUnbroken(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return fillText(text, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, unbrokenDates(value)])));
}
