import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CALLS } from './calls.ts';
import { OUTCOMES, outcomeText, type OutcomeName } from './errors.ts';
import { SUCCESS_CODES } from './success-codes.ts';
import { LANGUAGES } from './language.ts';

const names = Object.keys(OUTCOMES) as OutcomeName[];
const placeholdersOf = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name ?? ''))].toSorted();

describe('the catalogue of outcomes', () => {
  it('gives every outcome a code of its own', () => {
    const codes = names.map((name) => OUTCOMES[name].code);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });

  it('joins every area of outcomes/, and no name stands in two of them', async () => {
    const files = readdirSync(new URL('outcomes', import.meta.url)).map((file) => file.replace(/\.ts$/, ''));
    const areas = await Promise.all(files.map(async (file): Promise<Record<string, object>> => import(`./outcomes/${file}.ts`)));
    // The list of the codes that succeed stands beside them.
    const named = areas.flatMap((area) =>
      Object.values(area).flatMap((outcomes) => (Array.isArray(outcomes) ? [] : Object.keys(outcomes))),
    );
    expect(named.toSorted()).toEqual(names.toSorted());
  });

  it('names outcomes so that a program can compare them', () => {
    for (const name of names) expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
  });

  describe.each(names)('%s', (name) => {
    it('has a text in each of the four languages, all with the same placeholders', () => {
      const { text } = OUTCOMES[name];
      for (const language of LANGUAGES) {
        expect(text[language].trim(), language).not.toBe('');
        expect(text[language], language).toBe(text[language].trim());
        expect(placeholdersOf(text[language]), language).toEqual(placeholdersOf(text.en));
        // A brace that is no placeholder would reach the reader.
        expect(text[language].replaceAll(/\{\w+(\|\w+\|\w+)?\}/g, ''), language).not.toMatch(/[{}]/);
      }
    });
  });

  it('keeps the codes that SPEC gives a meaning', () => {
    expect(SUCCESS_CODES).toEqual([200, 6032, 42110]);
    const codes = { unauthenticated: 401, maintenance: 511, access_restricted: 512, login_ip_refused: 6034, advice: 6016 } as const;
    for (const [name, code] of Object.entries(codes)) expect(OUTCOMES[name as keyof typeof codes].code).toBe(code);
    expect(OUTCOMES.maintenance.text.zh_Hans).toBe('系统功能维护中，请稍后再试。');
    expect(OUTCOMES.market_not_enabled.text.en).toBe('The user has not enabled this market. Please choose again.');
    expect(OUTCOMES.ip_invalid.text.en).toBe('IP format is incorrect');
    expect(OUTCOMES.passwords_differ.text.en).toBe('Passwords do not match');
    expect(OUTCOMES.kyc_required.text.en).toBe('Cannot create an API without completing KYC');
  });

  it('tells Simplified from Traditional Chinese', () => {
    const simplifiedOnly = /[么个们这来时单码证户钥额币请业务导签误启网际书买卖东门问间见观现发对应该说读课调试费转账]/;
    for (const name of names) expect(OUTCOMES[name].text.zh_Hant, name).not.toMatch(simplifiedOnly);
  });
});

describe('outcomeText', () => {
  it('fills the placeholders', () => {
    expect(outcomeText('amount_below_minimum', 'en', { minimum: '1.00 USDP' })).toBe('The amount must be at least 1.00 USDP.');
  });

  it('takes values as they are: no pattern inside a value is filled in turn', () => {
    expect(outcomeText('invalid_input', 'en', { field: '{field} $& $1' })).toBe('Please check the input: {field} $& $1');
  });
});

describe('every call', () => {
  it.each(CALLS.map((call) => [call.path, call] as const))('%s names its refusals once each, and none that is a success', (_, call) => {
    expect(call.errors.filter((name, index) => call.errors.indexOf(name) !== index)).toEqual([]);
    for (const name of call.errors) expect(SUCCESS_CODES).not.toContain(OUTCOMES[name].code);
  });
});
