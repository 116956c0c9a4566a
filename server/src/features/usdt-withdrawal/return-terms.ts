import { USDT } from '@purser/contract/exchange';
import type { RETURN_REFUSALS } from '@purser/contract/features/chain-return';
import { chainAddress, type NetworkKind } from '../../domain/chain-address.ts';
import { type ChainDeposit, creditedByHand } from '../../domain/chain-deposit.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse, type Refusal } from '../../platform/http/refusal.ts';
import { blockedAmong } from './blocked-addresses.ts';
import { providerAddressesAmong } from './provider-addresses.ts';
import { usdtText } from './terms.ts';

/** What sending a deposit back comes to, in minor units of USDT: the fee of withdrawals over its network comes out of it. */
export interface ReturnOffer {
  readonly fee: bigint;
  readonly arrives: bigint;
}

/** The same, or what stands against it. */
export type ReturnTerms = ReturnOffer | { readonly refused: (typeof RETURN_REFUSALS)[number]; readonly fee: bigint };

/** What sending a deposit back to whatever address would come to now. The connection sees the system. */
export async function returnTerms(tx: Tx, deposit: ChainDeposit): Promise<ReturnTerms> {
  const { owner_id, network, address, amount } = deposit;
  const { rows } = await tx.query<{ fee: bigint; is_derived: boolean; by_signer: boolean }>(
    `select c.network_fee as fee,
       exists (select 1 from deposit_address as d where d.owner_id = $1 and d.network = $2 and d.address = $4 and d.derivation_index is not null)
         or exists (select 1 from address_directory as a where a.network = $2 and a.address = $4 and a.derivation_index is not null) as is_derived,
       exists (select 1 from chain_nonce as s where s.network = $2 and s.is_on and s.role = 'hot') as by_signer
     from network as n join coin_network as c using (network) where n.network = $2 and c.coin = $3`,
    [owner_id, network, USDT, address],
  );
  const [on] = rows;
  const fee = on?.fee ?? 0n;
  // What was told by hand is in the owner's balance already, whatever else it is held for.
  if (deposit.reason === 'told_by_hand' || (await creditedByHand(tx, [deposit])).size > 0) return { refused: 'deposit_told_by_hand', fee };
  // The signer looks on the chain whether it came to an address of ours, which takes the key of that.
  if (!on?.is_derived) return { refused: 'return_impossible', fee };
  if (!on.by_signer) return { refused: 'return_without_signer', fee };
  return amount > fee ? { fee, arrives: amount - fee } : { refused: 'return_below_fee', fee };
}

/** The same, refused where it cannot be. */
export async function offerOf(tx: Tx, deposit: ChainDeposit): Promise<ReturnOffer> {
  const terms = await returnTerms(tx, deposit);
  if ('refused' in terms) throw refusalOf(terms.refused, deposit, terms.fee);
  return terms;
}

function refusalOf(refused: (typeof RETURN_REFUSALS)[number], { network }: ChainDeposit, fee: bigint): Refusal {
  switch (refused) {
    case 'return_without_signer':
      return refuse('return_without_signer', { network });
    case 'return_below_fee':
      return refuse('return_below_fee', { fee: usdtText(fee) });
    default:
      return refuse(refused);
  }
}

/** The address in its one spelling; refused where it is none, was not typed twice the same, is blocked, or is ours or the token's. */
export async function returnAddress(
  tx: Tx,
  network: string,
  { address: text, address_again: again }: { readonly address: string; readonly address_again: string },
): Promise<string> {
  const { rows } = await tx.query<{ kind: NetworkKind }>('select kind from network where network = $1', [network]);
  const kind = rows[0]?.kind ?? 'evm';
  const address = chainAddress(kind, text.trim());
  if (address === undefined) throw refuse('address_malformed');
  if (chainAddress(kind, again.trim()) !== address) throw refuse('return_address_differs');
  await insistOnAddress(tx, network, address);
  return address;
}

/** Refuses an address that nothing goes to: it is blocked, or ours or the token's. */
export async function insistOnAddress(tx: Tx, network: string, address: string): Promise<void> {
  if ((await blockedAmong(tx, [address])).size > 0) throw refuse('payout_address_blocked');
  if ((await providerAddressesAmong(tx, [{ network, address }])).size > 0) throw refuse('payout_address_refused');
}
