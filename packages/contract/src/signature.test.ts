import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SIGNATURE_HEADERS, textToSign, type SignedParts } from './signature.ts';

const parts: SignedParts = {
  method: 'POST',
  path: '/v1/open/order/create',
  query: 'a=1&b=2',
  bodyHash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  timestamp: '1795252862',
  nonce: 'n-1',
};

it('is six lines in the order that the documentation gives', () => {
  expect(textToSign(parts)).toBe(
    'POST\n/v1/open/order/create\na=1&b=2\ne3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n1795252862\nn-1',
  );
});

it('writes the method in capitals and keeps an empty query as an empty line', () => {
  expect(
    textToSign({ ...parts, method: 'post', query: '' })
      .split('\n')
      .slice(0, 3),
  ).toEqual(['POST', '/v1/open/order/create', '']);
});

it('differs whenever a part differs: nothing that can stand in a request line or header runs into the next line', () => {
  const line = fc.string({ unit: fc.constantFrom(...'ab/?&=%é '), maxLength: 4 });
  const any = fc.record({ method: fc.constant('GET'), path: line, query: line, bodyHash: line, timestamp: line, nonce: line });
  fc.assert(
    fc.property(any, any, (a, b) => {
      expect(textToSign(a) === textToSign(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
    }),
  );
});

it('has header names that no proxy strips for their underscores', () => {
  for (const name of Object.values(SIGNATURE_HEADERS)) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
});
