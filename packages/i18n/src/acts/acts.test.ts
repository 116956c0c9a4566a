import { ACTS, OWN_ACT_KINDS, OWN_ACTS } from '@purser/contract/acts';
import { LANGUAGES } from '@purser/contract/language';
import { describe, expect, it } from 'vitest';
import { everyText } from '../testing/every-text.ts';

describe.each(LANGUAGES)('in %s', (language) => {
  it('every act has a name of its own, by which a filter tells it from the others', async () => {
    const texts = await everyText('acts', language);
    const names = ACTS.map((act) => texts[`act.${act}`]?.trim() ?? '');
    expect(ACTS.filter((_, index) => names[index] === '')).toEqual([]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(Object.keys(texts).filter((key) => key.startsWith('act.'))).toHaveLength(ACTS.length);
  });

  it('every kind of act has a name', async () => {
    const texts = await everyText('acts', language);
    expect(OWN_ACT_KINDS.filter((kind) => !texts[`act_kind.${kind}`])).toEqual([]);
  });
});

it('no act is listed twice', () => {
  expect(new Set(ACTS).size).toBe(ACTS.length);
  expect(Object.values(OWN_ACTS).flat()).toHaveLength(new Set(Object.values(OWN_ACTS).flat()).size);
});
