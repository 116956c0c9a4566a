import { z } from 'zod';
import { call } from '../call.ts';
import { amount, coinName, empty, idText, instant, merchantId, money, shownText } from '../fields.ts';

/** Reward funds that staff grant to wallet users. */

export const rewardFunds = call({
  path: '/v1/operator/reward/funds',
  caller: 'staff',
  permission: 'reward.grant',
  summary: 'What the reward pool of each coin holds: as much can be granted',
  input: empty,
  output: z.strictObject({ list: z.array(z.strictObject({ coin_name: coinName, available_asset: money })) }),
});

export const rewardGrant = call({
  path: '/v1/operator/reward/grant',
  caller: 'staff',
  permission: 'reward.grant',
  write: true,
  confirm: 'google_code',
  summary: 'Enters a grant of reward funds to one wallet user, for another member to approve; it is made when it is approved',
  input: z.strictObject({
    user_id: merchantId,
    coin_name: coinName,
    /** Above zero. */
    amount,
    reason: shownText.trim().min(1).max(500),
  }),
  output: z.strictObject({ approval_id: idText, expires_at: instant }),
  errors: ['not_found', 'account_closed', 'coin_unknown', 'market_not_enabled', 'provider_balance_short'],
  fields: { not_found: 'user_id', coin_unknown: 'coin_name', market_not_enabled: 'coin_name', provider_balance_short: 'amount' },
});
