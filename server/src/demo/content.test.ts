import { readdir, readFile } from 'node:fs/promises';
import { AGREEMENT_KINDS, HELP_CATEGORIES, STANDING_KINDS } from '@purser/contract/content';
import { LANGUAGES } from '@purser/contract/language';
import { isBlank, plainTextOf, richTextProblem } from '@purser/contract/rich-text';
import { describe, expect, it } from 'vitest';
import { CONTENT_FOLDER, readItem } from './content.ts';

const names = await readdir(CONTENT_FOLDER);
const items = await Promise.all(names.map(async (name) => readItem(name, await readFile(new URL(name, CONTENT_FOLDER), 'utf8'))));

describe("the demo's texts", () => {
  it('are a help center of all parts, announcements, and each legal text once', () => {
    expect(new Set(items.flatMap(({ category }) => category ?? []))).toEqual(new Set(HELP_CATEGORIES));
    expect(items.filter(({ kind }) => kind === 'announcement').length).toBe(2);
    for (const kind of STANDING_KINDS) expect(items.filter((item) => item.kind === kind)).toHaveLength(1);
  });

  it.each(items)('$slug is whole in every language', ({ kind, texts }) => {
    for (const language of LANGUAGES) {
      const { title, body } = texts[language];
      expect(title, language).not.toBe('');
      expect(richTextProblem(body), language).toBeUndefined();
      expect(isBlank(body), language).toBe(false);
      // Nothing of the way it is written comes through as text.
      expect(plainTextOf(body), language).not.toMatch(/```|\*\*|^#|^=== /m);
      expect(body.content?.length, language).toBe(texts.en.body.content?.length);
    }
    if ((AGREEMENT_KINDS as readonly string[]).includes(kind)) expect(plainTextOf(texts.en.body)).toMatch(/^Sample text/);
  });
});
