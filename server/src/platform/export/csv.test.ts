import { expect, it } from 'vitest';
import { csvLine, inert } from './csv.ts';

it('quotes only what needs it, and doubles quotes (RFC 4180)', () => {
  expect(csvLine(['a', 'b,c', 'say "x"', 'two\r\nlines', ' padded', '', '支付'])).toBe(
    'a,"b,c","say ""x""","two\r\nlines"," padded",,支付\r\n',
  );
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '＠x'])('puts an apostrophe before %j', (text) => {
  expect(inert(text)).toBe(`'${text}`);
});

it.each(['plain', '1=1', 'a-b', ''])('leaves %j as it is', (text) => {
  expect(inert(text)).toBe(text);
});
