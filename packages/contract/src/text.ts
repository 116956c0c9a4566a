/**
 * Texts with placeholders: `{name}` is replaced by a value, `{count|attempt|attempts}` by the word that goes with a
 * number. Only English needs the second: the other three languages have one form for every number.
 */
type NameOf<Placeholder extends string> = Placeholder extends `${infer Name}|${string}` ? Name : Placeholder;

/** The names of the values that a text needs. */
export type Placeholders<Text extends string> = Text extends `${string}{${infer Placeholder}}${infer Rest}`
  ? NameOf<Placeholder> | Placeholders<Rest>
  : never;

const PLACEHOLDER = /\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g;
const ENGLISH = new Intl.PluralRules('en');

/** Fills a text; a placeholder without a value stays, so that the mistake is seen. */
export function fillText(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(PLACEHOLDER, (whole, name: string, one?: string, other?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (one === undefined || other === undefined) return String(value);
    return ENGLISH.select(Number(value)) === 'one' ? one : other;
  });
}

/** The text as documents show it: placeholders stay, and words that go with a number are in the plural. */
export function withPlurals(text: string): string {
  return text.replace(PLACEHOLDER, (whole, _name, _one, other?: string) => other ?? whole);
}
