import type { ParsedInputOf } from '@purser/contract/call';
import type { marketCoinNetworkSave, marketNetworkSave } from '@purser/contract/features/market';
import { formatAmount } from '@purser/contract/money';
import { custodyPurpose, PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { openAccounts } from '@purser/ledger/accounts';
import { canonicalJson } from '@purser/ledger/canonical-json';
import { chainAddress, type NetworkKind } from '../../domain/chain-address.ts';
import { isSigners } from '../../domain/signer-address.ts';
import { refuseUnlessSeen } from '../../platform/commands/seen.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { askedAmount } from '../../platform/http/asked-amount.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { SetBy } from './history.ts';
import { lockCoin } from './queries.ts';

/** Adds a network or changes it, and answers what was before and after. The nodes of one that is connected are believed about money: `purser chain connect` names them. */
export async function saveNetwork(tx: Tx, { network, kind, endpoints, is_on, before: seen }: ParsedInputOf<typeof marketNetworkSave>) {
  const { rows } = await tx.query<{ kind: string; endpoints: string[]; is_on: boolean; is_connected: boolean }>(
    'select kind, endpoints, is_on, chain_id is not null as is_connected from network where network = $1 for no key update',
    [network],
  );
  const [found] = rows;
  refuseUnlessSeen(seen, found ? { endpoints: found.endpoints, is_on: found.is_on } : null);
  if (found?.is_connected && canonicalJson(found.endpoints) !== canonicalJson(endpoints)) throw refuse('network_connected', { network });
  await tx.query(
    `insert into network (network, kind, endpoints, is_on) values ($1, $2, $3, $4)
     on conflict (network) do update set endpoints = excluded.endpoints, is_on = excluded.is_on`,
    [network, kind, endpoints, is_on],
  );
  const before = found ? { kind: found.kind, endpoints: found.endpoints, is_on: found.is_on } : null;
  return { network, before, after: { kind: found?.kind ?? kind, endpoints, is_on } };
}

/** A coin on a network as staff read and write it. */
type Asked = Omit<ParsedInputOf<typeof marketCoinNetworkSave>, 'google_code' | 'reason' | 'before'>;
export type ShownCoinNetwork = Omit<Asked, 'coin_name' | 'network'>;

interface Checked {
  /** Its addresses in their one spelling, its fee with all of the coin's places. */
  readonly shown: Asked;
  /** In the coin's minor units. */
  readonly networkFee: bigint;
}

/** Refuses what cannot be: an address of another network's, or of somebody's own. The coin is locked. */
export async function checkedCoinNetwork(tx: Tx, asked: Asked): Promise<Checked> {
  const coin = await lockCoin(tx, asked.coin_name);
  if (!coin) throw refuse('coin_unknown');
  const { rows } = await tx.query<{ kind: NetworkKind }>('select kind from network where network = $1', [asked.network]);
  const [found] = rows;
  if (!found) throw refuse('network_unknown');
  if (chainAddress(found.kind, asked.contract_address) === undefined) throw refuse('contract_address_malformed');
  const deposit_address = await depositAddress(tx, found.kind, asked);
  const networkFee = askedAmount(asked.network_fee, coin.decimals, 'network_fee');
  return { shown: { ...asked, deposit_address, network_fee: formatAmount(networkFee, coin.decimals) }, networkFee };
}

/** As it is, locked until the transaction ends; null where the coin is not on the network. */
export async function lockCoinNetwork(tx: Tx, coin: string, network: string): Promise<ShownCoinNetwork | null> {
  const { rows } = await tx.query<Omit<ShownCoinNetwork, 'network_fee'> & { network_fee: bigint; decimals: number }>(
    `select contract_address, token_decimals, confirmations, deposit_address, network_fee, coin_network.is_on, coin.decimals
     from coin_network join coin on coin.code = coin_network.coin
     where coin_network.coin = $1 and coin_network.network = $2 for no key update of coin_network`,
    [coin, network],
  );
  const [found] = rows;
  if (!found) return null;
  const { decimals, network_fee, ...others } = found;
  return { ...others, network_fee: formatAmount(network_fee, decimals) };
}

/** What a withdrawal cost before one person changed it within the last day; undefined where nobody has. */
export async function networkFeeBefore(tx: Tx, coin: string, network: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ network_fee_before: bigint; decimals: number }>(
    `select network_fee_before, decimals from coin_network join coin on coin.code = coin_network.coin
     where coin_network.coin = $1 and network = $2 and network_fee_changed_at > now() - interval '24 hours'`,
    [coin, network],
  );
  return rows[0] && formatAmount(rows[0].network_fee_before, rows[0].decimals);
}

/** Where everybody sends to, or sent to before there was no such place; empty where there never was one. */
export async function lastDepositAddress(tx: Tx, coin: string, network: string): Promise<string> {
  const { rows } = await tx.query<{ last: string }>(
    `select coalesce(nullif(deposit_address, ''), deposit_address_before) as last from coin_network where coin = $1 and network = $2`,
    [coin, network],
  );
  return rows[0]?.last ?? '';
}

/** Notes what the fee was before it changes; what two people decide is where counting begins anew. */
export async function noteNetworkFee(tx: Tx, coin: string, network: string, { approvalId }: SetBy): Promise<void> {
  await tx.query(
    approvalId === null
      ? `update coin_network set network_fee_before = network_fee, network_fee_changed_at = now()
         where coin = $1 and network = $2 and (network_fee_changed_at is null or network_fee_changed_at <= now() - interval '24 hours')`
      : 'update coin_network set network_fee_before = null, network_fee_changed_at = null where coin = $1 and network = $2',
    [coin, network],
  );
}

/** Puts a coin on a network or changes its token there. The provider's account for what the chain holds is open then. */
export async function saveCoinNetwork(tx: Tx, { shown, networkFee }: Checked): Promise<void> {
  const { coin_name, network, contract_address, token_decimals, confirmations, deposit_address, is_on } = shown;
  await tx.query(
    `insert into coin_network (coin, network, contract_address, token_decimals, confirmations, deposit_address, network_fee, is_on)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (coin, network) do update set contract_address = excluded.contract_address, token_decimals = excluded.token_decimals,
       confirmations = excluded.confirmations, deposit_address = excluded.deposit_address,
       deposit_address_before = case when excluded.deposit_address = ''
         then coalesce(nullif(coin_network.deposit_address, ''), coin_network.deposit_address_before) else '' end, network_fee = excluded.network_fee,
       is_on = excluded.is_on`,
    [coin_name, network, contract_address, token_decimals, confirmations, deposit_address, networkFee, is_on],
  );
  await openAccounts(tx, [{ owner_id: PROVIDER_OWNER_ID, coin: coin_name, purpose: custodyPurpose(network), unbounded: true }]);
}

/** The address that everybody sends to: none of a party's own, not the token's contract, and none of the signer's, to which it sweeps; one that is so already may stay. */
async function depositAddress(
  tx: Tx,
  kind: NetworkKind,
  { coin_name, network, deposit_address, contract_address }: Pick<Asked, 'coin_name' | 'network' | 'deposit_address' | 'contract_address'>,
): Promise<string> {
  if (deposit_address === '') return '';
  const address = chainAddress(kind, deposit_address);
  if (address === undefined) throw refuse('address_malformed');
  const own = await tx.query('select from address_directory where network = $1 and address = $2', [network, address]);
  if (own.rowCount !== 0 || address === chainAddress(kind, contract_address)) throw refuse('deposit_address_taken');
  const isAsBefore = (await lastDepositAddress(tx, coin_name, network)) === address;
  if (!isAsBefore && (await isSigners(tx, network, address))) throw refuse('deposit_address_taken');
  return address;
}
