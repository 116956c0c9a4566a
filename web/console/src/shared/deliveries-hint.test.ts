import { DELIVERY_KEPT_DAYS } from '@purser/contract/kept-deliveries';
import { translator } from '@purser/i18n/catalogue';
import { en } from '@purser/i18n/console/en';
import { expect, it } from 'vitest';
import { deliveriesHint } from './deliveries-hint.ts';

const t = translator(en, en);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const [young, old] = [daysAgo(DELIVERY_KEPT_DAYS - 1), daysAgo(DELIVERY_KEPT_DAYS + 1)];
const NOT_KEPT = 'Webhook deliveries are kept for 90 days. What your system was told before is no longer listed.';

it.each([
  ['a young record without deliveries was not told of', { count: 0, since: young, none: 'Not told.' }, 'Not told.'],
  ['a young record may have nothing to tell of', { count: 0, since: young, none: undefined }, undefined],
  ['a young record shows all deliveries that there were', { count: 2, since: young, none: 'Not told.' }, undefined],
  ['an old record without deliveries may have been told of', { count: 0, since: old, none: 'Not told.' }, NOT_KEPT],
  ['an old record with deliveries may have had more', { count: 1, since: old, none: 'Not told.' }, NOT_KEPT],
])('%s', (_name, known, hint) => {
  expect(deliveriesHint(t, known)).toBe(hint);
});
