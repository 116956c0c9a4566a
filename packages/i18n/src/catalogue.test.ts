import { expect, test } from 'vitest';
import { translation, translator } from './catalogue.ts';

const en = { greeting: 'Hello {name}', plain: 'Plain', left: '{left} {left|attempt|attempts} left' } as const;

test('fills placeholders and falls back to English for a text that is empty', () => {
  const vi = translation<typeof en>()({ greeting: 'Chào {name}', plain: '', left: 'Còn {left} lần' });
  const t = translator(en, vi);
  expect(t('greeting', { name: 'An' })).toBe('Chào An');
  expect(t('plain')).toBe('Plain');
});

test('a word goes with its number where the language has forms for it', () => {
  const vi = translation<typeof en>()({ greeting: 'Chào {name}', plain: '', left: 'Còn {left} lần' });
  expect(translator(en, en)('left', { left: 1 })).toBe('1 attempt left');
  expect(translator(en, en)('left', { left: 2 })).toBe('2 attempts left');
  expect(translator(en, vi)('left', { left: 1 })).toBe('Còn 1 lần');
});

test('a translation with other placeholders or keys does not compile', () => {
  // @ts-expect-error the placeholder {name} is missing
  translation<typeof en>()({ greeting: 'Chào', plain: '', left: '{left}' });
  // @ts-expect-error {who} is no placeholder of the English text
  translation<typeof en>()({ greeting: 'Chào {name} {who}', plain: '', left: '{left}' });
  // @ts-expect-error the key "plain" is missing
  translation<typeof en>()({ greeting: 'Chào {name}', left: '{left}' });
  expect(translator(en, en)('plain')).toBe('Plain');
});
