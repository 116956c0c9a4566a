import { expect, it } from 'vitest';
import { durationText } from './duration.ts';

it.each([
  [0, '0 sec'],
  [0.6, '1 sec'],
  [45, '45 sec'],
  [60, '1 min'],
  [92, '1 min, 32 sec'],
  [3_600, '1 hr'],
  [7_501, '2 hr, 5 min'],
  [7_259, '2 hr'],
])('%s s is %s', (seconds, text) => {
  expect(durationText(seconds, 'en-US')).toBe(text);
});

it('speaks each language', () => {
  expect(['zh-Hans', 'zh-Hant', 'vi'].map((tag) => durationText(92, tag))).toEqual(['1分钟32秒', '1 分鐘 32 秒', '1 phút, 32 giây']);
});
