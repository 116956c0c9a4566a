import { newSerialNumber } from '@purser/contract/serial';
import { USDT } from '@purser/contract/exchange';
import { custodyPurpose, PROVIDER_OWNER_ID, providerAccount } from '@purser/ledger/account';
import { openAccounts } from '@purser/ledger/accounts';
import { posting } from '@purser/ledger/posting';
import { postBatch } from '@purser/ledger/store';
import type pg from 'pg';
import { uuidv7 } from 'uuidv7';

/** In minor units of USDT: more than all of the demo's parties have. */
const FUNDS = 1_000_000_000_000n;

interface Funded {
  readonly network: string;
  /** The token's units in a minor unit. */
  readonly unit: bigint;
  /** The chain begins: what custody there is was on an earlier one. */
  readonly isNew: boolean;
}

/**
 * What the hot address of a chain is to have that never had anything, in minor units of USDT, so that chain and books stay equal: what custody there is of an
 * earlier chain that has gone, and new funds, which are booked as what the demo has issued.
 */
export async function fundsOf(owner: pg.Client, ledgerKey: Buffer, { network, unit, isNew }: Funded): Promise<bigint> {
  const custody = { owner_id: PROVIDER_OWNER_ID, coin: USDT, purpose: custodyPurpose(network) };
  await openAccounts(owner, [{ ...custody, unbounded: true }]);
  const { rows } = await owner.query<{ custody: string; uncredited: string }>(
    `select coalesce(-sum(available::numeric + frozen + pending), 0)::text as custody,
       (select coalesce(sum(raw_amount), 0)::text from chain_deposit where network = $4 and state in ('held', 'ignored', 'set_aside', 'returning')) as uncredited
     from ledger.account where owner_id = $1 and coin = $2 and purpose = $3`,
    [custody.owner_id, custody.coin, custody.purpose, network],
  );
  const booked = isNew ? BigInt(rows[0]?.custody ?? 0) + BigInt(rows[0]?.uncredited ?? 0) / unit : 0n;
  if (booked >= FUNDS) return booked;
  const identity = { owner_id: PROVIDER_OWNER_ID, posting_id: uuidv7(), serial_number: newSerialNumber('issuance') };
  const missing = FUNDS - booked;
  const [result] = await postBatch(owner, ledgerKey, [
    posting(identity, 'issuance', [
      { account: custody, available: -missing, counterparty: PROVIDER_OWNER_ID },
      { account: providerAccount(USDT, 'issuance'), available: missing, counterparty: PROVIDER_OWNER_ID },
    ]),
  ]);
  if (result?.outcome !== 'posted') throw new Error(`the funds of the demo’s chain were ${result?.outcome}`);
  return FUNDS;
}
