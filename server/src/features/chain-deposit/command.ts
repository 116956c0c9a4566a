import { USDT } from '@purser/contract/exchange';
import pg from 'pg';
import { addressBytes, type NetworkKind } from '../../domain/chain-address.ts';
import { troubleIn } from '../../domain/chain-standing.ts';
import { derivedAddress } from '../../domain/derived-address.ts';
import { troubleText } from '../../platform/chain/blocks.ts';
import { headersFor } from '../../platform/chain/node-headers.ts';
import { type ChainProvider, identityOf, providersOf } from '../../platform/chain/providers.ts';
import type { Platform } from '../../platform/platform.ts';
import { bytesOf } from './queries.ts';

interface Connection {
  readonly network: string;
  readonly endpoints: readonly string[];
  readonly xpub?: string | undefined;
}

/** A network as it is known, with USDT on it. */
interface Known {
  readonly kind: NetworkKind;
  readonly chain_id: string | null;
  readonly contract_address: string | null;
  readonly token_decimals: number | null;
}

/** Refuses a token of a chain that another network has: an owner has the same address on both, and each would credit what comes there. */
async function insistOnOneNetwork(owner: pg.Client, network: string, chainId: number, { contract_address }: Known): Promise<void> {
  const { rows } = await owner.query<{ network: string }>(
    `select network from network join coin_network using (network)
     where network <> $1 and chain_id = $2 and coin = $3 and lower(contract_address) = lower($4) limit 1`,
    [network, chainId, USDT, contract_address],
  );
  if (rows[0])
    throw new Error(`${rows[0].network} has this token of the chain ${chainId} already: what came there would be credited twice`);
}

/** decimals() of ERC-20. */
const DECIMALS = '0x313ce567';

/** Refuses a network whose token counts otherwise than is known: every amount would be so much larger or smaller. Whether a node has said. */
async function insistOnDecimals(providers: readonly ChainProvider[], { kind, contract_address, token_decimals }: Known): Promise<boolean> {
  if (contract_address === null) return false;
  const to = addressBytes(kind, contract_address);
  const said = await Promise.all(
    providers.map(async ({ client }) => {
      const { data } = await client.call({ to, data: DECIMALS }).catch(() => ({ data: undefined }));
      return data?.length === 66 ? BigInt(data) : undefined;
    }),
  );
  const wrong = said.find((one) => one !== undefined && one !== BigInt(token_decimals ?? 0));
  if (wrong !== undefined)
    throw new Error(`the token has ${wrong} decimals on its chain, and ${token_decimals} here: set them on the page Networks first`);
  return said.some((one) => one !== undefined);
}

/**
 * Keeps which chain a network's nodes answer for, with the nodes; refuses nodes that differ, or answer for another chain than before, and a token that another network
 * has or that counts otherwise.
 *
 * @param ownerUrl connects as the owner of the tables: what the programs log in as may not change any of it
 */
export async function connect(ownerUrl: string, { network, endpoints, xpub }: Connection): Promise<string> {
  const providers = providersOf([...new Set(endpoints)]);
  const identities = await Promise.all(providers.map(identityOf));
  const [first] = identities;
  if (!first) throw new Error('a network has nodes');
  if (identities.some(({ chainId, genesisHash }) => chainId !== first.chainId || genesisHash !== first.genesisHash)) {
    throw new Error('the nodes answer for different chains');
  }
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<Known>(
      `select kind, chain_id, contract_address, token_decimals from network left join coin_network on coin_network.network = network.network and coin = $2
       where network.network = $1`,
      [network, USDT],
    );
    const [before] = rows;
    if (!before) throw new Error(`there is no network ${network}`);
    if (before.chain_id !== null && Number(before.chain_id) !== first.chainId) {
      throw new Error(`${network} is the chain ${before.chain_id}, and the nodes answer for ${first.chainId}`);
    }
    await insistOnOneNetwork(owner, network, first.chainId, before);
    const hasToken = await insistOnDecimals(providers, before);
    const example = xpub === undefined ? undefined : derivedAddress(before.kind, xpub, 0);
    await owner.query(
      `update network set chain_id = $2, genesis_hash = $3, endpoints = $4, deposit_xpub = coalesce($5, deposit_xpub) where network = $1`,
      [network, first.chainId, bytesOf(first.genesisHash), [...new Set(endpoints)], xpub ?? null],
    );
    return [
      `${network} is connected to the chain ${first.chainId}, whose first block is ${first.genesisHash}.`,
      ...providers.flatMap(({ name }) => {
        const sent = [...headersFor(name).keys()];
        return sent.length === 0 ? [] : [`${name} is sent ${sent.join(', ')} in the headers.`];
      }),
      ...(example === undefined ? [] : [`The first deposit address is ${example}: compare it with the wallet that holds the key.`]),
      ...(hasToken ? [] : ['WARNING: no node tells the decimals of the token: look whether its contract is the right one.']),
      ...(providers.length < 2 ? ['WARNING: nothing is credited on the word of one node. Name another.'] : []),
    ].join('\n');
  } finally {
    await owner.end();
  }
}

function toldAs(word: string, written: string | null): string[] {
  const trouble = troubleIn(written);
  return trouble === null ? [] : [`${word}: ${troubleText(trouble)}`];
}

/** A line for each network: how far it has been looked at, and what is wrong. */
export async function statusOf({ db }: Pick<Platform, 'db'>): Promise<string> {
  const { rows } = await db.system.query<{
    network: string;
    is_on: boolean;
    chain_id: bigint | null;
    nodes: number;
    block_number: bigint | null;
    head: bigint | null;
    halted: string | null;
    trouble: string | null;
    looked_s: string | null;
    confirming: bigint;
    held: bigint;
    set_aside: bigint;
  }>(
    `with waiting as materialized (
       select network, count(*) filter (where state = 'confirming') as confirming, count(*) filter (where state = 'held') as held,
         count(*) filter (where state = 'set_aside') as set_aside
       from chain_deposit where state in ('confirming', 'held', 'set_aside') group by network
     )
     select network, is_on, chain_id, cardinality(endpoints) as nodes, block_number, head, halted, trouble,
       extract(epoch from now() - looked_at)::bigint::text as looked_s,
       coalesce(confirming, 0) as confirming, coalesce(held, 0) as held, coalesce(set_aside, 0) as set_aside
     from network left join chain_cursor using (network) left join waiting using (network) order by added_at, network`,
  );
  return rows
    .map(({ network, is_on, chain_id, nodes, block_number, head, halted, trouble, looked_s, confirming, held, set_aside }) => {
      if (chain_id === null) return `${network}: not connected`;
      const where =
        block_number === null ? 'not looked at yet' : `settled to block ${block_number}, head ${head}, looked at ${looked_s} s ago`;
      const waiting = `${confirming} confirming, ${held} held, ${set_aside} set aside`;
      const wrong = [
        ...(is_on ? [] : ['switched off']),
        ...(nodes < 2 ? ['fewer than two nodes: nothing is credited'] : []),
        ...toldAs('HALTED', halted),
        ...toldAs('trouble', trouble),
      ];
      return [`${network}: chain ${chain_id}, ${where}, ${waiting}`, ...wrong.map((one) => `  ${one}`)].join('\n');
    })
    .join('\n');
}
