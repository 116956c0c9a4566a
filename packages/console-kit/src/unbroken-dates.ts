const DATE = /\b(\d{4})-(\d\d)-(\d\d)\b/g;

/** For running text: after its hyphens, where browsers may break a line, a date gets word joiners, which are not seen. */
export function unbrokenDates<Value>(value: Value): Value | string {
  return typeof value === 'string' ? value.replaceAll(DATE, '$1-\u2060$2-\u2060$3') : value;
}
