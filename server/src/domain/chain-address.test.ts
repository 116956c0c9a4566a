import { describe, expect, it } from 'vitest';
import { addressBytes, addressOf, chainAddress, chainTxid } from './chain-address.ts';

const USDT_OF_ETHEREUM = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

describe('an address', () => {
  it.each([
    ['evm', USDT_OF_ETHEREUM],
    ['evm', '0x55d398326f99059fF775485246999027B3197955'],
    ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ] as const)('of %s is %s', (kind, text) => {
    expect(chainAddress(kind, text)).toBe(text);
  });

  it('gets the letters of its checksum where it came without: there is no checksum to be wrong', () => {
    expect(chainAddress('evm', USDT_OF_ETHEREUM.toLowerCase())).toBe(USDT_OF_ETHEREUM);
  });

  it.each([
    ['evm', 'a letter of the wrong case', '0xDAC17F958D2ee523a2206206994597C13D831ec7'],
    ['evm', 'another digit', '0xdAC17F958D2ee523a2206206994597C13D831ec8'],
    ['evm', 'a digit too few', '0xdAC17F958D2ee523a2206206994597C13D831ec'],
    ['evm', 'no prefix', 'dac17f958d2ee523a2206206994597c13d831ec7'],
    ['evm', 'nobody', `0x${'0'.repeat(40)}`],
    ['evm', "the other chain's", 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['tron', 'another letter', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u'],
    ['tron', 'two letters swapped', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLjt6'],
    ['tron', 'a letter too few', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6'],
    ['tron', 'a sign that Base58 lacks', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj0t'],
    ['tron', 'nobody', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
    ['tron', 'a bitcoin address, which has another prefix', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
    ['tron', 'the address in hex', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
    ['tron', 'nothing', ''],
  ] as const)('of %s is not %s', (kind, _what, text) => {
    expect(chainAddress(kind, text)).toBeUndefined();
  });
});

describe('the bytes of an address', () => {
  it.each([
    ['evm', USDT_OF_ETHEREUM, '0xdac17f958d2ee523a2206206994597c13d831ec7'],
    ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c'],
  ] as const)('of %s are those that nodes say, and lead back to it', (kind, address, bytes) => {
    expect(addressBytes(kind, address)).toBe(bytes);
    expect(addressOf(kind, bytes)).toBe(address);
  });

  it('are none where the text is no address', () => {
    expect(() => addressBytes('tron', 'nobody')).toThrow('nobody is not an address');
  });
});

describe('a transaction', () => {
  const digits = '5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060';

  it.each([
    ['evm', `0x${digits}`],
    ['evm', digits],
    ['evm', `0X${digits}`.toUpperCase()],
  ] as const)('of %s is one, however it is spelt: %s', (kind, text) => {
    expect(chainTxid(kind, text)).toBe(`0x${digits}`);
  });

  it.each([digits, digits.toUpperCase(), `0x${digits}`])('of tron is one, however it is spelt: %s', (text) => {
    expect(chainTxid('tron', text)).toBe(digits);
  });

  it.each([
    ['a digit too few', digits.slice(1)],
    ['a digit too many', `${digits}0`],
    ['a letter beyond f', `g${digits.slice(1)}`],
    ['a blank', ` ${digits}`],
    ['a line after it', `${digits}\n`],
    ['an address', USDT_OF_ETHEREUM],
    ['nothing', ''],
  ])('is not %s', (_what, text) => {
    expect(chainTxid('evm', text)).toBeUndefined();
    expect(chainTxid('tron', text)).toBeUndefined();
  });
});
