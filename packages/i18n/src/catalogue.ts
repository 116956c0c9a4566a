import type { Language } from '@purser/contract/language';
import { fillText, type Placeholders } from '@purser/contract/text';

/**
 * A catalogue is one flat object of texts per language. English is the source: its keys and its {placeholders}
 * are types, so that a missing key, a surplus key or a placeholder that differs does not compile.
 */

/** A text may be written in another language only with exactly the placeholders of its English text. */
type SamePlaceholders<Source extends string, Text extends string> = [Placeholders<Source>] extends [Placeholders<Text>]
  ? [Placeholders<Text>] extends [Placeholders<Source>]
    ? Text
    : `has a placeholder that the English text lacks: ${Exclude<Placeholders<Text>, Placeholders<Source>>}`
  : `lacks the placeholder {${Exclude<Placeholders<Source>, Placeholders<Text>>}}`;

export type Catalogue = Readonly<Record<string, string>>;

/** The shape that every other language's catalogue of the same English source has. */
export type TranslationOf<Source extends Catalogue> = { readonly [Key in keyof Source]: string };

/** Declares another language's catalogue: `translation<typeof en>()({ ... })`. */
export function translation<Source extends Catalogue>() {
  return <const Texts extends TranslationOf<Source>>(
    texts: Texts & {
      readonly [Key in keyof Texts]: Key extends keyof Source ? SamePlaceholders<Source[Key], Texts[Key] & string> : never;
    },
  ): TranslationOf<Source> => texts;
}

/** Texts with their languages side by side: for the few that come in one file. */
type InEveryLanguage = Readonly<Record<string, Readonly<Record<Language, string>>>>;

export function inLanguage<const Texts extends InEveryLanguage, Spoken extends Language>(texts: Texts, language: Spoken) {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text[language]])) as {
    readonly [Key in keyof Texts]: Texts[Key][Spoken];
  };
}

type Values<Text extends string> = Record<Placeholders<Text>, string | number>;

/** Translates a key; the values its text needs are required, and no others are taken. */
export type Translate<Source extends Catalogue> = <Key extends keyof Source & string>(
  key: Key,
  ...values: [Placeholders<Source[Key]>] extends [never] ? [] : [Values<Source[Key]>]
) => string;

/** A translator over one language's texts; a key that the language lacks falls back to English. */
export function translator<Source extends Catalogue>(english: Source, texts: TranslationOf<Source>): Translate<Source> {
  return (key, ...[values]) => fillText(texts[key] || english[key] || key, values as Record<string, string | number> | undefined);
}
