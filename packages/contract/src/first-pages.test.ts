import { expect, it } from 'vitest';
import { call, sent } from './call.ts';
import { empty, googleCode } from './fields.ts';
import * as firstPages from './first-pages.ts';
import * as staffFirstPages from './staff-first-pages.ts';

it('sends a call by its method, path, key and fields, and leaves its schemas behind', () => {
  const whole = call({
    path: '/v1/things/add',
    caller: 'merchant',
    write: true,
    summary: 'Adds a thing',
    input: empty.extend({ google_code: googleCode }),
    output: empty,
    errors: ['wrong_google_code'],
    fields: { wrong_google_code: 'google_code' },
  });
  expect(sent(whole)).toStrictEqual({
    method: 'POST',
    path: '/v1/things/add',
    keyed: true,
    fields: { wrong_google_code: 'google_code' },
  });
});

it.each([...Object.entries(firstPages), ...Object.entries(staffFirstPages)])(
  'is the same when the build has written %s down as JSON',
  (_, value: unknown) => {
    expect(JSON.parse(JSON.stringify(value))).toStrictEqual(value);
  },
);
