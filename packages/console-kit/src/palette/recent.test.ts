import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recentOf, remember } from './recent.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

const record = { kind: 'transfer', number: 'TR1', place: { to: '/transfer/Receipt/TR1', search: {} } };

test('the last five places are kept, the last first, none twice', () => {
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'd']) remember('harbour', { id });
  remember('harbour', record);
  remember('harbour', { id: 'e' });
  expect(recentOf('harbour')).toEqual([{ id: 'e' }, record, { id: 'd' }, { id: 'f' }, { id: 'c' }]);
});

test('nobody sees the places of another who uses the same browser', () => {
  remember('harbour', record);
  remember('lotus', { id: 'a' });
  expect(recentOf('lotus')).toEqual([{ id: 'a' }]);
  expect(recentOf('harbour')).toEqual([record]);
  for (const name of ['1', '2', '3', '4']) remember(name, { id: 'b' });
  expect(recentOf('harbour')).toEqual([]);
  expect(recentOf('lotus')).toEqual([{ id: 'a' }]);
});

test('what is no list of places is taken for none, and a place elsewhere is none', () => {
  for (const text of [
    '{',
    '"x"',
    '[["harbour",[{"id":1}]]]',
    '[["harbour",[{"kind":"a","number":"b","place":{"to":"https://example.com"}}]]]',
  ]) {
    kept.set('purser.recent', text);
    expect(recentOf('harbour')).toEqual([]);
  }
  remember('harbour', { id: 'a' });
  expect(recentOf('harbour')).toEqual([{ id: 'a' }]);
});
