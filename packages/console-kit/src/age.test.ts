import { expect, it } from 'vitest';
import { ageText } from './age.ts';

const NOW = '2026-11-22T08:00:00.000Z';

it.each([
  ['2026-11-22T08:00:05.000Z', 'en', '0 seconds ago'],
  ['2026-11-22T07:59:01.000Z', 'en', '59 seconds ago'],
  ['2026-11-22T07:59:00.000Z', 'en', '1 minute ago'],
  ['2026-11-22T07:00:01.000Z', 'en', '59 minutes ago'],
  ['2026-11-21T08:00:01.000Z', 'en', '23 hours ago'],
  ['2026-11-19T07:00:00.000Z', 'en', '3 days ago'],
  ['2026-11-22T05:00:00.000Z', 'zh-Hans', '3小时前'],
  ['2026-11-22T05:00:00.000Z', 'vi', '3 giờ trước'],
])('says the age of %s in %s', (time, tag, text) => {
  expect(ageText(time, NOW, tag)).toBe(text);
});
