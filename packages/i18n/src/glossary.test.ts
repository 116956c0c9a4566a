import { readFileSync } from 'node:fs';
import { OUTCOMES } from '@purser/contract/errors';
import { LANGUAGES, type Language } from '@purser/contract/language';
import { describe, expect, it } from 'vitest';
import { everyText } from './testing/every-text.ts';

const glossary = readFileSync(new URL('../../../docs/glossary.md', import.meta.url), 'utf8');

/** The rows of the table under a heading, as cells, without its head. */
function rowsUnder(heading: string): string[][] {
  const section = glossary.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const outcomesIn = (language: Language) =>
  Object.fromEntries(Object.entries(OUTCOMES).map(([name, { text }]) => [`outcome ${name}`, text[language]]));

const FOLDERS = ['console', 'operator', 'payer', 'export', 'message', 'document'];

/** Every text that a person reads, by its folder and key. */
async function textsIn(language: Language): Promise<Readonly<Record<string, string>>> {
  const folders = await Promise.all(
    FOLDERS.map(async (folder) => Object.entries(await everyText(folder, language)).map(([key, text]) => [`${folder} ${key}`, text])),
  );
  return { ...(Object.fromEntries(folders.flat()) as Record<string, string>), ...outcomesIn(language) };
}

const TEXTS = Object.fromEntries(
  await Promise.all(LANGUAGES.map(async (language) => [language, await textsIn(language)] as const)),
) as Readonly<Record<Language, Readonly<Record<string, string>>>>;

const list = (cell: string): string[] => cell.split(/[,、]/).map((one) => one.trim());

describe('the glossary', () => {
  const terms = rowsUnder('Terms');
  const variants = rowsUnder('Not used').flatMap(([language = '', not = '']) =>
    list(not).map((variant) => ({ language: language as Language, variant: variant.toLowerCase() })),
  );

  it('names every term in all languages, and no term twice', () => {
    expect(terms.length).toBeGreaterThan(30);
    for (const row of terms) expect(row.filter(Boolean)).toHaveLength(5);
    const names = terms.map(([term]) => term);
    expect(new Set(names).size).toBe(names.length);
  });

  it('calls no two terms by one word', () => {
    for (const column of [2, 3, 4]) {
      const words = terms.map((row) => row[column]);
      expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
    }
  });

  it('uses none of the variants it rules out in its own terms', () => {
    for (const { language, variant } of variants) {
      const column = language === 'en' ? 0 : LANGUAGES.filter((one) => one !== 'en').indexOf(language) + 2;
      for (const row of terms) expect(row[column]?.toLowerCase(), variant).not.toContain(variant);
    }
  });

  it.each(LANGUAGES)('is kept by every text in %s', (language) => {
    const ruledOut = variants.filter((one) => one.language === language);
    expect(ruledOut.length).toBeGreaterThan(3);
    const broken = Object.entries(TEXTS[language]).flatMap(([key, text]) =>
      ruledOut.filter(({ variant }) => holds(text, variant)).map(({ variant }) => `${key}: ${variant}`),
    );
    expect(broken).toEqual([]);
  });

  it('its terms are the words that the texts use', () => {
    for (const [index, language] of LANGUAGES.filter((one) => one !== 'en').entries()) {
      const all = Object.values(TEXTS[language]).join('\n').toLowerCase();
      for (const row of terms)
        for (const word of list(row[index + 2] ?? '')) expect(all.includes(word.toLowerCase()), `${language}: ${word}`).toBe(true);
    }
  });
});

describe('every text', () => {
  const texts = LANGUAGES.flatMap((language) => Object.entries(TEXTS[language]).map(([key, text]) => ({ language, key, text })));

  it('is written with the signs of its language', () => {
    const broken = texts.filter(({ language, text }) => {
      const words = text.replaceAll(/\{[^}]*\}/g, '');
      // Percentages stand close, three dots are one sign, Chinese sentences have Chinese signs and a space before Latin letters.
      if (/ %|\.\.\./.test(text)) return true;
      if (!language.startsWith('zh')) return false;
      return /[\u4e00-\u9fff][,;:!?()]/.test(words) || /[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]/.test(words);
    });
    expect(broken.map(({ language, key, text }) => `${language} ${key}: ${text}`)).toEqual([]);
  });

  it('in Traditional Chinese holds no character of Simplified Chinese only', () => {
    const simplifiedOnly =
      /[么个们这来时单码证户钥额币请业务导签误启网际书买卖东门问间见观现发对应该说读课调试费转账录余复记显断连线级选处数据择态报错过长输认续销钱总结设标页览键]/;
    const broken = Object.entries(TEXTS.zh_Hant).filter(([, text]) => simplifiedOnly.test(text));
    expect(broken).toEqual([]);
  });
});

/** English and Vietnamese words are whole words: "bound" is not in "boundary". */
function holds(text: string, variant: string): boolean {
  if (/[\u4e00-\u9fff]/.test(variant)) return text.toLowerCase().includes(variant);
  return ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${variant} `);
}
