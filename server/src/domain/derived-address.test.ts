import { describe, expect, it } from 'vitest';
import { derivedAddress } from './derived-address.ts';

/** Of the mnemonic "test test test test test test test test test test test junk", at m/44'/60'/0' and m/44'/195'/0'. */
const XPUB = 'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP';

describe('a derived address', () => {
  it.each([
    // The accounts that the whole trade knows of this mnemonic.
    [0, '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    [1, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
    [9, '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'],
  ])('with number %i is the one that a wallet shows', (index, address) => {
    expect(derivedAddress('evm', XPUB, index)).toBe(address);
  });

  it('is spelt as its network does', () => {
    expect(derivedAddress('tron', XPUB, 0)).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
  });

  it('comes of no text that is not a public key', () => {
    expect(() => derivedAddress('evm', XPUB.replace('q', 'r'), 0)).toThrow();
  });
});
