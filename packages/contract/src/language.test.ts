import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES, pickLanguage, pickPageLanguage, STORED_LANGUAGES } from './language.ts';

describe('pickLanguage', () => {
  it('takes Language over Accept-Language', () => {
    expect(pickLanguage('vi', 'en-US,en;q=0.9')).toBe('vi');
    for (const language of LANGUAGES) expect(pickLanguage(language, 'en')).toBe(language);
  });

  it('falls back to Accept-Language when Language is none of ours', () => {
    expect(pickLanguage('tlh', 'vi')).toBe('vi');
    expect(pickLanguage('', 'en')).toBe('en');
  });

  it('is zh_Hans for a request that names none, or none that we have', () => {
    expect(pickLanguage(undefined)).toBe('zh_Hans');
    expect(pickLanguage(undefined, '')).toBe('zh_Hans');
    expect(pickLanguage(undefined, 'fr-FR,de;q=0.8,*;q=0.1')).toBe('zh_Hans');
  });

  it.each([
    ['zh-TW', 'zh_Hant'],
    ['zh-HK', 'zh_Hant'],
    ['zh-mo', 'zh_Hant'],
    ['zh-Hant-CN', 'zh_Hant'],
    ['zh_Hant', 'zh_Hant'],
    ['ZH-HANT', 'zh_Hant'],
    ['zh', 'zh_Hans'],
    ['zh-CN', 'zh_Hans'],
    ['zh-Hans-SG', 'zh_Hans'],
    ['en-GB', 'en'],
    ['vi-VN', 'vi'],
  ])('reads the tag %s as %s', (tag, language) => expect(pickLanguage(undefined, tag)).toBe(language));

  it("follows the browser's weights, the order among equals, and leaves out what has none", () => {
    expect(pickLanguage(undefined, 'en;q=0.3, vi;q=0.8, zh-TW;q=0.5')).toBe('vi');
    expect(pickLanguage(undefined, 'vi, en')).toBe('vi');
    expect(pickLanguage(undefined, 'en;q=0, vi;q=0.1')).toBe('vi');
    expect(pickLanguage(undefined, 'fr, en;q=0.5')).toBe('en');
  });

  it('answers one of ours to any text at all', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => LANGUAGES.includes(pickLanguage(a, b))));
  });
});

describe('pickPageLanguage', () => {
  it('is English for a browser that names only languages which we do not have', () => {
    for (const asked of ['fr-FR,fr;q=0.9', 'de, *;q=0.1', 'ja']) expect(pickPageLanguage(asked)).toBe('en');
  });

  it('is zh_Hans for a browser that names none', () => {
    for (const asked of [undefined, '', '*']) expect(pickPageLanguage(asked)).toBe('zh_Hans');
  });

  it('is the first of ours that the browser names, wherever it stands', () => {
    expect(pickPageLanguage('fr, vi;q=0.8, en;q=0.5')).toBe('vi');
    expect(pickPageLanguage('zh-TW,en;q=0.8')).toBe('zh_Hant');
  });
});

it('every language has a stored code, a tag that the browser knows, and a name in itself', () => {
  expect(Object.values(STORED_LANGUAGES).toSorted()).toEqual([...LANGUAGES].toSorted());
  for (const language of LANGUAGES) {
    expect(Intl.getCanonicalLocales(LANGUAGE_TAGS[language])).toEqual([LANGUAGE_TAGS[language]]);
    expect(LANGUAGE_NAMES[language]).not.toBe('');
  }
});
