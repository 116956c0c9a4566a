import { RATE_HELD_S } from '@purser/contract/exchange';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { agreedRate, exchangeRate } from './exchange-rate.ts';

let app: TestApp;
let sequence = 0;

beforeAll(async () => {
  app = await createTestApp({ routes: () => [] });
});
afterAll(() => app.close());
beforeEach(() => app.sql('delete from coin_rate'));

/** A rate that was set some seconds ago. */
async function setRate(rate: string, secondsAgo: number, coin = 'CNYT'): Promise<void> {
  sequence += 1;
  await app.sql(
    `insert into coin_rate (coin, sequence, price_type, rate, set_by, set_at) values ($1, $2, 'fixed', $3, '1', clock_timestamp() - make_interval(secs => $4))`,
    [coin, sequence, rate, secondsAgo],
  );
}
const now = (coin = 'CNYT') => app.platform.db.scoped(10_000_001, (tx) => exchangeRate(tx, coin));
const agreed = (shown: string, coin = 'CNYT') => app.platform.db.scoped(10_000_001, (tx) => agreedRate(tx, coin, shown));

describe('the rate', () => {
  it('is the newest one of the coin, without zeros at its end', async () => {
    await setRate('7.1', 500);
    await setRate('7.250000000000000000', 400);
    await setRate('25400', 1, 'VNDT');
    expect(await now()).toEqual({ rate: '7.25', sequence: sequence - 1 });
    expect(await now('VNDT')).toEqual({ rate: '25400', sequence });
  });

  it('keeps all of its 18 places', async () => {
    await setRate('7.123456789012345678', 0);
    expect(await now()).toMatchObject({ rate: '7.123456789012345678' });
  });

  it('of USDT is one, with none set', async () => {
    expect(await now('USDT')).toEqual({ rate: '1', sequence: 0 });
    await expect(agreed('1.00', 'USDT')).resolves.toEqual({ rate: '1', sequence: 0 });
    await expect(agreed('2', 'USDT')).rejects.toMatchObject({ outcome: 'rate_changed', data: { rate: '1' } });
  });

  it('of a feed differs by the way, and is unavailable once the feed was not heard for too long', async () => {
    await setRate('7.1', 500);
    await app.sql(
      `insert into coin_rate (coin, sequence, price_type, fed, rate, rate_to_usdt, set_by) values ('CNYT', $1, 'floating', 7.2, 7.1, 7.3, 'feed')`,
      [(sequence += 1)],
    );
    const heard = (secondsAgo: number) =>
      app.sql(
        `insert into rate_feed (coin, address, pointer, spread_bp, every_s, stale_after_s, jump_bp, version, taken_at)
         values ('CNYT', 'https://rates.example', '', 0, 10, 60, 100, 1, clock_timestamp() - make_interval(secs => $1))
         on conflict (coin) do update set taken_at = excluded.taken_at`,
        [secondsAgo],
      );
    const toUsdt = () => app.platform.db.scoped(10_000_001, (tx) => exchangeRate(tx, 'CNYT', 'to_usdt'));
    await heard(55);
    expect([(await now()).rate, (await toUsdt()).rate]).toEqual(['7.1', '7.3']);
    await heard(61);
    await expect(now()).rejects.toMatchObject({ outcome: 'rate_unavailable' });
    await expect(agreed('7.1')).rejects.toMatchObject({ outcome: 'rate_unavailable' });
    await app.sql('delete from rate_feed');
    await expect(toUsdt()).rejects.toMatchObject({ outcome: 'rate_unavailable' });
  });

  it('is unavailable while none is set, and while a feed that it is to follow has told none', async () => {
    await expect(now()).rejects.toMatchObject({ outcome: 'rate_unavailable', values: { coin: 'CNYT' } });
    await setRate('7.1', 5);
    await app.sql(`insert into coin_rate (coin, sequence, price_type, set_by) values ('CNYT', $1, 'floating', '1')`, [sequence + 1]);
    sequence += 1;
    await expect(now()).rejects.toMatchObject({ outcome: 'rate_unavailable' });
    await expect(agreed('7.1')).rejects.toMatchObject({ outcome: 'rate_unavailable' });
  });
});

describe('a rate that was shown', () => {
  it('holds while it is the newest, however old, and however many zeros it was written with', async () => {
    await setRate('7.1', 86_400);
    await expect(agreed('7.1')).resolves.toMatchObject({ rate: '7.1' });
    await expect(agreed('7.100')).resolves.toMatchObject({ rate: '7.1' });
  });

  it('holds for a minute after another one took its place', async () => {
    await setRate('7.1', 86_400);
    await setRate('7.2', RATE_HELD_S - 5);
    await expect(agreed('7.1')).resolves.toMatchObject({ rate: '7.1', sequence: sequence - 1 });
    await expect(agreed('7.2')).resolves.toMatchObject({ rate: '7.2', sequence });
  });

  it('is refused after that, with the one that holds', async () => {
    await setRate('7.1', 86_400);
    await setRate('7.2', RATE_HELD_S + 1);
    await expect(agreed('7.1')).rejects.toMatchObject({ outcome: 'rate_changed', values: { rate: '7.2' }, data: { rate: '7.2' } });
  });

  it('is refused when it never held', async () => {
    await setRate('7.1', 5);
    await expect(agreed('7.3')).rejects.toMatchObject({ outcome: 'rate_changed', data: { rate: '7.1' } });
  });

  it('holds through several changes within the minute', async () => {
    await setRate('7.0', 900);
    await setRate('7.1', 120);
    await setRate('7.2', 50);
    await setRate('7.3', 1);
    await expect(agreed('7.1')).resolves.toMatchObject({ rate: '7.1' });
    await expect(agreed('7.2')).resolves.toMatchObject({ rate: '7.2' });
    await expect(agreed('7.0')).rejects.toMatchObject({ outcome: 'rate_changed' });
  });
});
