import { expect, it } from 'vitest';
import { outcomeText } from './errors.ts';
import { waitText } from './wait-text.ts';

it.each([
  [1, '1 second'],
  [99, '99 seconds'],
  [100, '2 minutes'],
  [895, '15 minutes'],
  [900, '15 minutes'],
  [901, '16 minutes'],
  [5_999, '100 minutes'],
  [6_000, '2 hours'],
  [86_400, '24 hours'],
])('says a wait of %i s as %s', (seconds, told) => {
  expect(waitText(seconds, 'en')).toBe(told);
});

it('is told in the language of the refusal', () => {
  const told = (language: 'en' | 'zh_Hans' | 'zh_Hant' | 'vi') => outcomeText('too_many_requests', language, { seconds: 900 });
  expect(told('en')).toBe('Too many attempts. Please try again in 15 minutes.');
  expect(told('zh_Hans')).toBe('操作过于频繁，请在15分钟后再试');
  expect(told('zh_Hant')).toBe('操作過於頻繁，請在15 分鐘後再試');
  expect(told('vi')).toBe('Quá nhiều lần thử. Vui lòng thử lại sau 15 phút.');
});
