import { randomUUID } from 'node:crypto';
import { chainAddress, type NetworkKind } from '../../domain/chain-address.ts';
import { lyingAt } from './signer/sweep-queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { formatAmount } from '@purser/contract/money';
import { USDT } from '@purser/contract/exchange';

/** How many addresses are told by name. */
const MOST_TOLD = 20;

/** Asks the signer to sweep an address, whatever lies there; without one says what lies where, and which sweeps are not over. */
export async function sweepCommand({ operator }: Platform, network: string, address?: string): Promise<string> {
  const db = operator.db;
  const { rows } = await db.system.query<{ kind: NetworkKind; token_decimals: number }>(
    'select kind, token_decimals from network join coin_network using (network) where network = $1 and coin = $2',
    [network, USDT],
  );
  const [known] = rows;
  if (!known) throw new Error(`there is no network ${network}`);
  if (address === undefined) return standing(db, network, known.token_decimals);
  const spelt = chainAddress(known.kind, address);
  if (spelt === undefined) throw new Error(`${address} is no address on ${network}`);
  const lies = await lyingAt(db, network, spelt);
  if (!lies) throw new Error(`nothing has arrived at ${spelt} on ${network}, or it is not derived`);
  const asked = await db.system.query<{ is_new: boolean; state: string }>(
    `insert into sweep as known (network, sweep_id, owner_id, address, derivation_index, is_asked) values ($1, $2, $3, $4, $5, true)
     on conflict (network, address) where state in ('planned', 'fuelling', 'fuelled', 'signed') do update set is_asked = true
     returning sweep_id = $2 as is_new, state`,
    [network, randomUUID(), lies.owner_id, lies.address, lies.derivation_index],
  );
  const [sweep] = asked.rows;
  if (!sweep) throw new Error('a sweep was written');
  return sweep.is_new ? `The signer is asked to sweep ${spelt}.` : `${spelt} is being swept already: ${sweep.state}.`;
}

async function standing(db: Platform['operator']['db'], network: string, decimals: number): Promise<string> {
  const [lying, open] = await Promise.all([
    db.system.query<{ address: string; raw: string }>(
      `select address, (received - swept)::text as raw from chain_balance where network = $1 and received > swept order by received - swept desc limit $2`,
      [network, MOST_TOLD],
    ),
    db.system.query<{ address: string; state: string; why: string }>(
      `select address, state, why from sweep where network = $1 and state in ('planned', 'fuelling', 'fuelled', 'signed') order by planned_at limit $2`,
      [network, MOST_TOLD],
    ),
  ]);
  const usdt = (raw: string) => `${formatAmount(BigInt(raw), decimals)} ${USDT}`;
  return [
    `Not swept on ${network}, the most first:`,
    ...(lying.rows.length === 0 ? ['  nothing'] : lying.rows.map(({ address, raw }) => `  ${address}  ${usdt(raw)}`)),
    'Sweeps that are not over, the oldest first:',
    ...(open.rows.length === 0
      ? ['  none']
      : open.rows.map(({ address, state, why }) => `  ${address}  ${state}${why === '' ? '' : `: ${why}`}`)),
  ].join('\n');
}
