import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { faceSettingChange, faceSettingQuery } from '@purser/contract/features/face';
import { formatAmount } from '@purser/contract/money';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import { askedAmount } from '../../platform/http/asked-amount.ts';
import { refuse, wrongField } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Offer, readOffer } from './queries.ts';

/** What staff have set, and how many wallet users it concerns. */
export function showSetting(platform: Platform): Promise<OutputOf<typeof faceSettingQuery>> {
  return readAsStaff(platform, async (tx) => {
    const { limits, ...setting } = await readOffer(tx);
    const most = new Map(limits.map((limit) => [limit.coin, limit.most]));
    const { rows: coins } = await tx.query<{ code: string; decimals: number }>(
      'select code, decimals from coin where market is not null order by position, code',
    );
    const { rows } = await tx.query<{ enrolled: bigint; locked: bigint }>(
      `select count(*) filter (where enrolled_at is not null) as enrolled, count(*) filter (where locked_until > now()) as locked from face_enrolment`,
    );
    return {
      ...setting,
      limits: coins.map(({ code, decimals }) => {
        const limit = most.get(code);
        return { coin_name: code, decimals, most: limit === undefined ? null : formatAmount(limit, decimals) };
      }),
      enrolled: Number(rows[0]?.enrolled ?? 0n),
      locked: Number(rows[0]?.locked ?? 0n),
    };
  });
}

export function changeSetting(
  platform: Platform,
  input: ParsedInputOf<typeof faceSettingChange>,
  context: StaffContext,
): Promise<null | Answer<null>> {
  const { is_offered, limits } = input;
  if (new Set(limits.map(({ coin_name }) => coin_name)).size < limits.length) throw wrongField('limits', 'repeated');
  let before: Offer;
  return confirmedWrite<null>(platform, input, context, {
    whose: 'provider',
    act: async (tx) => {
      await tx.query('select from face_setting where only_row for update');
      const { revision, ...present } = await readOffer(tx);
      before = present;
      if (revision !== input.revision) throw refuse('face_setting_changed');
      const codes = limits.map(({ coin_name }) => coin_name);
      const { rowCount } = await tx.query('select from coin where code = any ($1)', [codes]);
      if (rowCount !== codes.length) throw refuse('coin_unknown');
      await tx.coins.know([...codes, ...present.limits.map(({ coin }) => coin)], tx);
      const wanted = limits.map(({ coin_name, most }) => ({
        coin: coin_name,
        most: askedAmount(most, tx.coins.decimalsOf(coin_name), 'limits'),
      }));
      if (wanted.some(({ most }) => most <= 0n)) throw wrongField('limits', 'above_zero');
      await tx.query('update face_setting set is_offered = $1, revision = revision + 1', [is_offered]);
      await tx.query('delete from face_limit');
      await tx.query('insert into face_limit (coin, most) select * from unnest($1::text[], $2::bigint[])', [
        wanted.map(({ coin }) => coin),
        wanted.map(({ most }) => most),
      ]);
      return null;
    },
    audit: () => ({
      action: 'face_setting.change',
      details: {
        is_offered: { from: before.is_offered, to: is_offered },
        limits: {
          from: before.limits.map(({ coin, most }) => `${platform.db.coins.format(most, coin)} ${coin}`),
          to: limits.map(({ coin_name, most }) => `${most} ${coin_name}`),
        },
      },
    }),
  });
}
