import { custodyPurpose, PROVIDER_OWNER_ID, providerAccounts } from '@purser/ledger/account';
import { openAccounts } from '@purser/ledger/accounts';
import { getAddress } from 'viem';
import type { TestApp } from '../../testing/app.ts';
import type { Anvil } from './anvil.ts';

interface Connected {
  readonly network: 'ERC20' | 'BEP20' | 'TRC20';
  /** Of TRON in that network's own spelling. */
  readonly token: string;
  readonly tokenDecimals?: 6 | 18;
  readonly confirmations?: number;
  readonly depositXpub?: string | null;
  /** Two providers unless given: the chain itself, twice. */
  readonly endpoints?: readonly string[];
}

/** Connects a network of the installation to a chain, with USDT on it and the provider's accounts. */
export async function connectNetwork(
  app: TestApp,
  anvil: Anvil,
  { network, token, tokenDecimals = 6, confirmations = 1, depositXpub = null, endpoints = [anvil.url, anvil.url] }: Connected,
): Promise<void> {
  await app.sql(
    `update network set is_on = true, chain_id = $2, genesis_hash = decode(substr($3, 3), 'hex'), endpoints = $4, deposit_xpub = $5
     where network = $1`,
    [network, anvil.chainId, anvil.genesisHash, endpoints, depositXpub],
  );
  await app.sql(
    `update coin_network set is_on = true, contract_address = $2, token_decimals = $3, confirmations = $4 where network = $1 and coin = 'USDT'`,
    [network, network === 'TRC20' ? token : getAddress(token), tokenDecimals, confirmations],
  );
  await openAccounts(app.platform.db.system, [
    ...['USDT', 'USDP', 'CNYT'].flatMap(providerAccounts),
    { owner_id: PROVIDER_OWNER_ID, coin: 'USDT', purpose: custodyPurpose(network), unbounded: true },
  ]);
}
