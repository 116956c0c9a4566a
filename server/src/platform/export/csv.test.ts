import { expect, it } from 'vitest';
import { csvLine, inert } from './csv.ts';

it('quotes only what needs it, and doubles quotes (RFC 4180)', () => {
  expect(csvLine(['a', 'b,c', 'say "x"', 'two\r\nlines', ' padded', '', '支付'])).toBe(
    'a,"b,c","say ""x""","two\r\nlines"," padded",,支付\r\n',
  );
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t1', '\r1', '＝1', '＠x'])('puts an apostrophe before %j', (text) => {
  expect(inert(text)).toBe(`'${text}`);
});

it.each([
  ['x;=WEBSERVICE(A9);y', "x;'=WEBSERVICE(A9);y"],
  [';+1|-1\t@A1\n＝1', ";'+1|'-1\t'@A1\n'＝1"],
  ['\t=1', "'\t'=1"],
  ['=1;=2', "'=1;'=2"],
])('puts an apostrophe before what would be a cell of its own with other separators, of %j', (text, shown) => {
  expect(inert(text)).toBe(shown);
});

it.each(['plain', '1=1', 'a-b', 'a;b', 'a|b; -1', ''])('leaves %j as it is', (text) => {
  expect(inert(text)).toBe(text);
});
