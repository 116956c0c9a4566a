import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { outcomesOf } from './call-outcomes.ts';
import { CALLS } from './calls.ts';
import { OUTCOMES, type OutcomeName } from './errors.ts';

const PREFIX = '/v1/open/';
const calls = CALLS.filter(({ caller }) => caller === 'access_key');
const rows = [
  ...readFileSync(new URL('../../../docs/integrate.md', import.meta.url), 'utf8').matchAll(/^\| (\d{3}) \| (\d+) \| `(\w+)` \| (.*) \|$/gm),
].map(([, http, code, name = '', rest = '']) => ({ http: Number(http), code: Number(code), name: name as OutcomeName, rest }));

/** Which calls are answered so, by their names in the document. */
function answeredSo(name: OutcomeName): string[] {
  return calls.filter((call) => outcomesOf(call).includes(name)).map(({ path }) => path.slice(PREFIX.length));
}

it('the errors that integrators read of are those of the open calls, each once', () => {
  // Closed calls are told of above the table.
  const open = new Set(calls.flatMap(outcomesOf).filter((name) => name !== 'maintenance'));
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...open].toSorted());
});

it.each(rows)('$name has its code, its status and its calls', ({ http, code, name, rest }) => {
  expect({ http, code }).toEqual({ http: OUTCOMES[name].http, code: OUTCOMES[name].code });
  const named = [
    ...(rest
      .split(' | ')
      .at(-2)
      ?.matchAll(/`([\w/]+)`/g) ?? []),
  ].map(([, call]) => call);
  const meant = answeredSo(name);
  expect(named.toSorted()).toEqual(meant.length === calls.length ? [] : meant.toSorted());
});

it('what is checked before the request itself stands in the order in which it is checked', () => {
  const query = calls.find(({ path }) => path === '/v1/open/order/query');
  const first = query ? outcomesOf(query) : [];
  expect(rows.map(({ name }) => name).slice(0, first.indexOf('invalid_input') + 1)).toEqual(
    first.slice(0, first.indexOf('invalid_input') + 1),
  );
});
