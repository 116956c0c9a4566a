import { z } from 'zod';
import { call } from '../call.ts';
import { idText } from '../fields.ts';
import { networkName } from './market.ts';

/** What a demo gives away on a chain of its own; it is worth nothing. */
export interface TestUsdt {
  /** In whole USDT. */
  readonly amount: number;
  /** The network that it comes over. */
  readonly network: string;
}

/** A demo alone has it, so it is no part of the call table. */
export const testUsdtSend = call({
  path: '/v1/merchant/charge_record/test_usdt',
  caller: 'merchant',
  summary: "Sends test USDT to the merchant's own address, on the demo's chain; three times a minute at the most",
  input: z.strictObject({ network: networkName }),
  output: z.strictObject({ network: networkName, txid: idText }),
  errors: ['quick_recharge_off', 'too_many_requests', 'test_chain_down', 'deposit_network_missing'],
  fields: { deposit_network_missing: 'network' },
});
