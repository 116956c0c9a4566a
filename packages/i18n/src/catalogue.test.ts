import { expect, test } from 'vitest';
import { translation, translator } from './catalogue.ts';

const en = { greeting: 'Hello {name}', plain: 'Plain' } as const;

test('fills placeholders and falls back to English for a text that is empty', () => {
  const vi = translation<typeof en>()({ greeting: 'Chào {name}', plain: '' });
  const t = translator(en, vi);
  expect(t('greeting', { name: 'An' })).toBe('Chào An');
  expect(t('plain')).toBe('Plain');
});

test('a translation with other placeholders or keys does not compile', () => {
  // @ts-expect-error the placeholder {name} is missing
  translation<typeof en>()({ greeting: 'Chào', plain: '' });
  // @ts-expect-error {who} is no placeholder of the English text
  translation<typeof en>()({ greeting: 'Chào {name} {who}', plain: '' });
  // @ts-expect-error the key "plain" is missing
  translation<typeof en>()({ greeting: 'Chào {name}' });
  expect(translator(en, en)('plain')).toBe('Plain');
});
