import { describe, expect, it } from 'vitest';
import { isJump, numberAt, withSpread } from './feed-number.ts';

describe('a number at a JSON pointer', () => {
  it.each([
    ['7.123456789012345678', '', '7.123456789012345678'],
    ['{"a":{"b/c":[1,25400.50]}}', '/a/b~1c/1', '25400.5'],
    ['{"rate":"0.920"}', '/rate', '0.92'],
    ['{"rate":123456789012345.123456789012345678}', '/rate', '123456789012345.123456789012345678'],
    ['{"rate":7.1e1}', '/rate', '71'],
    ['{"rate":3.5E-2}', '/rate', '0.035'],
    // What lies beyond 18 places is cut off.
    ['{"rate":0.1234567890123456789}', '/rate', '0.123456789012345678'],
  ])('in %s at "%s" is exactly as it was written', (text, pointer, rate) => {
    expect(numberAt(text, pointer)).toBe(rate);
  });

  it.each([
    ['no JSON', '<html>', '/rate'],
    ['nothing there', '{"rate":1}', '/other'],
    ['an object', '{"rate":{}}', '/rate'],
    ['a list of it', '{"rate":[1]}', '/rate'],
    ['null', '{"rate":null}', '/rate'],
    ['a truth', '{"rate":true}', '/rate'],
    ['words', '{"rate":"seven"}', '/rate'],
    ['zero', '{"rate":0}', '/rate'],
    ['less than 18 places tell', '{"rate":1e-19}', '/rate'],
    ['below zero', '{"rate":-7}', '/rate'],
    ['too much', '{"rate":1e18}', '/rate'],
    ['an exponent without end', '{"rate":1e999999}', '/rate'],
    ['what every object has', '{"rate":1}', '/constructor'],
    ['a step into a number', '{"rate":1}', '/rate/text'],
  ])('is none where there is %s', (_what, text, pointer) => {
    expect(numberAt(text, pointer)).toBeUndefined();
  });
});

it('a spread is taken off and put on exactly, rounded so that nobody is paid more', () => {
  expect(withSpread('7.123456789012345678', 0)).toEqual({ rate: '7.123456789012345678', toUsdt: '7.123456789012345678' });
  expect(withSpread('100', 50)).toEqual({ rate: '99.5', toUsdt: '100.5' });
  expect(withSpread('0.000000000000000003', 5000)).toEqual({ rate: '0.000000000000000001', toUsdt: '0.000000000000000005' });
});

it('a jump is farther from the last rate than the bound', () => {
  expect([isJump('100', '105', 500), isJump('100', '95', 500), isJump('100', '105.000000000000000001', 500)]).toEqual([false, false, true]);
});
