import { USDT_DECIMALS } from '@purser/contract/exchange';
import { parseAmount } from '@purser/contract/money';
import { checksum, validate } from 'ox/Address';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { addressBytes, chainAddress } from '../../../domain/chain-address.ts';
import { COIN_DECIMALS } from '../../../domain/raw-amount.ts';
import { isTronEndpoint } from '../../../platform/chain/tron-node.ts';
import { NotNow } from './waits.ts';

/**
 * What the signer may do, in a file on its own machine: whoever changes the database changes none of it. Which token on which chain, how much at
 * once, in an hour and in a day, and how long an address rests after the signer has seen it first.
 */

const GWEI = 1_000_000_000n;

/** One node that is named twice is no second witness. */
const areDifferent = (urls: readonly string[]): boolean => new Set(urls).size === urls.length;

const usdt = z.string().transform((text, context) => {
  const minor = parseAmount(text, USDT_DECIMALS);
  if (typeof minor === 'bigint' && minor > 0n) return minor;
  context.addIssue({ code: 'custom', message: 'must be an amount of USDT, such as "10000"' });
  return z.NEVER;
});
const address = z.string().transform((text, context) => {
  if (validate(text)) return checksum(text);
  context.addIssue({ code: 'custom', message: 'must be an address, with its checksum' });
  return z.NEVER;
});

/** Of the network's own coin, in its smallest unit: on Ethereum's kind of network that has more places than amounts of ours. */
function coinsWith(decimals: number, example: string) {
  return z
    .string()
    .regex(new RegExp(`^(?=.*[1-9])\\d{1,9}(\\.\\d{1,${decimals}})?$`), `must be an amount of the network’s own coin, such as "${example}"`)
    .transform((text) => {
      const [whole = '0', fraction = ''] = text.split('.');
      return BigInt(whole + fraction.padEnd(decimals, '0'));
    });
}
const coins = coinsWith(COIN_DECIMALS.evm, '0.05');
const trx = coinsWith(COIN_DECIMALS.tron, '30');
/** Its twenty bytes. */
const tronAddress = z.string().transform((text, context) => {
  if (chainAddress('tron', text) !== undefined) return addressBytes('tron', text);
  context.addIssue({ code: 'custom', message: 'must be an address of TRON' });
  return z.NEVER;
});

/** When and how deposit addresses are swept. */
const sweepRules = {
  /** Less is left where it is. */
  least: usdt,
  /** A sweep moves at least so many times what its gas costs. */
  times_gas: z.number().min(1).max(1000).default(10),
  /** What one of the network's coins costs in USDT, at the most: gas is reckoned with it. */
  coin_usdt: usdt,
};
const sweepPolicy = z.strictObject({
  ...sweepRules,
  /** Of the network's coin for one address at a time, and for all of them in a day. */
  most_fuel: coins,
  most_fuel_in_a_day: coins,
  /** The hot address has so much at the most; what is beyond goes to the cold one, of which the signer has no key. */
  cold: z.strictObject({ address, hot_keeps: usdt }).optional(),
});
const tronSweepPolicy = z.strictObject({
  ...sweepRules,
  most_fuel: trx,
  most_fuel_in_a_day: trx,
  cold: z.strictObject({ address: tronAddress, hot_keeps: usdt }).optional(),
});

const networkPolicy = z.strictObject({
  /** Of Ethereum's kind where nothing is said. */
  kind: z.literal('evm').optional(),
  chain_id: z.int().positive(),
  /** The contract of USDT: nothing else is ever called. */
  token: address,
  token_decimals: z.int().min(USDT_DECIMALS).max(36),
  /** Of nodes; everything is sent to all of them. */
  endpoints: z
    .array(z.url({ protocol: /^https?$/ }))
    .min(1)
    .refine(areDifferent, 'must be different'),
  most_at_once: usdt,
  most_in_an_hour: usdt,
  most_in_a_day: usdt,
  /** What a unit of gas may cost at the most, tip and all. */
  most_gas_price_gwei: z
    .int()
    .positive()
    .transform((gwei) => BigInt(gwei) * GWEI),
  /** Of how many blocks none may have the transaction until it is sent again with more fees. */
  stuck_after_blocks: z.int().min(1).max(1000).default(5),
  /** Less than this on the hot address, and of the network's coin on the hot and the gas address, is told as too little. */
  least_hot: usdt.optional(),
  least_coins: coins.optional(),
  /** Deposit addresses are left as they are without it. */
  sweep: sweepPolicy.optional(),
});
const SUN = 1_000_000n;

/** What a signer of TRON needs to know of two nodes is not known of one: that a transaction can be in no block any more. */
const tronPolicy = z.strictObject({
  kind: z.literal('tron'),
  chain_id: z.int().positive(),
  token: tronAddress,
  token_decimals: z.int().min(USDT_DECIMALS).max(36),
  /** Of the JSON-RPC of nodes, the HTTP API of each beside it. */
  endpoints: z
    .array(z.url({ protocol: /^https?$/ }).refine(isTronEndpoint, 'must end in /jsonrpc'))
    .min(2)
    .refine(areDifferent, 'must be different'),
  most_at_once: usdt,
  most_in_an_hour: usdt,
  most_in_a_day: usdt,
  /** What the energy of one transfer may cost at the most. */
  most_fee_trx: z
    .int()
    .positive()
    .max(15_000)
    .transform((whole) => BigInt(whole) * SUN),
  /** As on other networks, in TRX. */
  least_hot: usdt.optional(),
  least_coins: trx.optional(),
  sweep: tronSweepPolicy.optional(),
});
const policyFile = z.strictObject({
  address_rests_h: z.number().min(0).max(720).default(24),
  networks: z.record(z.string().regex(/^[A-Z0-9]{2,12}$/), z.discriminatedUnion('kind', [networkPolicy, tronPolicy])),
});

/** What holds for one network; amounts in minor units of USDT, gas in the smallest unit of the network's own coin. */
export type NetworkPolicy = z.output<typeof networkPolicy>;
/** The same on TRON: the token's twenty bytes, and fees in millionths of a TRX. */
export type TronPolicy = z.output<typeof tronPolicy>;
export type Policy = z.output<typeof policyFile>;
export type SweepPolicy = z.output<typeof sweepPolicy>;
export type TronSweepPolicy = z.output<typeof tronSweepPolicy>;

/** Reads a policy. Throws, with each field that is wrong by its name, what a person can mend. */
export async function readPolicy(file: string): Promise<Policy> {
  const parsed = policyFile.safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues.map(({ path, message }) => `${file}: ${path.join('.')}: ${message}`).join('\n'));
}

/** What the signer itself has signed lately, in minor units of USDT. */
export interface Spent {
  readonly inAnHour: bigint;
  readonly inADay: bigint;
}

type Limits = Pick<NetworkPolicy, 'most_at_once' | 'most_in_an_hour' | 'most_in_a_day'>;

/** Why a payout of so much is not signed now; undefined: it may be. */
export function beyondPolicy(policy: Limits, amount: bigint, spent: Spent): NotNow | undefined {
  if (amount <= 0n) return new NotNow('no_amount', 'the amount is not above zero');
  if (amount > policy.most_at_once) return new NotNow('limit_once', 'it is above most_at_once');
  if (spent.inAnHour + amount > policy.most_in_an_hour) return new NotNow('limit_hour', 'it would exceed most_in_an_hour');
  if (spent.inADay + amount > policy.most_in_a_day) return new NotNow('limit_day', 'it would exceed most_in_a_day');
  return undefined;
}
