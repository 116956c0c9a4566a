import { USDT } from '@purser/contract/exchange';
import { newSerialNumber } from '@purser/contract/serial';
import { custodyPurpose, feeAccount, PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { openAccounts } from '@purser/ledger/accounts';
import { posting } from '@purser/ledger/posting';
import { postBatch } from '@purser/ledger/store';
import type { ChainDeposit } from '../../domain/chain-deposit.ts';
import type { ChainNetwork } from '../../domain/chain-network.ts';
import { moveDeposit } from '../../domain/held-deposit.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Platform } from '../../platform/platform.ts';
import { audit } from '../../platform/proof/audit.ts';
import { hasTransferred } from './chain-payouts.ts';
import { type Booking, lookAtNonces } from './nonce-outcomes.ts';
import { spellingOf } from './payouts.ts';
import type { Outcome } from './payout-witnesses.ts';
import { returnOf } from './signer/return-number.ts';

/** Looks at everything that is being sent back over these networks, once, and books what became of it. */
export async function lookAtReturns(platform: Platform, networks: readonly ChainNetwork[]): Promise<void> {
  await Promise.all(networks.map((network) => lookAtNonces(platform, network, returnBooking(platform))));
}

function returnBooking(platform: Platform): Booking {
  return {
    kinds: ['return'],
    isDone: hasTransferred,
    book: async (tx, { network, ownerId, serialNumber }, found) => {
      const deposit = await lockReturning(tx, ownerId, network, serialNumber);
      const details = { deposit_id: deposit.deposit_id, network, outcome: found.outcome, address: deposit.return_address };
      const entry = { ownerId, actorKind: 'system', actor: 'chain', ip: null } as const;
      if (found.outcome === 'paid') {
        await settle(tx, platform, deposit, serialNumber, found);
        await audit(tx, platform.secrets, { ...entry, action: 'chain_deposit.returned', details: { ...details, txid: found.txid } });
      } else {
        await moveDeposit(tx, deposit, 'fail');
        await audit(tx, platform.secrets, { ...entry, action: 'chain_deposit.return_failed', details });
      }
    },
  };
}

/** Holds what a number names. Nothing but this ends what is signed: anything else is looked at again, and an alarm in the end. */
async function lockReturning(tx: Tx, ownerId: number, network: string, number: string): Promise<ChainDeposit> {
  const named = returnOf(number);
  const { rows } = await tx.query<ChainDeposit>(
    `select * from chain_deposit where owner_id = $1 and network = $2 and txid = $3 and ordinal = $4 and state = 'returning' for no key update`,
    [ownerId, network, Buffer.from((named?.txid ?? '0x').slice(2), 'hex'), named?.ordinal ?? -1],
  );
  const [deposit] = rows;
  if (!deposit) throw new Error(`${number} is signed, and not being sent back`);
  return deposit;
}

/** What was held was never in the ledger; the fee that stays is from now on: in custody, and the provider's. */
async function settle(
  tx: Tx,
  platform: Platform,
  deposit: ChainDeposit,
  number: string,
  { txid }: Extract<Outcome, { outcome: 'paid' }>,
): Promise<void> {
  const { network, owner_id, deposit_id, return_fee: fee } = deposit;
  await moveDeposit(tx, deposit, 'settle', { returned_txid: Buffer.from(txid.slice(2), 'hex') });
  const { rowCount } = await tx.query(
    'insert into payout_txid (network, txid, owner_id, serial_number) values ($1, $2, $3, $4) on conflict (network, txid) do nothing',
    [network, await spellingOf(tx, network, txid), owner_id, number],
  );
  if (rowCount !== 1) throw new Error(`${txid} has paid something else`);
  if (fee === null || fee === 0n) return;
  const owner = Number(owner_id);
  const custody = { owner_id: PROVIDER_OWNER_ID, coin: USDT, purpose: custodyPurpose(network) };
  await openAccounts(tx, [{ ...custody, unbounded: true }]);
  const identity = { owner_id: owner, posting_id: deposit_id, serial_number: newSerialNumber('chain_return') };
  const [result] = await postBatch(tx, platform.ledgerKey, [
    posting(identity, 'withdrawal_settled', [
      // The owner has nothing in the ledger that would bear it.
      { account: custody, available: -fee, charge: fee, counterparty: owner },
      { account: feeAccount(USDT, owner), available: fee, counterparty: owner },
    ]),
  ]);
  if (result?.outcome !== 'posted') throw new Error(`the fee of ${deposit_id} was ${result?.outcome}`);
}
