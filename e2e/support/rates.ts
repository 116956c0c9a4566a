import { sql } from './database.ts';

/** Gives each of the demo's coins a rate against USDT, where it has none: whichever test comes first, the others find the same. */
export async function setRates(): Promise<void> {
  await sql(`insert into coin_rate (coin, sequence, price_type, rate, set_by, set_at)
    select coin, 1, 'fixed', rate, '1', now() - interval '1 day'
    from (values ('USDP', 1), ('VNDT', 25400), ('CNYT', 7.1)) as rates (coin, rate)
    where not exists (select from coin_rate where coin_rate.coin = rates.coin)`);
}
